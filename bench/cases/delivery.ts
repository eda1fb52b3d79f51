// How long an event takes to a thousand watchers at a steady rate of writes, against a bare Node server that stores and
// writes the same frames; and whether a watcher that never reads makes a difference for the others.
//
// Latency runs from the moment before the request of a write is sent (it stands in the object) until a watcher has the
// event: receiving, checking, committing durably and delivering. A tenth of the watchers look at all of their events.
// The rate is the one asked for or, where that is more than this machine carries, three quarters of what the bare server
// alone delivers at most; the row tells which. Before anything is timed both servers deliver as many events as they can, the
// same number: what a process does for the first time is slow by itself.

import type { Delivery, Watchers } from '../load/open-watchers.ts';
import { openWatchers } from '../load/open-watchers.ts';
import { sentMark, sentNow } from '../load/watch-plan.ts';
import { configMap } from '../objects.ts';
import { startBare } from '../reference/bare.ts';
import type { Row } from '../report.ts';
import { interleave, median } from '../rounds.ts';
import type { Access } from '../target.ts';
import { call, open, startTarget } from '../target.ts';
import { collection, createFrame, versionNow } from './watched-collection.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** Of the rate that the bare server carries. */
const carried = 0.75;
const mostLatency = 100;
const share = 0.75;
/** What a stalled watcher may change for the others. */
const tolerance = 0.1;
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

/** A server with watchers and somebody who writes. */
interface Side {
  readonly access: Access;
  readonly watchers: Watchers;
  /** One write with the time of now in it. */
  write(): readonly [string, string, object | string];
}

interface Measured {
  readonly p99: number;
  /** Events received in a second, by all watchers together. */
  readonly rate: number;
}

export async function measureDelivery(options: DeliveryOptions): Promise<readonly Row[]> {
  const { rounds, seconds, watchers } = options;
  const target = await startTarget();
  const frame = await createFrame(target.access, stamped('sample'));
  const bare = await startBare({});
  const fromNow = async (): Promise<string> =>
    `${collection('default')}?watch=1&resourceVersion=${await versionNow(target.access)}&timeoutSeconds=3600`;
  const path = await fromNow();
  const ours = await sideOf(target.access, path, options, numbered());
  const theirs = await sideOf({ ...bare, cert: '', key: '' }, '/watch', options, restamped(frame));
  const capacity = await capacityOf(theirs, watchers);
  await capacityOf(ours, watchers);
  const rate = Math.min(options.rate, Math.floor(capacity * carried));
  const load = { rate, events: Math.max(1, Math.round(rate * seconds)), watchers };
  const results = { ours: [] as Measured[], stalled: [] as Measured[], bare: [] as Measured[] };
  const into = (list: Measured[], measure: () => Promise<Measured>) => async (): Promise<number> => {
    const measured = await measure();
    list.push(measured);
    return measured.p99;
  };
  await interleave(rounds, [
    { name: 'ours', run: into(results.ours, () => paced(ours, load)) },
    { name: 'bare Node', run: into(results.bare, () => paced(theirs, load)) },
    {
      name: 'ours, one stalled',
      run: into(results.stalled, async () => withStalled(target.access, await fromNow(), () => paced(ours, load))),
    },
  ]);
  for (const side of [ours, theirs]) side.watchers.close();
  await Promise.all([target.stop(), bare.stop()]);
  const name = `delivery to ${watchers} watchers at ${rate}/s${rate < options.rate ? ` (bare carries ${Math.floor(capacity)}/s)` : ''}`;
  return rowsOf(name, middle(results.ours), middle(results.bare), middle(results.stalled));
}

function rowsOf(name: string, ours: Measured, bare: Measured, stalled: Measured): readonly Row[] {
  const alone = 'none stalled';
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
    {
      measure: 'the same, one watcher stalled, p99',
      value: stalled.p99,
      unit: 'ms',
      reference: { name: alone, value: ours.p99 },
      aim: { text: `<= ${Math.round((1 + tolerance) * 100)} %`, met: stalled.p99 <= (1 + tolerance) * ours.p99 },
    },
    {
      measure: 'the same, one watcher stalled, events',
      value: stalled.rate,
      unit: '/s',
      reference: { name: alone, value: ours.rate },
      aim: { text: `>= ${Math.round((1 - tolerance) * 100)} %`, met: stalled.rate >= (1 - tolerance) * ours.rate },
    },
  ];
}

function middle(measured: readonly Measured[]): Measured {
  return { p99: median(measured.map(({ p99 }) => p99)), rate: median(measured.map(({ rate }) => rate)) };
}

async function sideOf(
  access: Access,
  path: string,
  { watchers }: DeliveryOptions,
  write: Side['write'],
): Promise<Side> {
  const { origin, ca, cert, key } = access;
  const credentials = cert === '' ? {} : { cert, key };
  return { access, watchers: await openWatchers({ origin, ca, ...credentials, path, watchers, timed }), write };
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
  readonly rate: number;
  readonly events: number;
  readonly watchers: number;
}

/** Sends a write whenever one is due, whether or not those before it are answered. */
async function paced(side: Side, { rate, events, watchers }: PacedLoad): Promise<Measured> {
  const session = open(side.access);
  const answers: Promise<void>[] = [];
  const send = async (): Promise<void> => {
    const { status } = await call(session, ...side.write());
    if (status >= 300) throw new Error(`a write answered ${status}`);
  };
  const { seconds, p99 = Number.NaN } = await side.watchers.deliver(events, async () => {
    const begin = performance.now();
    while (answers.length < events) {
      const due = Math.min(events, Math.floor(((performance.now() - begin) * rate) / 1000) + 1);
      while (answers.length < due) answers.push(send());
      await sleep(1);
    }
    await Promise.all(answers);
  });
  session.close();
  return { p99, rate: (events * watchers) / seconds };
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
