import { choices } from '../../consistency/random.ts';
import type { Deed, Operation } from '../../consistency/register.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { expectOneOrder, type Histories } from '../../consistency/one-order.ts';
import { withDataFolder } from '../../fixtures/restarts.ts';
import { versionOf } from '../../wire/expect/list.ts';
import { expectCreated, expectStatus } from '../../wire/expect/status.ts';
import type { Wire } from '../../wire/exchange/wire.ts';

const collection = '/api/v1/namespaces/default/configmaps';
const names = ['r0', 'r1', 'r2'];
const clients = 6;
const crashes = 2;
/** The least number of operations of all clients between two crashes. */
const enough = 120;

export default {
  id: 'writes-outlive-crashes',
  title: 'Reads and guarded writes MUST be linearizable, also across crashes and restarts of the server and its store.',
  requirements: ['RV-039', 'OBJ-005', 'UPD-002', 'UPD-004'],
  needs: ['launch-server'],
  async run(c) {
    await withDataFolder(c, async (folder) => {
      let { wire } = await folder.restart();
      const first = new Map<string, string>();
      for (const name of names) {
        const created = await wire.post(collection, configMap(name, { n: '0' }));
        expectCreated(created);
        first.set(name, versionOf(created));
      }
      const histories: Histories = new Map(names.map((name) => [name, []]));
      for (let life = 0; life <= crashes; life += 1) {
        const over = new AbortController();
        const known = size(histories);
        const lanes = Promise.all(
          Array.from({ length: clients }, (_, lane) => client(c, wire, histories, life * clients + lane, over.signal)),
        );
        const idle = new AbortController();
        const stop = () => idle.abort();
        lanes.then(stop, stop);
        while (!idle.signal.aborted && size(histories) < known + enough) await c.clock.sleep(10, c.signal);
        // Crash while operations are in flight.
        if (life < crashes) wire = (await folder.crash()).wire;
        over.abort();
        await lanes;
      }
      for (const name of names) {
        const read = await wire.get(`${collection}/${name}`);
        const now = c.clock.monotonic();
        const last: Operation = { began: now, ended: now, deed: { kind: 'read', version: versionOf(read) } };
        expectOneOrder(c, name, first.get(name) ?? '', [...(histories.get(name) ?? []), last]);
      }
    });
  },
} satisfies Case;

function size(histories: Histories): number {
  return [...histories.values()].reduce((sum, operations) => sum + operations.length, 0);
}

/** Reads and writes until the signal aborts or the server is gone. */
async function client(
  c: CaseContext,
  wire: Wire,
  histories: Histories,
  lane: number,
  over: AbortSignal,
): Promise<void> {
  const choose = choices(c.seed, lane);
  let read: { readonly name: string; readonly body: object; readonly version: string } | undefined;
  for (let round = 0; !over.aborted; round += 1) {
    const began = c.clock.monotonic();
    const record = (name: string, deed: Deed, ended = c.clock.monotonic()) =>
      histories.get(name)?.push({ began, ended, deed });
    if (read === undefined || choose(3) === 0) {
      const name = names[choose(names.length)] ?? '';
      const answer = await wire.get(`${collection}/${name}`).catch(() => undefined);
      if (answer === undefined || answer.status >= 500) return;
      read = { name, body: answer.json() as object, version: versionOf(answer) };
      record(name, { kind: 'read', version: read.version });
      continue;
    }
    const { name, body, version: over } = read;
    read = undefined;
    const written = await wire
      .put(`${collection}/${name}`, { ...body, data: { n: `${lane}-${round}` } })
      .catch(() => undefined);
    if (written === undefined || written.status >= 500) {
      record(name, { kind: 'unknown', over }, Number.POSITIVE_INFINITY);
      return;
    }
    expectStatus(written, 200, 409);
    record(
      name,
      written.status === 409 ? { kind: 'conflict', over } : { kind: 'guarded', over, version: versionOf(written) },
    );
  }
}
