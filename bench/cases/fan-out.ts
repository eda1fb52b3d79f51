// Watch fan-out: events delivered in a second, against a bare Node server that writes the same frames to as many streams.
// `resume`: all watchers come back at once and get what they missed; nothing is written meanwhile, so this is delivery alone.
// `fan-out of 1 writer`: watchers wait while one writer creates objects, one request after the other. `fan-out of 64 writes
// at once`: the same under load, where writes share flushes and events come in batches; with few watchers this is mostly the
// rate of writing (decoding, admission, commit), which `creates` shows, so that only the thousand watchers have an aim here.
// The reference stores each frame too (appended, one flush for all that wait), because a server without storage is no
// comparison. Before anything is timed both servers deliver enough events of a single writer for V8 to finish compiling: it
// compiles in the background on the same core for some thousands of events, many for ours and few for the reference. The first
// requests of a new server are measured by `cold-start`.

import { once } from 'node:events';
import type { Watchers } from '../load/open-watchers.ts';
import { openWatchers, watchersPath } from '../load/open-watchers.ts';
import type { WatchPlan } from '../load/watch-plan.ts';
import { configMap } from '../harness/objects.ts';
import { start } from '../harness/processes.ts';
import { startBare } from '../reference/bare.ts';
import type { Row } from '../harness/report.ts';
import type { Figure } from '../harness/rounds.ts';
import { interleave } from '../harness/rounds.ts';
import type { Access } from '../harness/target.ts';
import { call, fill, open, startTarget } from '../harness/target.ts';
import { collection, createFrame, versionNow } from './watched-collection.ts';

const share = 0.7;
const shareUnderLoad = 0.75;
/** Writers of the second measurement: their writes share flushes. */
const many = 64;
/** Events of a single writer before anything is timed. */
const warmUp = 4000;
/** How many watchers, events that each of them resumes over, events of one round of a single writer and of many. */
const sizes = [
  { watchers: 1, missed: 5000, single: 1000, events: 2000 },
  { watchers: 100, missed: 500, single: 150, events: 500 },
  { watchers: 1000, missed: 100, single: 60, events: 100 },
] as const;
type Size = (typeof sizes)[number];

export async function measureFanOut({ rounds }: { rounds: number }): Promise<readonly Row[]> {
  const target = await startTarget();
  const frame = await createFrame(target.access, configMap(`sample-${Date.now()}`));
  const bare = await startBare({ frame: Buffer.from(frame) });
  const access = { ours: target.access, bare: { origin: bare.origin, ca: bare.ca } };
  const rows: Row[] = [];
  const row = (measure: string, compared: Compared, aim?: number): void => {
    const met = aim === undefined || compared.value >= aim * compared.reference.value;
    const stated = aim === undefined ? {} : { aim: { text: `>= ${aim * 100} %`, met } };
    rows.push({ measure, unit: 'events/s', ...compared, ...stated });
  };
  const warming = await openLive(1, sizes[0], access, frame);
  await warming.measure(1, warmUp);
  warming.close();
  for (const size of sizes) {
    const watchers = `${size.watchers} watcher${size.watchers === 1 ? '' : 's'}`;
    row(`resume of ${watchers}`, await measureReplay(rounds, size, access), share);
    const live = await openLive(rounds, size, access, frame);
    row(`fan-out of 1 writer to ${watchers}`, await live.measure(1, size.single), share);
    const loaded = size.watchers === 1000 ? shareUnderLoad : undefined;
    row(`fan-out of ${many} writes at once to ${watchers}`, await live.measure(many, size.events), loaded);
    live.close();
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
  // The object that every namespace gets by itself comes first or in between: it is one of the events.
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

interface Live {
  /** Watchers wait for what so many writers bring, each one request after the other. */
  measure(writers: number, events: number): Promise<Compared>;
  close(): void;
}

async function openLive(rounds: number, { watchers }: Size, access: Both, frame: string): Promise<Live> {
  const path = `${collection('default')}?watch=1&resourceVersion=${await versionNow(access.ours)}&timeoutSeconds=600`;
  const ours = await openWatchers({ ...access.ours, path, watchers });
  const theirs = await openWatchers({ ...access.bare, path: '/watch', watchers });
  return {
    async measure(writers, events) {
      const create = (): Write => ['POST', collection('default'), configMap(`w-${written++}`)];
      const emit = (): Write => ['POST', '/emit', frame];
      const bare = { ...access.bare, cert: '', key: '' };
      const load = { watchers, writers, events };
      return compared(
        await interleave(rounds, [
          { name: 'ours', run: () => deliveries(ours, load, create, access.ours) },
          { name: 'bare Node', run: () => deliveries(theirs, load, emit, bare) },
        ]),
      );
    },
    close() {
      ours.close();
      theirs.close();
    },
  };
}

/** Writes of all measurements so far: no two have the same name. */
let written = 0;

type Write = readonly [method: string, path: string, body: object | string];

interface Load {
  readonly watchers: number;
  readonly writers: number;
  readonly events: number;
}

/** Deliveries in a second. */
async function deliveries(watchers: Watchers, load: Load, write: () => Write, access: Access): Promise<number> {
  const session = open(access);
  // The writer's handshake is no part of what its writes take.
  await once(session, 'remoteSettings');
  let left = load.events;
  const writer = async (): Promise<void> => {
    while (left-- > 0) {
      const { status } = await call(session, ...write());
      if (status >= 300) throw new Error(`a write answered ${status}`);
    }
  };
  const writers = (): Promise<unknown> => Promise.all(Array.from({ length: load.writers }, writer));
  const { seconds } = await watchers.deliver(load.events, writers);
  session.close();
  return (load.events * load.watchers) / seconds;
}
