import { expectField } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'special-verbs',
  title: 'Access reviews MUST take the special verbs like any other.',
  requirements: ['AUTHZ-029', 'AUTHZ-032'],
  needs: ['rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    for (const verb of ['proxy', 'redirect', 'impersonate', 'bind', 'escalate']) {
      const spec = { user: 'jane', resourceAttributes: { verb, resource: 'nodes', name: 'n' } };
      const answer = await c.wire.post(`/apis/${groupVersion}/subjectaccessreviews`, {
        apiVersion: groupVersion,
        kind: 'SubjectAccessReview',
        spec,
      });
      expectCreated(answer);
      expectField(answer, 'status.allowed', false);
    }
  },
} satisfies Case;
