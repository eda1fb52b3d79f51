import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectSameMembers } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs, ownersOf } from '../../fixtures/field-owners.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'many-updaters',
  title: 'With many updating managers the latest SHOULD keep their entries, and no field SHOULD lose its owner.',
  requirements: ['OBJ-093', 'OBJ-056'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps').item('a');
    expectCreated(await applyAs(c, 'applier', maps, configMap('a', { a: '1' })));
    const keys = Array.from({ length: 14 }, (_, place) => `k${String(place).padStart(2, '0')}`);
    const update = async (some: readonly string[]): Promise<void> => {
      for (const key of some)
        expectOk(await c.wire.patch(maps, 'merge', { data: { [key]: '1' } }, { query: { fieldManager: key } }));
    };
    await update(keys.slice(0, 10));
    const full = expectArray(await c.wire.get(maps), 'metadata.managedFields');
    expectSameMembers(
      'managers while there is room for each',
      full.map((entry) => fieldOf(entry, 'manager')),
      ['applier', ...keys.slice(0, 10)],
    );
    await update(keys.slice(10));
    const read = await c.wire.get(maps);
    const entries = expectArray(read, 'metadata.managedFields');
    const managers = entries.map((entry) => fieldOf(entry, 'manager'));
    expectEqual('appliers', managers.filter((manager) => manager === 'applier').length, 1);
    expectEqual('updaters', managers.length - 1, 10);
    const kept = managers.filter((manager) => keys.includes(String(manager)));
    expectEqual('updaters with a name of their own', kept.length, 9);
    expectEqual('the entry of the oldest', managers.includes('ancient-changes'), true);
    const owners = keys.map((key) => ownersOf(read, 'f:data', `f:${key}`));
    expectEqual(
      'fields without owner',
      owners.filter((each) => each.length !== 1),
      [],
    );
    expectSameMembers(
      'who owns more than one',
      [...new Set(owners.flat())],
      managers.filter((m) => m !== 'applier'),
    );
  },
} satisfies Case;
