// How long an event takes to a thousand watchers at a steady rate of writes, against a bare Node server that stores and
// writes the same frames; and whether a watcher that never reads makes a difference for the others.
//
// Latency runs from the moment before the request of a write is sent (it stands in the object) until a watcher has the
// event: receiving, checking, committing durably and delivering. A tenth of the watchers time all of their events.
// The rate is the requested one. Where that is more than this machine carries, it is three quarters of the most that the bare
// server alone delivers; the row says which. Before anything is timed both servers deliver the same number of events as fast as
// they can, because a new process is slow at first.
//
// The effect of a stalled watcher is smaller than the noise from one second to the next. So phases with and without one are
// short, many, and take turns. Each comes after half a second of the same load that does not count, because opening a watch
// costs something too. Beside latency and events the rows show the server's processor time for an event, which shows
// what a stalled watcher costs even where the latency hides it.

import type { Delivery, Watchers } from '../load/open-watchers.ts';
import { openWatchers } from '../load/open-watchers.ts';
import { sentMark, sentNow } from '../load/watch-plan.ts';
import { configMap } from '../harness/objects.ts';
import { processorSeconds } from '../harness/processes.ts';
import { startBare } from '../reference/bare.ts';
import type { Row } from '../harness/report.ts';
import { interleave, median } from '../harness/rounds.ts';
import type { Access } from '../harness/target.ts';
import { call, open, startTarget } from '../harness/target.ts';
import { collection, createFrame, versionNow } from './watched-collection.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** Of the rate that the bare server carries. */
const carried = 0.75;
const mostLatency = 100;
const share = 0.75;
/** What a stalled watcher may change for the others. */
const tolerance = 0.1;
/** Phases with a stalled watcher in each round, and as many without; seconds of one, and of the load before it. */
const phases = 4;
const phaseSeconds = 1;
const settlingSeconds = 0.5;
/** One of so many watchers is timed. */
const timed = 10;
/** Writes at once while the bare server shows what it carries, and their number. */
const inFlight = 64;
const trial = 200;

export interface DeliveryOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly watchers: number;
  readonly rate: number;
}

/** A server with watchers and a writer. */
interface Side {
  readonly access: Access;
  /** Of the server. */
  readonly pid: number;
  readonly watchers: Watchers;
  /** One write with the time of now in it. */
  write(): readonly [string, string, object | string];
}

interface Measured {
  readonly p99: number;
  /** Events received in a second, by all watchers together. */
  readonly rate: number;
  /** Processor time of the server for one event at one watcher, in microseconds. */
  readonly processor: number;
}

export async function measureDelivery(options: DeliveryOptions): Promise<readonly Row[]> {
  const { rounds, seconds, watchers } = options;
  const target = await startTarget();
  const frame = await createFrame(target.access, stamped('sample'));
  const bare = await startBare({});
  const fromNow = async (): Promise<string> =>
    `${collection('default')}?watch=1&resourceVersion=${await versionNow(target.access)}&timeoutSeconds=3600`;
  const path = await fromNow();
  const ours = await sideOf({ access: target.access, pid: target.child.pid }, path, options, numbered());
  const reference = { access: { ...bare, cert: '', key: '' }, pid: bare.child.pid };
  const theirs = await sideOf(reference, '/watch', options, restamped(frame));
  const capacity = await capacityOf(theirs, watchers);
  await capacityOf(ours, watchers);
  const rate = Math.min(options.rate, Math.floor(capacity * carried));
  const load = { rate, watchers, seconds };
  const results = { ours: [] as Measured[], bare: [] as Measured[] };
  const into = (list: Measured[], side: Side) => async (): Promise<number> => {
    const measured = await paced(side, load);
    list.push(measured);
    return measured.p99;
  };
  await interleave(rounds, [
    { name: 'ours', run: into(results.ours, ours) },
    { name: 'bare Node', run: into(results.bare, theirs) },
  ]);
  const { stalled, alone } = await compareStalled(ours, load, rounds, fromNow);
  for (const side of [ours, theirs]) side.watchers.close();
  await Promise.all([target.stop(), bare.stop()]);
  const name = `delivery to ${watchers} watchers at ${rate}/s${rate < options.rate ? ` (bare carries ${Math.floor(capacity)}/s)` : ''}`;
  return [...rowsOf(name, middle(results.ours), middle(results.bare)), ...stalledRows(middle(stalled), middle(alone))];
}

function rowsOf(name: string, ours: Measured, bare: Measured): readonly Row[] {
  return [
    {
      measure: `${name}, p99`,
      value: ours.p99,
      unit: 'ms',
      reference: { name: 'bare Node', value: bare.p99 },
      aim: { text: `< ${mostLatency} ms`, met: ours.p99 < mostLatency },
    },
    {
      measure: `${name}, events`,
      value: ours.rate,
      unit: '/s',
      reference: { name: 'bare Node', value: bare.rate },
      aim: { text: `>= ${share * 100} %`, met: ours.rate >= share * bare.rate },
    },
  ];
}

function stalledRows(stalled: Measured, alone: Measured): readonly Row[] {
  const compared = (what: keyof Measured, text: string, unit: string): Row => {
    const [value, reference] = [stalled[what], alone[what]];
    // Of events many are good, of all else little.
    const most = what === 'rate' ? 1 - tolerance : 1 + tolerance;
    const met = what === 'rate' ? value >= most * reference : value <= most * reference;
    return {
      measure: `the same in phases of ${phaseSeconds} s, one watcher stalled, ${text}`,
      value,
      unit,
      reference: { name: 'none stalled', value: reference },
      aim: { text: `${what === 'rate' ? '>=' : '<='} ${Math.round(most * 100)} %`, met },
    };
  };
  return [
    compared('p99', 'p99', 'ms'),
    compared('rate', 'events', '/s'),
    compared('processor', 'processor of the server for an event', 'us'),
  ];
}

function middle(measured: readonly Measured[]): Measured {
  const of = (what: keyof Measured): number => median(measured.map((one) => one[what]));
  return { p99: of('p99'), rate: of('rate'), processor: of('processor') };
}

async function sideOf(
  server: Pick<Side, 'access' | 'pid'>,
  path: string,
  { watchers }: DeliveryOptions,
  write: Side['write'],
): Promise<Side> {
  const { origin, ca, cert, key } = server.access;
  const credentials = cert === '' ? {} : { cert, key };
  return { ...server, watchers: await openWatchers({ origin, ca, ...credentials, path, watchers, timed }), write };
}

/** An object of about 1 KB with the time of now. */
function stamped(name: string): object {
  return { ...configMap(name), data: { text: `${sentMark}${sentNow()}${'x'.repeat(650)}` } };
}

function numbered(): Side['write'] {
  let number = 0;
  return () => ['POST', collection('default'), stamped(`d-${process.pid}-${(number += 1)}`)];
}

/** The frame with the time of now in the place of its own. */
function restamped(frame: string): Side['write'] {
  const at = frame.indexOf(sentMark) + sentMark.length;
  const [before, after] = [frame.slice(0, at), frame.slice(at + sentNow().length)];
  return () => ['POST', '/emit', `${before}${sentNow()}${after}`];
}

/** Events in a second that the server stores and delivers to all watchers when it is given as many as it takes. */
async function capacityOf(side: Side, watchers: number): Promise<number> {
  const session = open(side.access);
  const run = async (events: number): Promise<Delivery> => {
    let left = events;
    const writer = async (): Promise<void> => {
      while (left-- > 0) await call(session, ...side.write());
    };
    return side.watchers.deliver(events, () => Promise.all(Array.from({ length: inFlight }, writer)));
  };
  await run(Math.ceil(trial / 4));
  const events = Math.max(trial, Math.ceil(100_000 / watchers));
  const { seconds } = await run(events);
  session.close();
  return events / seconds;
}

interface PacedLoad {
  /** Writes in a second. */
  readonly rate: number;
  readonly seconds: number;
  readonly watchers: number;
}

/** Sends a write whenever one is due, whether or not those before it are answered. */
async function paced(side: Side, { rate, seconds: planned, watchers }: PacedLoad): Promise<Measured> {
  const events = Math.max(1, Math.round(rate * planned));
  const session = open(side.access);
  const answers: Promise<void>[] = [];
  const send = async (): Promise<void> => {
    const { status } = await call(session, ...side.write());
    if (status >= 300) throw new Error(`a write answered ${status}`);
  };
  const used = processorSeconds(side.pid);
  const { seconds, p99 = Number.NaN } = await side.watchers.deliver(events, async () => {
    const begin = performance.now();
    while (answers.length < events) {
      const due = Math.min(events, Math.floor(((performance.now() - begin) * rate) / 1000) + 1);
      while (answers.length < due) answers.push(send());
      await sleep(1);
    }
    await Promise.all(answers);
  });
  const processor = ((processorSeconds(side.pid) - used) * 1e6) / (events * watchers);
  session.close();
  return { p99, rate: (events * watchers) / seconds, processor };
}

interface Compared {
  readonly stalled: readonly Measured[];
  readonly alone: readonly Measured[];
}

/** Phases with a stalled watcher and phases without take turns, the one first and then the other. */
async function compareStalled(
  side: Side,
  load: PacedLoad,
  rounds: number,
  path: () => Promise<string>,
): Promise<Compared> {
  const phase = async (): Promise<Measured> => {
    await paced(side, { ...load, seconds: settlingSeconds });
    return paced(side, { ...load, seconds: phaseSeconds });
  };
  const stalled: Measured[] = [];
  const alone: Measured[] = [];
  await interleave(rounds * phases, [
    { name: 'alone', run: async () => alone.push(await phase()) },
    { name: 'stalled', run: async () => stalled.push(await withStalled(side.access, await path(), phase)) },
  ]);
  return { stalled, alone };
}

/** Beside the others there is a watcher that reads nothing, on a connection of its own; it has nothing to catch up with. */
async function withStalled<T>(access: Access, path: string, run: () => Promise<T>): Promise<T> {
  const stalled = await openWatchers({ ...access, path, watchers: 1, stalled: true });
  try {
    return await run();
  } finally {
    stalled.close();
  }
}
