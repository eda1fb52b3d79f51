import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'local-review',
  title: 'A local access review MUST be posted below its namespace and MUST NOT ask about another.',
  requirements: ['REVIEW-022', 'REVIEW-031', 'REVIEW-009U'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    const path = c.resource(groupVersion, 'localsubjectaccessreviews').collection;
    const review = (namespace: string) => ({
      apiVersion: groupVersion,
      kind: 'LocalSubjectAccessReview',
      metadata: { namespace: c.namespace },
      spec: { user: 'jane', resourceAttributes: { verb: 'list', resource: 'pods', namespace } },
    });
    const answer = await c.wire.post(path, review(c.namespace));
    expectCreated(answer);
    expectField(answer, 'status.allowed', false);
    expectRefused(await c.wire.post(path, review('default')));
    const ofPath = { user: 'jane', nonResourceAttributes: { path: '/version', verb: 'get' } };
    expectRefused(await c.wire.post(path, { ...review(c.namespace), spec: ofPath }));
  },
} satisfies Case;
