// A large collection of pods of 2 KB: what it costs in memory beside its bytes, when it was written and when it was listed,
// and how much more while it is listed. `--large` says how many pods.

import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad } from '../load/run-load.ts';
import { pod } from '../harness/objects.ts';
import { forgetPeak, peakMemory, residentMemory } from '../harness/processes.ts';
import type { Row } from '../harness/report.ts';
import type { Access, Target } from '../harness/target.ts';
import { call, fill, open, startTarget } from '../harness/target.ts';

const megabyte = 1024 * 1024;
/** Time for the collector to settle, in milliseconds. */
const settle = 15_000;
/** What a collection may cost: so many times its bytes, and so many megabytes for all the rest. */
const perByte = 1.5;
const base = 150;
/** Megabytes that lists may take while they are sent, however long they are. */
const listAim = 64;
const path = '/api/v1/namespaces/default/pods';

export async function measureLarge(options: { large: number; seconds: number }): Promise<readonly Row[]> {
  const count = options.large;
  const named = count.toLocaleString('en');
  const target = await startTarget();
  await fill(target.access, path, count, (index) => pod(`p-${index}`));
  await sleep(settle);
  const written = residentMemory(target.child.pid) / megabyte;
  const bytes = (await listedBytes(target.access)) / megabyte;
  const row = (measure: string, value: number): Row => {
    const aim = { text: `<= ${perByte} x + ${base} MB`, met: value <= perByte * bytes + base };
    return { measure, value, unit: 'MB', reference: { name: 'MB of JSON', value: bytes }, aim };
  };
  const rows = [row(`memory, ${named} pods of 2 KB written`, written)];
  const { extra, after } = await listing(target, options.seconds);
  const text = `<= ${listAim} MB`;
  rows.push({
    measure: `memory, lists of ${named} pods`,
    value: extra,
    unit: 'MB more',
    aim: { text, met: extra <= listAim },
  });
  rows.push(row(`memory, ${named} pods of 2 KB listed`, after));
  await target.stop();
  return rows;
}

/** Two clients list everything again and again. */
async function listing({ access, child }: Target, seconds: number): Promise<{ extra: number; after: number }> {
  await sleep(settle);
  const before = residentMemory(child.pid);
  forgetPeak(child.pid);
  await runLoad({ ...access, method: 'GET', path, connections: 2, streams: 1, seconds, seed: '' });
  const extra = (peakMemory(child.pid) - before) / megabyte;
  await sleep(settle);
  return { extra, after: residentMemory(child.pid) / megabyte };
}

/** Length of the whole list. */
async function listedBytes(access: Access): Promise<number> {
  const session = open(access);
  const { body } = await call(session, 'GET', path);
  session.close();
  return body.length;
}
