import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';
import type { Case } from '../../contract/case.ts';
import { versionOf } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { eventVersion, expectOpen } from '../../wire/expect/watch.ts';

/** More events than a small buffer of a power of two, such as 256, can hold. */
const changes = 300;

export default {
  id: 'long-replay',
  title: 'A watch from a version MUST report every later change, also hundreds of them, once and in order.',
  requirements: ['WATCH-012', 'WATCH-013', 'WATCH-020', 'WATCH-040'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names, versions } = await createConfigMaps(c, 6);
    // Objects are changed in parallel; sorting by version gives the order of all changes.
    const lanes = await Promise.all(
      names.map(async (name) => {
        const own: string[] = [];
        for (let count = 0; count < changes / names.length; count += 1) {
          const changed = await c.wire.patch(maps.item(name), 'merge', { data: { n: `c${count}` } });
          expectOk(changed);
          own.push(versionOf(changed));
        }
        return own;
      }),
    );
    const written = lanes.flat().sort((one, other) => Number(BigInt(one) - BigInt(other)));
    // One watch starts before all changes, one in the middle.
    for (const [start, due] of [
      [versions.at(-1), written],
      [written[99], written.slice(100)],
    ] as const) {
      const replay = await c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: start ?? '' });
      expectOpen(replay);
      const told = (await replay.changes(due.length)).map(eventVersion);
      expectEqual('versions of the events', told, due);
      replay.close();
    }
  },
} satisfies Case;
