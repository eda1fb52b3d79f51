import { copyFile, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import t from 'tap';

import { FakeClock } from '../../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../../shared/process/log/log.ts';
import { type EmbeddedStore, openEmbeddedStore } from '../engine/embedded-store.ts';
import { FlushPace } from './flush-pace.ts';
import { frameOf, type LogEntry } from './frame.ts';
import { Segment } from './segment.ts';

const clock = new FakeClock();
const pace = new FlushPace(clock);
const id = Buffer.from('of tests');
const made = { id, create: true, pace };
const kept = { id, create: false, pace };

function records(first: number, count: number, length = 50): LogEntry[] {
  return Array.from({ length: count }, (_, at) => ({ revision: first + at, record: Buffer.alloc(length, first + at) }));
}

function unexpected(): void {
  throw new Error('nothing failed here');
}

async function revisionsOf(path: string): Promise<number[]> {
  const file = await Segment.open(path, kept);
  try {
    return (await file.read(0)).map(({ revision }) => revision);
  } finally {
    await file.close();
  }
}

/** A file with three frames of two records each; answers where each frame ends. */
async function threeFrames(path: string): Promise<number[]> {
  const file = await Segment.open(path, made);
  const ends: number[] = [];
  for (const first of [2, 4, 6]) {
    await file.append(records(first, 2), unexpected);
    ends.push(file.used);
  }
  await file.close();
  return ends;
}

t.test('queued records keep only their own memory', async (t) => {
  const file = await Segment.open(join(t.testdir({}), 'journal'), made);
  // As records come: small pieces of a pool that they share with whatever is written at the same time.
  const pooled = [2, 3].map((revision) => ({ revision, record: Buffer.from('x'.repeat(revision * 10)) }));
  const waiting = await file.append(pooled, unexpected);
  t.strictSame(waiting, pooled);
  t.ok(
    waiting.every(({ record }) => record.buffer.byteLength < 200),
    waiting.map(({ record }) => record.buffer.byteLength).join(),
  );
  await file.close();
});

t.test('a single record is written on this thread while the disk is quick', async (t) => {
  let now = 0;
  let took = 0.1;
  let held = 0;
  class Pace extends FlushPace {
    override hold(flush: () => void): void {
      held += 1;
      super.hold(flush);
    }
  }
  // Each reading of the clock adds the time of a flush.
  const own = new Pace({ monotonic: () => (now += took) });
  const path = join(t.testdir({}), 'journal');
  const file = await Segment.open(path, { ...made, pace: own });
  await file.append(records(2, 1), unexpected);
  t.equal(held, 1, 'alone');
  await file.append(records(3, 2), unexpected);
  t.equal(held, 1, 'several: this thread has other things to do');
  await file.append(records(5, 1, 100_000), unexpected);
  t.equal(held, 1, 'a large one, which takes the disk longer');
  took = 5;
  for (let revision = 6; revision < 11; revision++) await file.append(records(revision, 1), unexpected);
  t.equal(held, 2, 'the disk became slow, and is waited for once');
  await file.close();
  t.strictSame(await revisionsOf(path), [2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

t.test('a file returns appended records, and continues behind those that are still needed', async (t) => {
  const path = join(t.testdir({}), 'journal');
  const [, , third = 0] = await threeFrames(path);
  t.strictSame(await revisionsOf(path), [2, 3, 4, 5, 6, 7]);
  const file = await Segment.open(path, kept);
  t.strictSame((await file.read(2))[0], { revision: 3, record: Buffer.alloc(50, 3) });
  t.equal(file.used, third);
  await file.append(records(8, 1), unexpected);
  await file.close();
  t.strictSame(await revisionsOf(path), [2, 3, 4, 5, 6, 7, 8]);
  const moved = await Segment.open(path, kept);
  t.strictSame(await moved.read(8), []);
  t.equal(moved.used, 0, 'nothing of it is needed');
  await moved.append(records(9, 1), unexpected);
  await moved.close();
  const again = await Segment.open(path, kept);
  t.strictSame(
    (await again.read(8)).map(({ revision }) => revision),
    [9],
    'frames of the pass before are behind it and do not count',
  );
  await again.close();
});

t.test('wherever a crash cuts the last frame off, the frames before it stay whole', async (t) => {
  const path = join(t.testdir({}), 'journal');
  const [, second = 0, third = 0] = await threeFrames(path);
  const whole = await readFile(path);
  for (let cut = second; cut < third; cut++) {
    const torn = Buffer.from(whole);
    torn.fill(0, cut, third);
    await writeFile(path, torn);
    t.strictSame(await revisionsOf(path), [2, 3, 4, 5], `cut after ${cut - second} bytes`);
  }
  await writeFile(path, whole);
  await truncate(path, third - 1);
  t.strictSame(await revisionsOf(path), [2, 3, 4, 5], 'a file that ends in the middle of a frame');
});

t.test('whole frames behind a broken one are found, whichever it is', async (t) => {
  const path = join(t.testdir({}), 'journal');
  const [first = 0, , third = 0] = await threeFrames(path);
  const whole = await readFile(path);
  for (let at = 0; at < third; at += 1) {
    const bytes = Buffer.from(whole);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    await writeFile(path, bytes);
    const lost = 2 + 2 * Math.floor(at / first);
    const left = [2, 3, 4, 5, 6, 7].filter((revision) => revision !== lost && revision !== lost + 1);
    const found = await revisionsOf(path);
    if (found.join() !== left.join()) t.fail(`byte ${at}: ${found.join()}`);
  }
  t.pass('every byte');
});

t.test('bytes inside of a record are never read as a frame', async (t) => {
  const path = join(t.testdir({}), 'journal');
  const file = await Segment.open(path, made);
  await file.append([{ revision: 2, record: frameOf(records(9, 1), Buffer.alloc(8, 'guess')) }], unexpected);
  await file.close();
  const bytes = await readFile(path);
  bytes.writeUInt8(1, 0);
  await writeFile(path, bytes);
  t.strictSame(await revisionsOf(path), []);
});

async function openStore(folder: string, journalBytes?: number): Promise<EmbeddedStore> {
  return openEmbeddedStore({
    folder,
    clock,
    log: silentLog,
    ...(journalBytes === undefined ? {} : { journalBytes }),
  });
}

async function fill(store: EmbeddedStore, from: number, to: number): Promise<void> {
  const value = Buffer.alloc(1000, 'x');
  for (let at = from; at < to; at += 10) {
    const keys = Array.from({ length: Math.min(10, to - at) }, (_, offset) => `k${at + offset}`);
    await Promise.all(keys.map((key) => store.commit({ key, value, expected: 0 })));
  }
}

/** The folder as a crash leaves it while nothing moves to the log. */
async function crashed(folder: string): Promise<string> {
  const copy = `${folder}-copy`;
  await mkdir(copy);
  const names = (await readdir(folder)).filter((name) => !name.includes('lock'));
  for (const name of names) await copyFile(join(folder, name), join(copy, name));
  return copy;
}

t.test('records that only the write-ahead log has survive a crash, and are moved to the log once', async (t) => {
  const folder = join(t.testdir({}), 'data');
  const store = await openStore(folder);
  await fill(store, 0, 35);
  const copy = await crashed(folder);
  await store.close();
  for (const round of [1, 2]) {
    const again = await openStore(copy);
    t.equal((await again.range({ prefix: 'k' })).entries.length, 35, `opened ${round} times`);
    t.equal(await again.latest(), 36);
    await again.close();
  }
});

t.test('the files take turns while writes go on, and every record is read wherever it lies', async (t) => {
  const folder = join(t.testdir({}), 'data');
  const store = await openStore(folder, 20_000);
  await fill(store, 0, 500);
  const { entries } = await store.range({ prefix: 'k' });
  t.equal(entries.length, 500);
  t.ok(entries.every(({ value }) => value.length === 1000));
  const stop = new AbortController();
  const seen: number[] = [];
  await store.follow({
    after: 1,
    signal: stop.signal,
    onChanges: (changes) => {
      for (const { revision } of changes) seen.push(revision);
      if (seen.length >= 500) stop.abort();
    },
  });
  t.strictSame(
    seen,
    Array.from({ length: 500 }, (_, at) => at + 2),
  );
  await store.compact(await store.latest());
  await fill(store, 500, 520);
  await store.close();
  const again = await openStore(folder);
  t.equal((await again.range({ prefix: 'k' })).entries.length, 520);
  await again.close();
});
