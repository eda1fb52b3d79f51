// Durable creates with 1, 16 and 64 clients in flight, against etcd on the same disk through a Node gRPC client, and against
// a loop of write and fsync.

import { runLoad } from '../load/run-load.ts';
import { configMap } from '../objects.ts';
import { startEtcd } from '../reference/etcd.ts';
import { measureFlushes } from '../fsync-loop.ts';
import type { Row } from '../report.ts';
import { interleave, median } from '../rounds.ts';
import { diskFolder, startTarget } from '../target.ts';

const objectBytes = 700;
const clients = [1, 16, 64] as const;
/** Aims of the largest number of clients. */
const aims = { share: 1, p99: 25 } as const;

export async function measureCreates({
  rounds,
  seconds,
}: {
  rounds: number;
  seconds: number;
}): Promise<readonly Row[]> {
  const target = await startTarget();
  const etcd = await startEtcd();
  const rows: Row[] = [];
  let run = 0;
  for (const count of clients) {
    const p99: number[] = [];
    const create = async (): Promise<number> => {
      run += 1;
      const result = await runLoad({
        ...target.access,
        method: 'POST',
        path: '/api/v1/namespaces/default/configmaps',
        body: JSON.stringify(configMap('c-%N', objectBytes)),
        connections: Math.min(count, 4),
        streams: Math.ceil(count / 4),
        seconds,
        seed: `${run}`,
      });
      p99.push(result.p99);
      return result.perSecond;
    };
    const put = async (): Promise<number> =>
      (await etcd?.puts({ clients: count, seconds, bytes: 1024 }))?.perSecond ?? Number.NaN;
    const sync = async (): Promise<number> => measureFlushes(diskFolder(), Math.min(seconds, 1) * 1000);
    const [ours, theirs, disk] = await interleave(rounds, [
      { name: 'ours', run: create },
      ...(etcd === undefined ? [] : [{ name: 'etcd', run: put }]),
      { name: 'fsync loop', run: sync },
    ]);
    if (ours === undefined || theirs === undefined) continue;
    const measure = `create, ${count} client${count === 1 ? '' : 's'}`;
    const reference = { name: theirs.name, value: theirs.median };
    const last = count === clients.at(-1);
    const aim = { text: `>= ${aims.share} x etcd`, met: ours.median >= aims.share * theirs.median };
    rows.push({ measure, value: ours.median, unit: '/s', reference, ...(last && etcd !== undefined ? { aim } : {}) });
    if (disk !== undefined)
      rows.push({
        measure: `${measure} (disk)`,
        value: ours.median,
        unit: '/s',
        reference: { name: disk.name, value: disk.median },
      });
    const slowest = median(p99);
    rows.push({
      measure: `${measure}, p99`,
      value: slowest,
      unit: 'ms',
      ...(last ? { aim: { text: `<= ${aims.p99} ms`, met: slowest <= aims.p99 } } : {}),
    });
  }
  await Promise.all([target.stop(), etcd?.stop()]);
  return rows;
}
