import { fieldOf } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'other-paths',
  title: 'An access review MUST answer for non-resource paths.',
  requirements: ['REVIEW-013'],
  needs: ['rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    const ask = async (path: string, groups: string[]) => {
      const spec = { user: 'jane', groups, nonResourceAttributes: { path, verb: 'get' } };
      const answer = await c.wire.post(`/apis/${groupVersion}/subjectaccessreviews`, {
        apiVersion: groupVersion,
        kind: 'SubjectAccessReview',
        spec,
      });
      expectCreated(answer);
      return fieldOf(answer, 'status.allowed');
    };
    expectEqual('allowed: /healthz', await ask('/healthz', ['system:authenticated']), true);
    expectEqual('allowed: /metrics', await ask('/metrics', ['system:authenticated']), false);
  },
} satisfies Case;
