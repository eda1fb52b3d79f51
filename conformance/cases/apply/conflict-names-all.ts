import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs, fieldsInConflict, ownersOf } from '../../fixtures/field-owners.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'conflict-names-all',
  title: 'A conflict MUST name each field and manager; leaving the fields out MUST resolve it.',
  requirements: ['APPLY-034', 'APPLY-030', 'APPLY-067'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps').item('a');
    const apply = (manager: string, data: Readonly<Record<string, string>>) =>
      applyAs(c, manager, maps, configMap('a', data));
    expectCreated(await apply('m1', { a: '1', b: '1' }));
    expectOk(await apply('m2', { b: '1', c: '1' }));
    expectOk(await apply('m3', { own: '1', a: '1' }));
    const before = (await c.wire.get(maps)).json();
    const refused = await apply('m3', { a: '2', b: '2', c: '2', own: '2' });
    await c.holds('APPLY-030', async () => {
      expectFailure(refused, 409, 'Conflict');
      expectEqual('fields', fieldsInConflict(refused), ['.data.a', '.data.b', '.data.b', '.data.c']);
      const words = expectArray(refused, 'details.causes').map((cause) => String(fieldOf(cause, 'message')));
      for (const manager of ['m1', 'm2'])
        expectThat('managers', words.filter((each) => each.includes(`"${manager}"`)).length === 2, 'two each', words);
    });
    await c.holds('APPLY-067', async () => expectEqual('object', (await c.wire.get(maps)).json(), before));
    await c.holds('APPLY-034', async () => {
      const given = await apply('m3', { own: '2' });
      expectOk(given);
      expectField(given, 'data', { a: '1', b: '1', c: '1', own: '2' });
      expectEqual('owners of a', ownersOf(given, 'f:data', 'f:a'), ['m1']);
    });
  },
} satisfies Case;
