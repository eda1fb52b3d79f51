import { expectArray, expectTime, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs } from '../../fixtures/field-owners.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'time-of-ownership',
  title: 'The time of a managedFields entry MUST change only when its manager changes something.',
  requirements: ['OBJ-063', 'APPLY-071'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps').item('a');
    const apply = (manager: string, data: object) => applyAs(c, manager, maps, configMap('a', { ...data }));
    const timeOf = (answer: unknown, manager: string) =>
      expectTime(
        expectArray(answer, 'metadata.managedFields').find((entry) => fieldOf(entry, 'manager') === manager),
        'time',
      );
    expectCreated(await apply('m1', { a: '1' }));
    const first = await apply('m2', { b: '1' });
    expectOk(first);
    const [one, other] = [timeOf(first, 'm1'), timeOf(first, 'm2')];
    const update = (data: object) => c.wire.patch(maps, 'merge', { data }, { query: { fieldManager: 'updater' } });
    const given = await update({ c: '1', d: '1' });
    expectOk(given);
    // Times have a resolution of one second.
    await c.clock.sleep(1100, c.signal);
    const again = await apply('m1', { a: '1' });
    expectOk(again);
    expectEqual('object after the same apply', again.json(), given.json());
    const changed = await apply('m1', { a: '2' });
    expectOk(changed);
    expectThat('time of the writer', timeOf(changed, 'm1') > one, 'a later one', changed.json());
    const told = Date.parse(changed.header('date') ?? '');
    const apart = Number.isNaN(told) ? 0 : Math.abs(timeOf(changed, 'm1') - told);
    expectThat('time of the writer', apart < 5000, `about ${changed.header('date')}`, changed.json());
    expectEqual('time of the other', timeOf(changed, 'm2'), other);
    // The entry that was written last stands last.
    const managers = expectArray(changed, 'metadata.managedFields').map((entry) => fieldOf(entry, 'manager'));
    expectEqual('order of the entries', managers, ['m2', 'm1', 'updater']);
    expectEqual('time of the updater', timeOf(changed, 'updater'), timeOf(given, 'updater'));
    const later = await update({ c: '2' });
    expectOk(later);
    expectThat('time of the updater', timeOf(later, 'updater') > timeOf(given, 'updater'), 'a later one', later.json());
    expectEqual('time of the other', timeOf(later, 'm1'), timeOf(changed, 'm1'));
  },
} satisfies Case;
