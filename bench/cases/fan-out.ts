// One writer, many watchers: events delivered in a second, against a bare Node server that writes the same frames to as
// many open streams. Writes are pipelined, so that the figure shows delivery and not the disk.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { WatchPlan } from '../load/watchers.ts';
import { configMap } from '../objects.ts';
import { cores } from '../processes.ts';
import { startBare } from '../reference/bare.ts';
import type { Row } from '../report.ts';
import { interleave } from '../rounds.ts';
import type { Access } from '../target.ts';
import { call, open, startTarget } from '../target.ts';

const collection = '/api/v1/namespaces/default/configmaps';
const share = 0.7;
const inFlight = 16;

export async function measureFanOut({ rounds }: { rounds: number }): Promise<readonly Row[]> {
  const target = await startTarget();
  const bare = await startBare({});
  const bareAccess: Access = { origin: bare.origin, ca: bare.ca, cert: '', key: '' };
  const rows: Row[] = [];
  for (const watchers of [1, 100, 1000]) {
    const events = watchers === 1 ? 2000 : watchers === 100 ? 500 : 100;
    const version = JSON.parse((await call(open(target.access), 'GET', `${collection}?limit=1`)).body.toString())
      .metadata.resourceVersion as string;
    const path = `${collection}?watch=1&resourceVersion=${version}&timeoutSeconds=600`;
    const ours = await openWatchers({ ...target.access, path, watchers });
    const theirs = await openWatchers({ origin: bare.origin, ca: bare.ca, path: '/watch', watchers });
    const frame = await sampleFrame(target.access);
    await ours.deliver(0, async () => undefined);
    const [oursFigure, theirsFigure] = await interleave(rounds, [
      {
        name: 'ours',
        run: async (round) =>
          deliveries(
            ours,
            watchers,
            events,
            (index) => ['POST', collection, configMap(`w${watchers}-${round}-${index}-${process.pid}`)],
            target.access,
          ),
      },
      {
        name: 'bare Node',
        run: async () => deliveries(theirs, watchers, events, () => ['POST', '/emit', frame], bareAccess),
      },
    ]);
    ours.close();
    theirs.close();
    if (oursFigure === undefined || theirsFigure === undefined) continue;
    const reference = { name: theirsFigure.name, value: theirsFigure.median };
    const aim = { text: `>= ${share * 100} %`, met: oursFigure.median >= share * theirsFigure.median };
    rows.push({
      measure: `fan-out to ${watchers} watcher${watchers === 1 ? '' : 's'}`,
      value: oursFigure.median,
      unit: 'events/s',
      reference,
      aim,
    });
  }
  await Promise.all([target.stop(), bare.stop()]);
  return rows;
}

interface Watchers {
  /** Runs `write` and resolves to the seconds until every watcher has `events` more frames. */
  deliver(events: number, write: () => Promise<unknown>): Promise<number>;
  close(): void;
}

async function deliveries(
  watchers: Watchers,
  count: number,
  events: number,
  request: (index: number) => readonly [string, string, object | string],
  access: Access,
): Promise<number> {
  const session = open(access);
  let next = 0;
  const writer = async (): Promise<void> => {
    for (let index = next++; index < events; index = next++) {
      const { status } = await call(session, ...request(index));
      if (status >= 300) throw new Error(`a write answered ${status}`);
    }
  };
  const seconds = await watchers.deliver(events, () => Promise.all(Array.from({ length: inFlight }, writer)));
  session.close();
  return (events * count) / seconds;
}

/** A watch frame of ours, so that both servers send the same bytes. */
async function sampleFrame(access: Access): Promise<string> {
  const session = open(access);
  const created = await call(session, 'POST', collection, configMap(`sample-${Date.now()}`));
  session.close();
  return JSON.stringify({ type: 'ADDED', object: JSON.parse(created.body.toString()) as object });
}

async function openWatchers(plan: WatchPlan): Promise<Watchers> {
  const path = fileURLToPath(new URL('../load/watchers.js', import.meta.url));
  const command = [process.execPath, path, JSON.stringify(plan)];
  const [file = '', ...args] = existsSync('/usr/bin/taskset') ? ['taskset', '-c', cores.client, ...command] : command;
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    async deliver(events, write) {
      if (events === 0) return 0;
      const begin = performance.timeOrigin + performance.now();
      child.stdin.write(`${events}\n`);
      await write();
      const { value } = (await lines.next()) as { value: string };
      return (Number(value) - begin) / 1000;
    },
    close() {
      process.off('exit', kill);
      child.kill('SIGKILL');
    },
  };
}
