import { namesOf } from '../../wire/expect/list.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { inLanes } from '../../wire/time/lanes.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

/** So many that no service keeps them, or what a selector selects of them, in one piece. */
const count = 160;
const labelSelector = 'colour in (red, blue)';

export default {
  id: 'selection-follows-changes',
  title: 'A list by a selector that was asked for before MUST show each later change, wherever in a long list it is.',
  requirements: ['LIST-023', 'RV-010'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const nameOf = (index: number) => `m-${String(index).padStart(3, '0')}`;
    const expected = new Map<string, string>();
    const made = (index: number) => configMap(nameOf(index), { n: '0' }, { labels: { colour: 'red' } });
    await inLanes([...Array.from({ length: count }).keys()], 8, async (index) => {
      expectCreated(await c.wire.post(maps.collection, made(index)));
      expected.set(nameOf(index), '0');
    });
    const sorted = () => [...expected.keys()].toSorted().map((name) => [name, expected.get(name)]);
    const isShown = async () => {
      for (const query of [
        { labelSelector },
        { labelSelector, limit: '500' },
        { labelSelector, resourceVersion: '' },
      ]) {
        const list = await c.wire.get(maps.collection, { query });
        expectOk(list);
        expectEqual('names and values', shown(list), sorted());
      }
    };
    // More than once: a service may keep what is asked for again.
    for (let round = 0; round < 3; round += 1) await isShown();
    for (const index of [count - 1, count / 2, 70, 1, 0]) {
      const name = nameOf(index);
      expectOk(await c.wire.patch(maps.item(name), 'merge', { data: { n: 'changed' } }));
      expected.set(name, 'changed');
      await isShown();
      expectOk(await c.wire.patch(maps.item(name), 'merge', { metadata: { labels: { colour: 'green' } } }));
      expected.delete(name);
      await isShown();
      expectDeleted(await c.wire.delete(maps.item(name)));
      await isShown();
      expectCreated(await c.wire.post(maps.collection, made(index)));
      expected.set(name, '0');
      await isShown();
    }
  },
} satisfies Case;

function shown(list: Exchange): readonly (readonly [string, unknown])[] {
  const values = expectArray(list, 'items').map((item) => fieldOf(item, 'data.n'));
  return namesOf(list).map((name, at) => [name, values[at]] as const);
}
