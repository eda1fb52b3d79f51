// Durable creates with 1, 16 and 64 clients in flight, against etcd on the same disk through a Node gRPC client, and against
// a loop of write and fsync. How long the slowest wait is held against a bare Node server under the same load, which appends
// what it is sent to a file, one flush for all that wait: what it needs, the client, the transport and the disk need. All
// three servers are under the same load for some seconds before a round counts: they stand still in the rounds of the others.

import { runLoad } from '../load/run-load.ts';
import { configMap } from '../harness/objects.ts';
import { startBare } from '../reference/bare.ts';
import { startEtcd } from '../reference/etcd.ts';
import { measureFlushes } from '../harness/fsync-loop.ts';
import type { Row } from '../harness/report.ts';
import { type Figure, interleave, median } from '../harness/rounds.ts';
import { type Access, diskFolder, startTarget } from '../harness/target.ts';

const objectBytes = 700;
const clients = [1, 16, 64] as const;
/** Aims of the largest number of clients. */
const aims = { share: 1, p99: 25 } as const;
/** Seconds of load before a round counts, on every server. */
const warmUp = 3;

interface Load {
  readonly rounds: number;
  readonly seconds: number;
}

export async function measureCreates(load: Load): Promise<readonly Row[]> {
  const target = await startTarget();
  const bare = await startBare({});
  const etcd = await startEtcd();
  const posted = sender(load.seconds);
  const rows: Row[] = [];
  for (const count of clients) {
    const p99 = { ours: [] as number[], bare: [] as number[] };
    const [ours, reference, disk, etcdPuts] = await interleave(load.rounds, [
      {
        name: 'ours',
        run: () => posted(target.access, '/api/v1/namespaces/default/configmaps', count, p99.ours),
      },
      { name: 'bare Node', run: () => posted({ origin: bare.origin, ca: bare.ca }, '/emit', count, p99.bare) },
      { name: 'fsync loop', run: () => measureFlushes(diskFolder(), Math.min(load.seconds, 1) * 1000) },
      ...(etcd === undefined
        ? []
        : [
            {
              name: 'etcd',
              run: async () =>
                (await etcd.puts({ clients: count, seconds: load.seconds, warmUp, bytes: 1024 })).perSecond,
            },
          ]),
    ]);
    if (ours === undefined) continue;
    const measure = `create, ${count} client${count === 1 ? '' : 's'}`;
    rows.push(
      ...rates(measure, ours, { etcd: etcdPuts, disk, bare: reference }, count === clients.at(-1)),
      slowest(measure, { ours: median(p99.ours), bare: median(p99.bare) }, count === clients.at(-1)),
    );
  }
  await Promise.all([target.stop(), bare.stop(), etcd?.stop()]);
  return rows;
}

type Served = Pick<Access, 'origin' | 'ca'> & Partial<Access>;

/** Sends objects with so many clients, and answers how many were taken per second; the p99 of the run goes to `p99`. */
function sender(seconds: number): (to: Served, path: string, count: number, p99: number[]) => Promise<number> {
  let run = 0;
  return async (to, path, count, p99) => {
    run += 1;
    const result = await runLoad({
      ...to,
      method: 'POST',
      path,
      body: JSON.stringify(configMap('c-%N', objectBytes)),
      connections: Math.min(count, 4),
      streams: Math.ceil(count / 4),
      seconds,
      warmUp,
      seed: `${run}`,
    });
    p99.push(result.p99);
    return result.perSecond;
  };
}

interface References {
  readonly etcd: Figure | undefined;
  readonly disk: Figure | undefined;
  readonly bare: Figure | undefined;
}

/** `aimed`: whether the aim is stated for this number of clients. */
function rates(measure: string, ours: Figure, references: References, aimed: boolean): Row[] {
  const { etcd, disk, bare } = references;
  const row = (name: string, theirs: Figure | undefined): Row[] =>
    theirs === undefined
      ? []
      : [
          {
            measure: name,
            value: ours.median,
            unit: '/s',
            reference: { name: theirs.name, value: theirs.median },
          },
        ];
  const met = ours.median >= aims.share * (etcd?.median ?? 0);
  return [
    ...row(measure, etcd).map((it) => (aimed ? { ...it, aim: { text: `>= ${aims.share} x etcd`, met } } : it)),
    ...row(`${measure} (disk)`, disk),
    ...row(`${measure} (bare)`, bare),
  ];
}

function slowest(measure: string, p99: { readonly ours: number; readonly bare: number }, aimed: boolean): Row {
  return {
    measure: `${measure}, p99 (median of rounds, each after ${warmUp} s of load)`,
    value: p99.ours,
    unit: 'ms',
    reference: { name: 'bare Node', value: p99.bare },
    ...(aimed ? { aim: { text: `<= ${aims.p99} ms`, met: p99.ours <= aims.p99 } } : {}),
  };
}
