import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'review-needs-right',
  title: 'Reviewing others SHOULD need a right of its own.',
  requirements: ['REVIEW-033'],
  needs: ['rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    const body = {
      apiVersion: groupVersion,
      kind: 'SubjectAccessReview',
      spec: { user: 'x', resourceAttributes: { verb: 'get', resource: 'pods' } },
    };
    expectFailure(
      await c.as(c.unique('user'), 'system:authenticated').post(`/apis/${groupVersion}/subjectaccessreviews`, body),
      403,
      'Forbidden',
    );
  },
} satisfies Case;
