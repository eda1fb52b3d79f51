// Many definitions at once: how long it takes to store them, until all are established and one is served, a start with them, and
// what they cost in memory. `--definitions` says how many.

import { mkdtempSync, rmSync } from 'node:fs';
import type { ClientHttp2Session } from 'node:http2';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { definition, definitionNames, definitionsPath as path } from '../harness/definitions.ts';
import { processorSeconds, residentMemory } from '../harness/processes.ts';
import type { Row } from '../harness/report.ts';
import { median } from '../harness/rounds.ts';
import { call, diskFolder, fill, open, startOn, type Target } from '../harness/target.ts';

const megabyte = 1024 * 1024;
/** Time for the collector to settle, in milliseconds. */
const settle = 15_000;
const aims = { load: 10, coldStart: 1.5, memory: 150, served: 100 } as const;
/** Milliseconds between two scrapes. */
const scrape = 200;
/** Definitions that are made one after the other, to see how soon each is served. */
const single = 10;

export async function measureDefinitions({ definitions: count }: { definitions: number }): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(diskFolder(), 'orchkit-bench-'));
  try {
    const empty = await started(folder);
    await sleep(settle);
    const before = residentMemory(empty.target.child.pid) / megabyte;
    const rows = await loaded(empty.target, count);
    await sleep(settle);
    const after = residentMemory(empty.target.child.pid) / megabyte;
    await empty.target.stop();
    const full = await started(folder, count);
    await sleep(settle);
    const restarted = residentMemory(full.target.child.pid) / megabyte;
    await full.target.stop();
    return [...rows, ...costs(count, { empty: empty.seconds, full: full.seconds }, { before, after, restarted })];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function costs(
  count: number,
  start: { readonly empty: number; readonly full: number },
  { before, after, restarted }: { readonly before: number; readonly after: number; readonly restarted: number },
): readonly Row[] {
  const named = `${count.toLocaleString('en')} definitions`;
  const memory = (measure: string, value: number): Row => ({
    measure,
    value,
    unit: 'MB more',
    reference: { name: 'MB without', value: before },
    aim: { text: `<= ${aims.memory} MB`, met: value <= aims.memory },
  });
  return [
    {
      measure: `cold start with ${named} to the first list`,
      value: start.full,
      unit: 's',
      reference: { name: 'without', value: start.empty },
      aim: { text: `<= ${aims.coldStart} s`, met: start.full <= aims.coldStart },
    },
    memory(`memory, ${named} loaded`, after - before),
    memory(`memory, ${named} after a restart`, restarted - before),
  ];
}

/** A server, and the seconds until it was ready and listed objects of the last definition, if there are any. */
async function started(folder: string, count = 0): Promise<{ readonly target: Target; readonly seconds: number }> {
  const begin = performance.now();
  const target = await startOn(folder);
  const session = open(target.access);
  const list = count === 0 ? '/api/v1/configmaps' : objectsOf(count - 1);
  while ((await call(session, 'GET', list)).status !== 200) await sleep(2);
  const seconds = (performance.now() - begin) / 1000;
  session.close();
  return { target, seconds };
}

async function loaded({ access, child }: Target, count: number): Promise<readonly Row[]> {
  const session = open(access);
  const row = (measure: string, value: number, aim?: number): Row => {
    const stated = aim === undefined ? {} : { aim: { text: `<= ${aim} s`, met: value <= aim } };
    return { measure: `${count.toLocaleString('en')} definitions, ${measure}`, value, unit: 's', ...stated };
  };
  const begin = performance.now();
  const used = processorSeconds(child.pid);
  const since = (): number => (performance.now() - begin) / 1000;
  await fill(access, path, count, definition);
  const stored = since();
  // Scrapes come last: with a thousand kinds each has a hundred thousand lines, which take the server's time.
  while ((await call(session, 'GET', objectsOf(count - 1))).status !== 200) await sleep(10);
  while ((await servedCount(session)) < count) await sleep(scrape);
  const established = since();
  const processor = processorSeconds(child.pid) - used;
  const listed: number[] = [];
  for (let index = count; index < count + single; index += 1) listed.push(await servedAfter(session, index));
  session.close();
  const value = median(listed);
  return [
    row('stored', stored),
    row('established and served', established, aims.load),
    row("the server's processor", processor),
    {
      measure: `one more definition to its first list (median of ${single})`,
      value,
      unit: 'ms',
      aim: { text: `<= ${aims.served} ms`, met: value <= aims.served },
    },
  ];
}

/** Milliseconds from the request that makes the definition to the first list of its objects. */
async function servedAfter(session: ClientHttp2Session, index: number): Promise<number> {
  const begin = performance.now();
  const { status } = await call(session, 'POST', path, definition(index));
  if (status >= 300) throw new Error(`the definition ${index} was answered by ${status}`);
  while ((await call(session, 'GET', objectsOf(index))).status !== 200) await sleep(1);
  return performance.now() - begin;
}

function objectsOf(index: number): string {
  const { group, plural } = definitionNames(index);
  return `/apis/${group}/v1/${plural}`;
}

/** Those that the server serves, which needs that they are established. */
async function servedCount(session: ClientHttp2Session): Promise<number> {
  const { body } = await call(session, 'GET', '/metrics');
  return Number(/^apiextensions_served_definitions (\d+)$/m.exec(body.toString())?.[1] ?? 0);
}
