import { choices } from '../../consistency/random.ts';
import type { Deed } from '../../consistency/register.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';
import { expectOneOrder, type Histories } from '../../consistency/one-order.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { listAt, textAt } from '../../wire/format/json-path.ts';
import { versionOf } from '../../wire/expect/list.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { ResourcePaths } from '../../wire/format/paths.ts';

const clients = 8;
const roundsEach = 40;

export default {
  id: 'reads-and-writes-have-an-order',
  title: 'Reads, lists, patches and guarded writes of concurrent clients MUST be linearizable.',
  requirements: ['RV-006', 'RV-010', 'RV-039', 'UPD-002', 'UPD-004', 'UPD-007'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names, versions } = await createConfigMaps(c, 3);
    const histories: Histories = new Map(names.map((name) => [name, []]));
    await Promise.all(Array.from({ length: clients }, (_, lane) => client(c, maps, names, histories, lane)));
    for (const [index, name] of names.entries()) {
      expectOneOrder(c, name, versions[index] ?? '', histories.get(name) ?? []);
    }
  },
} satisfies Case;

async function client(
  c: CaseContext,
  maps: ResourcePaths,
  names: readonly string[],
  histories: Histories,
  lane: number,
): Promise<void> {
  const choose = choices(c.seed, lane);
  for (let round = 0; round < roundsEach; round += 1) {
    const name = names[choose(names.length)] ?? '';
    const began = c.clock.monotonic();
    const record = (of: string, deed: Deed, since = began) =>
      histories.get(of)?.push({ began: since, ended: c.clock.monotonic(), deed });
    const value = { data: { n: `${lane}-${round}` } };
    const kind = choose(4);
    if (kind === 0) {
      record(name, { kind: 'read', version: versionOf(await c.wire.get(maps.item(name))) });
    } else if (kind === 1) {
      const list = await c.wire.get(maps.collection, { query: createdSelector });
      expectOk(list);
      for (const item of listAt(list.json(), 'items')) {
        record(textAt(item, 'metadata.name'), { kind: 'read', version: textAt(item, 'metadata.resourceVersion') });
      }
    } else if (kind === 2) {
      const patched = await c.wire.patch(maps.item(name), 'merge', value);
      expectOk(patched);
      record(name, { kind: 'write', version: versionOf(patched) });
    } else {
      const read = await c.wire.get(maps.item(name));
      const over = versionOf(read);
      record(name, { kind: 'read', version: over });
      const since = c.clock.monotonic();
      const written = await c.wire.put(maps.item(name), { ...(read.json() as object), ...value });
      expectStatus(written, 200, 409);
      const deed: Deed =
        written.status === 409 ? { kind: 'conflict', over } : { kind: 'guarded', over, version: versionOf(written) };
      record(name, deed, since);
    }
  }
}
