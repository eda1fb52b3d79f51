import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs, ownersOf } from '../../fixtures/field-owners.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'force-takes-conflicts-only',
  title: 'A forced apply MUST take only the fields in conflict, and SHOULD NOT need a separate permission.',
  requirements: ['APPLY-033', 'APPLY-072'],
  needs: ['namespace', 'impersonation', 'rbac'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps').item('a');
    const data = { same: '1', other: '1', mine: '1' };
    expectCreated(await applyAs(c, 'm1', maps, configMap('a', data)));
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'patch'] });
    const body = configMap('a', { same: '1', other: '2' });
    const refused = await c.eventually(async () => {
      const answer = await c.as(user).patch(maps, 'apply', body, { query: { fieldManager: 'm2' } });
      expectFailure(answer, 409, 'Conflict');
      return answer;
    });
    expectFailure(refused, 409, 'Conflict');
    const forced = await c.as(user).patch(maps, 'apply', body, { query: { fieldManager: 'm2', force: 'true' } });
    if (!(await c.holds('APPLY-072', async () => expectOk(forced)))) return;
    await c.holds('APPLY-033', async () => {
      expectField(forced, 'data', { same: '1', other: '2', mine: '1' });
      expectEqual('owners of other', ownersOf(forced, 'f:data', 'f:other'), ['m2']);
      expectEqual('owners of same', ownersOf(forced, 'f:data', 'f:same'), ['m1', 'm2']);
      expectEqual('owners of mine', ownersOf(forced, 'f:data', 'f:mine'), ['m1']);
    });
  },
} satisfies Case;
