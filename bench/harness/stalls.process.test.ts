// Own process: starts programs.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import t from 'tap';
import { flushWatch, type Stall, Stalls, stallWatch } from './stalls.ts';

function watched(program: string): ChildProcess {
  const args = ['--import', stallWatch.href, '--eval', program];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
}

t.test('a watched program reports each second when its event loop stood still', async (t) => {
  const child = watched(`
    setTimeout(() => { for (const end = performance.now() + 300; performance.now() < end; ); }, 100);
    setInterval(() => {}, 60_000);
  `);
  t.teardown(() => child.kill('SIGKILL'));
  const stalls = new Stalls();
  let longest: Stall | undefined;
  for await (const line of createInterface({ input: child.stdio[3] as Readable })) {
    const stall = JSON.parse(line) as Stall;
    stalls.add(stall);
    // The line after it shows that it goes on reporting.
    if (longest !== undefined) break;
    if (stall.late > 250) longest = stall;
  }
  const { until = 0, late = 0 } = longest ?? {};
  t.ok(late > 250);
  const isIn = (from: number, to: number): boolean => stalls.during(from, to).some((stall) => stall === longest);
  t.ok(isIn(until - late / 2, until - late / 3), 'it lasted until then');
  t.notOk(isIn(until + 1, Number.POSITIVE_INFINITY));
  t.notOk(isIn(0, until - late - 1));
});

t.test('the watch keeps no program alive', async (t) => {
  const [code] = (await once(watched(''), 'exit')) as [number];
  t.equal(code, 0);
});

t.test('the time of flushes is reported each second', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orchkit-flushes-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const child = spawn(process.execPath, [flushWatch, join(folder, 'file')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const told: Stall[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    told.push(JSON.parse(line) as Stall);
    if (told.length === 2) break;
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  const [first, second] = told;
  t.ok((first?.late ?? 0) > 0 && (second?.late ?? 0) > 0);
  t.ok((second?.until ?? 0) > (first?.until ?? 0));
});
