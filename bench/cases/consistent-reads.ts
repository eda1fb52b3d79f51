// Reads that show the newest state, from a service on etcd, one after the other: against a bare Node server that does one
// round trip to the same etcd before it sends the same bytes, as no such read can do without. Alone, and beside a writer.

import { performance } from 'node:perf_hooks';
import type { ClientHttp2Session } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { configMap } from '../harness/objects.ts';
import { startBare } from '../reference/bare.ts';
import { startEtcd } from '../reference/etcd.ts';
import type { Row } from '../harness/report.ts';
import { interleave, median } from '../harness/rounds.ts';
import { call, fill, open, startTarget } from '../harness/target.ts';

const collection = '/api/v1/namespaces/default/configmaps';
const objects = 100;
/** Milliseconds between the writes of the other client. */
const writePause = 10;
const most = 1.5;

export async function measureConsistentReads({
  rounds,
  seconds,
}: {
  rounds: number;
  seconds: number;
}): Promise<readonly Row[]> {
  const etcd = await startEtcd();
  if (etcd === undefined) return [];
  const servers = [`http://${etcd.endpoint}`];
  const target = await startTarget([`--etcd-servers=${servers[0]}`]);
  await fill(target.access, collection, objects, (index) => configMap(`c-${index}`));
  const session = open(target.access);
  const reads = [
    { measure: 'get', file: 'one', path: `${collection}/c-0` },
    { measure: `list ${objects}`, file: 'all', path: collection },
  ];
  const bodies: Record<string, Buffer> = {};
  for (const { file, path } of reads) bodies[file] = (await call(session, 'GET', path)).body;
  const bare = await startBare(bodies, servers[0]);
  const reference = open({ ...target.access, origin: bare.origin, ca: bare.ca });
  const rows: Row[] = [];
  for (const writing of [false, true]) {
    for (const { measure, file, path } of reads) {
      const stop = new AbortController();
      const writes = writing ? write(target.access, stop.signal) : Promise.resolve();
      const [ours, theirs] = await interleave(rounds, [
        { name: 'ours', run: () => latency(seconds, session, path) },
        { name: 'bare Node and one round trip to etcd', run: () => latency(seconds, reference, `/etcd/${file}`) },
      ]);
      stop.abort();
      await writes;
      if (ours === undefined || theirs === undefined) continue;
      rows.push({
        measure: `consistent ${measure}${writing ? ', beside a writer' : ''}`,
        value: ours.median,
        unit: 'ms',
        reference: { name: theirs.name, value: theirs.median },
        aim: { text: `<= ${most} x`, met: ours.median <= most * theirs.median },
      });
    }
  }
  session.close();
  reference.close();
  await Promise.all([target.stop(), bare.stop()]);
  await etcd.stop();
  return rows;
}

/** The median, in milliseconds, of one read after the other. */
async function latency(seconds: number, session: ClientHttp2Session, path: string): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  for (let start = performance.now(); start < end; start = performance.now()) {
    const { status } = await call(session, 'GET', path);
    if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
    times.push(performance.now() - start);
  }
  return median(times);
}

async function write(access: Parameters<typeof open>[0], signal: AbortSignal): Promise<void> {
  const session = open(access);
  const path = `${collection}/c-1`;
  for (let count = 0; !signal.aborted; count += 1) {
    await call(session, 'PUT', path, { ...configMap('c-1'), data: { count: String(count) } });
    await sleep(writePause);
  }
  session.close();
}
