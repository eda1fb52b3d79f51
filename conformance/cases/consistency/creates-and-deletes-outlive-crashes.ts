import type { Case } from '../../contract/case.ts';
import { withDataFolder } from '../../fixtures/restarts.ts';
import { namesOf } from '../../wire/expect/list.ts';
import { expectCreated, expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Wire } from '../../wire/exchange/wire.ts';

/** Each with what its objects need. */
const kinds = {
  configmaps: { data: { a: '1' } },
  secrets: { stringData: { a: '1' } },
  services: { spec: { ports: [{ port: 80 }] } },
  serviceaccounts: {},
};
const clients = 3;
const crashes = 2;
/** The least number of acknowledged writes before each crash. */
const enough = 60;

export default {
  id: 'creates-and-deletes-outlive-crashes',
  title: 'After a crash every acknowledged object MUST be there, and no removed one MUST come back.',
  requirements: ['DEL-021', 'OBJ-005'],
  needs: ['launch-server'],
  async run(c) {
    await withDataFolder(c, async (folder) => {
      let { wire } = await folder.restart();
      const known: Known = { there: new Set(), gone: new Set() };
      for (let life = 0; life < crashes; life += 1) {
        const before = known.there.size + known.gone.size;
        const lanes = Promise.all(
          Object.entries(kinds).flatMap(([kind, body]) =>
            Array.from({ length: clients }, (_, lane) => write(wire, kind, body, `${life}-${lane}`, known)),
          ),
        );
        const idle = new AbortController();
        const stop = () => idle.abort();
        lanes.then(stop, stop);
        const written = () => known.there.size + known.gone.size - before;
        while (!idle.signal.aborted && written() < enough) await c.clock.sleep(10, c.signal);
        // Crash while writes are in flight.
        const [crashed] = await Promise.all([folder.crash(), lanes]);
        ({ wire } = crashed);
        await expectKnown(wire, known);
      }
    });
  },
} satisfies Case;

/** Paths of objects whose last acknowledged write created them, and of those whose last one removed them. */
interface Known {
  readonly there: Set<string>;
  readonly gone: Set<string>;
}

function collection(kind: string): string {
  return `/api/v1/namespaces/default/${kind}`;
}

/** Creates objects one after the other and removes every second one, until the server is gone. */
async function write(wire: Wire, kind: string, body: object, prefix: string, known: Known): Promise<void> {
  for (let round = 0; ; round += 1) {
    const name = `c${prefix}-${round}`;
    const path = `${collection(kind)}/${name}`;
    const created = await wire.post(collection(kind), { ...body, metadata: { name } }).catch(() => undefined);
    if (created === undefined || created.status >= 500) return;
    expectCreated(created);
    if (round % 2 === 0) {
      known.there.add(path);
      continue;
    }
    const removed = await wire.delete(path).catch(() => undefined);
    if (removed === undefined || removed.status >= 500) return;
    expectDeleted(removed);
    known.gone.add(path);
  }
}

async function expectKnown(wire: Wire, { there, gone }: Known): Promise<void> {
  for (const kind of Object.keys(kinds)) {
    const listed = await wire.get(collection(kind));
    expectOk(listed);
    const names = new Set(namesOf(listed).map((name) => `${collection(kind)}/${name}`));
    const ofKind = (paths: ReadonlySet<string>) => [...paths].filter((path) => path.startsWith(`${collection(kind)}/`));
    expectEqual(
      `${kind} that were created and are not listed`,
      ofKind(there).filter((path) => !names.has(path)),
      [],
    );
    expectEqual(
      `${kind} that were removed and are listed`,
      ofKind(gone).filter((path) => names.has(path)),
      [],
    );
    for (const path of ofKind(there).slice(-3)) expectOk(await wire.get(path));
    for (const path of ofKind(gone).slice(-3)) expectStatus(await wire.get(path), 404);
  }
}
