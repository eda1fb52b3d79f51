// Many watchers: events delivered in a second, against a bare Node server that writes the same frames to as many streams.
// Delivery is measured in two ways. `resume`: all watchers come back at once and get what they missed; nothing is written
// meanwhile, so this is delivery alone. `fan-out`: watchers wait while 64 writers create objects; the reference stores what
// it passes on, too (appended, one flush for all that wait), because a server that keeps nothing compares with no store.
// With few watchers the second figure is mostly the rate of writing (decoding, admission, commit), which `creates` shows.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { WatchPlan } from '../load/watchers.ts';
import { configMap } from '../objects.ts';
import { cores, start } from '../processes.ts';
import { startBare } from '../reference/bare.ts';
import type { Row } from '../report.ts';
import type { Figure } from '../rounds.ts';
import { interleave } from '../rounds.ts';
import type { Access } from '../target.ts';
import { call, fill, open, startTarget } from '../target.ts';

const watchersPath = fileURLToPath(new URL('../load/watchers.js', import.meta.url));
const share = 0.7;
/** Writers at once: their writes share flushes. */
const inFlight = 64;
/** How many watchers, events of one live round and events that each watcher resumes over. */
const sizes = [
  { watchers: 1, events: 2000, missed: 5000 },
  { watchers: 100, events: 500, missed: 500 },
  { watchers: 1000, events: 100, missed: 100 },
] as const;
type Size = (typeof sizes)[number];

const collection = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;

export async function measureFanOut({ rounds }: { rounds: number }): Promise<readonly Row[]> {
  const target = await startTarget();
  const frame = await sampleFrame(target.access);
  const bare = await startBare({ frame: Buffer.from(frame) });
  const access = { ours: target.access, bare: { origin: bare.origin, ca: bare.ca } };
  const rows: Row[] = [];
  for (const size of sizes) {
    const replay = await measureReplay(rounds, size, access);
    const live = await measureLive(rounds, size, access, frame);
    const watchers = `${size.watchers} watcher${size.watchers === 1 ? '' : 's'}`;
    const aim = (met: boolean): Pick<Row, 'aim'> => ({ aim: { text: `>= ${share * 100} %`, met } });
    const unit = 'events/s';
    const [replayAim, liveAim] = [replay, live].map(({ value, reference }) => aim(value >= share * reference.value));
    rows.push({ measure: `resume of ${watchers}`, unit, ...replay, ...replayAim });
    rows.push({ measure: `fan-out to ${watchers}`, unit, ...live, ...liveAim });
  }
  await Promise.all([target.stop(), bare.stop()]);
  return rows;
}

interface Both {
  readonly ours: Access;
  readonly bare: Pick<Access, 'origin' | 'ca'>;
}

type Compared = Required<Pick<Row, 'value' | 'reference'>>;

function compared([ours, theirs]: readonly Figure[]): Compared {
  const { name = '', median: value = Number.NaN } = theirs ?? {};
  return { value: ours?.median ?? Number.NaN, reference: { name, value } };
}

/** All watchers at once resume from before the same events. */
async function measureReplay(rounds: number, { watchers, missed }: Size, access: Both): Promise<Compared> {
  const namespace = `missed-${watchers}`;
  const path = `${collection(namespace)}?watch=1&resourceVersion=${await versionNow(access.ours)}&timeoutSeconds=600`;
  const session = open(access.ours);
  await call(session, 'POST', '/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
  session.close();
  // The one that every namespace gets by itself comes first or in between: it is one of the events.
  await fill(access.ours, collection(namespace), missed, (index) => configMap(`m-${index}`));
  const run = async (plan: Omit<WatchPlan, 'watchers'>): Promise<number> => {
    const child = start('client', process.execPath, [
      watchersPath,
      JSON.stringify({ ...plan, watchers, frames: missed }),
    ]);
    return (watchers * missed * 1000) / Number(await child.line());
  };
  return compared(
    await interleave(rounds, [
      { name: 'ours', run: () => run({ ...access.ours, path }) },
      { name: 'bare Node', run: () => run({ ...access.bare, path: `/replay/frame/${missed}` }) },
    ]),
  );
}

/** Watchers wait for what writers bring. */
async function measureLive(rounds: number, { watchers, events }: Size, access: Both, frame: string): Promise<Compared> {
  const path = `${collection('default')}?watch=1&resourceVersion=${await versionNow(access.ours)}&timeoutSeconds=600`;
  const ours = await openWatchers({ ...access.ours, path, watchers });
  const theirs = await openWatchers({ ...access.bare, path: '/watch', watchers });
  const figures = await interleave(rounds, [
    {
      name: 'ours',
      run: async (round) =>
        deliveries(
          ours,
          watchers,
          events,
          (index) => ['POST', collection('default'), configMap(`w${watchers}-${round}-${index}-${process.pid}`)],
          access.ours,
        ),
    },
    {
      name: 'bare Node',
      run: async () =>
        deliveries(theirs, watchers, events, () => ['POST', '/emit', frame], { ...access.bare, cert: '', key: '' }),
    },
  ]);
  ours.close();
  theirs.close();
  return compared(figures);
}

async function versionNow(access: Access): Promise<string> {
  const session = open(access);
  const { body } = await call(session, 'GET', `${collection('default')}?limit=1`);
  session.close();
  return (JSON.parse(body.toString()) as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
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
  const created = await call(session, 'POST', collection('default'), configMap(`sample-${Date.now()}`));
  session.close();
  return JSON.stringify({ type: 'ADDED', object: JSON.parse(created.body.toString()) as object });
}

async function openWatchers(plan: WatchPlan): Promise<Watchers> {
  const command = [process.execPath, watchersPath, JSON.stringify(plan)];
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
