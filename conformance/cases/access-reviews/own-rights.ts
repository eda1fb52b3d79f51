import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'own-rights',
  title: 'A self access review MUST speak about the caller and agree with the real request.',
  requirements: [
    'REVIEW-009U',
    'REVIEW-010',
    'REVIEW-011',
    'REVIEW-019',
    'REVIEW-020',
    'REVIEW-021',
    'REVIEW-026',
    'REMOVED-062',
  ],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    const review = {
      apiVersion: groupVersion,
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb: 'list', resource: 'configmaps', namespace: c.namespace } },
    };
    const path = `/apis/${groupVersion}/selfsubjectaccessreviews`;
    const user = c.as(c.unique('user'), 'system:authenticated');
    const refused = await user.post(path, review);
    expectCreated(refused);
    expectField(refused, 'status.allowed', false);
    const allowed = await c.wire.post(path, review);
    expectCreated(allowed);
    expectField(allowed, 'status.allowed', true);
    expectStatus(await user.get(c.resource('v1', 'configmaps').collection), 403);
  },
} satisfies Case;
