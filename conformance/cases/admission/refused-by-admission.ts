import { expectPattern } from '../../wire/expect/object.ts';
import { expectFailure, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { pod } from '../../fixtures/manifests.ts';

export default {
  id: 'refused-by-admission',
  title:
    'Admission MUST run after authentication and authorization, and before storage; a refused object MUST be reported and not be stored.',
  requirements: ['ADM-001', 'ADM-012', 'ADM-020U', 'AUTHN-001'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const pods = c.resource('v1', 'pods');
    const user = c.unique('user');
    // Admission refuses a pod whose service account does not exist.
    const manifest = pod('p', { serviceAccountName: 'no-such-account' });
    expectStatus(await c.withToken('nonsense').post(pods.collection, manifest), 401);
    const early = await c.as(user).post(pods.collection, manifest);
    expectFailure(early, 403, 'Forbidden');
    expectPattern(early, 'message', new RegExp(user));
    await c.grant(user, { apiGroups: [''], resources: ['pods'], verbs: ['create'] });
    await c.eventually(async () => {
      const refused = await c.as(user).post(pods.collection, manifest);
      expectFailure(refused, [400, 403, 404, 422]);
      expectPattern(refused, 'message', /no-such-account/);
    });
    expectStatus(await c.wire.get(pods.item('p')), 404);
  },
} satisfies Case;
