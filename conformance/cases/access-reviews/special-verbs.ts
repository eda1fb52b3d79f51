import { fieldOf } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'special-verbs',
  title: 'Access reviews MUST treat special verbs like any other: a permission for one MUST NOT allow another.',
  requirements: ['AUTHZ-029', 'AUTHZ-032'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    const ask = async (user: string, verb: string) => {
      const resourceAttributes = { verb, resource: 'services', namespace: c.namespace, name: 'n' };
      const answer = await c.wire.post(`/apis/${groupVersion}/subjectaccessreviews`, {
        apiVersion: groupVersion,
        kind: 'SubjectAccessReview',
        spec: { user, resourceAttributes },
      });
      expectCreated(answer);
      return fieldOf(answer, 'status.allowed');
    };
    const judge = async (...verbs: readonly string[]) => {
      for (const verb of verbs) {
        const user = c.unique('user');
        await c.grant(user, { apiGroups: [''], resources: ['services'], verbs: [verb] });
        await c.eventually(async () => expectEqual(`allowed: ${verb}`, await ask(user, verb), true));
        expectEqual('allowed: get', await ask(user, 'get'), false);
        expectEqual(`allowed: ${verb} by another`, await ask(`${user}2`, verb), false);
      }
    };
    await c.holds('AUTHZ-029', () => judge('impersonate'));
    await c.holds('AUTHZ-032', () => judge('proxy', 'redirect'));
  },
} satisfies Case;
