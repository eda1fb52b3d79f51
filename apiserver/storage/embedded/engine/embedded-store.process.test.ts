import { fork } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import t, { type Test } from 'tap';

import type { Clock } from '../../../../shared/process/time/clock.ts';
import { FakeClock } from '../../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../../shared/process/log/log.ts';
import { DataFolderError } from '../folder/data-folder.ts';
import { type EmbeddedStore, type EmbeddedStoreOptions, openEmbeddedStore } from './embedded-store.ts';
import type { Store } from '../../contract/store.ts';
import { storeContract } from '../../contract/store.contract.ts';

const clock = new FakeClock();
const remedy = 'restore the folder from a copy, or remove it to start empty';

/** A program that opens the folder it is given and writes until it is killed. */
const program = fileURLToPath(new URL('../../../../fixtures/apiserver/crash-writer.fixture.js', import.meta.url));

async function open(folder: string | undefined, options: Partial<EmbeddedStoreOptions> = {}): Promise<EmbeddedStore> {
  return openEmbeddedStore({ folder, clock, log: silentLog, ...options });
}

/** A store with its sweeper running under a clock of its own. */
async function harness(t: Test, folder: string | undefined) {
  const own = new FakeClock();
  const store = await open(folder, { clock: own });
  const stop = new AbortController();
  const sweeping = store.sweeper.run(stop.signal);
  t.teardown(async () => {
    stop.abort();
    await sweeping;
  });
  return {
    store,
    passSeconds: (seconds: number) => own.advance(seconds * 1000),
    seconds: () => own.monotonic() / 1000,
  };
}

async function put(store: Store, key: string, value: string, expected = 0, ttlSeconds?: number): Promise<number> {
  const write = { key, value: Buffer.from(value), expected };
  const result = await store.commit(ttlSeconds === undefined ? write : { ...write, ttlSeconds });
  if (result.outcome !== 'committed') throw new Error(`conflict on ${key}`);
  return result.revision;
}

storeContract(t, 'embedded in a folder', (t) => harness(t, join(t.testdir({}), 'data')));
storeContract(t, 'embedded in memory', (t) => harness(t, undefined));

t.test('an empty store is at revision 1', async (t) => {
  const store = await open(undefined);
  t.equal(await store.latest(), 1);
  t.equal(await put(store, 'a', 'x'), 2);
  await store.close();
});

t.test('committed writes survive a reopening, with history, lifetimes and counter (WATCH-019)', async (t) => {
  const folder = t.testdir({});
  const own = new FakeClock();
  let store = await open(folder, { clock: own });
  const first = await put(store, 'a', '1');
  const second = await put(store, 'a', '2', first);
  await put(store, 'short', 'x', 0, 60);
  await store.close();

  store = await open(folder, { clock: own });
  t.equal((await store.get('a'))?.revision, second);
  t.equal((await store.range({ prefix: 'a', revision: first })).entries[0]?.value.toString(), '1');
  t.equal(await store.latest(), second + 1);
  const stop = new AbortController();
  const seen: number[] = [];
  const following = store.follow({
    after: first,
    signal: stop.signal,
    onChanges: (changes) => seen.push(...changes.map((change) => change.revision)),
  });
  const sweeping = store.sweeper.run(stop.signal);
  await own.advance(61_000);
  while ((await store.get('short')) !== undefined) await pause(1);
  t.strictSame(seen, [second, second + 1, second + 2]);
  await store.compact(await store.latest());
  stop.abort();
  await Promise.all([following, sweeping]);
  await store.close();

  store = await open(folder, { clock: own });
  t.equal(await store.latest(), second + 2, 'the counter outlives the record of a removal');
  t.equal((await store.metrics()).keys, 1);
  await store.close();
});

t.test('compaction pauses for writers, and its pauses end when the store is closed', async (t) => {
  const folder = t.testdir({});
  let paused = (): void => {};
  const pausing = new Promise<void>((resolve) => (paused = resolve));
  let time = 0;
  const slow: Clock = {
    now: () => clock.now(),
    monotonic: () => (time += 10),
    sleep: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        paused();
      }),
  };
  let store = await open(folder, { clock: slow });
  // Many at a time: one after the other each of them would wait for the disk.
  const revisions = Array.from({ length: 40 }, () => 0);
  for (let round = 0; round < 30; round += 1) {
    await Promise.all(
      revisions.map(async (before, at) => {
        revisions[at] = await put(store, `key ${at}`, `value ${round}`, before);
      }),
    );
  }
  let revision = await put(store, 'key', 'first');
  const whole = (await store.metrics()).recordBytes;
  const compacting = store.compact(revision);
  await pausing;
  revision = await put(store, 'key', 'during the pause', revision);
  const { recordBytes, oldest } = await store.metrics();
  t.ok(recordBytes < whole && recordBytes > whole / 10, 'a part of it is gone');
  t.equal(oldest, revision - 1, 'older revisions are refused as soon as the compaction begins');
  await store.close();
  await compacting;
  store = await open(folder);
  t.equal((await store.get('key'))?.value.toString(), 'during the pause');
  t.ok((await store.metrics()).recordBytes < whole / 10, 'the rest goes at the next start');
  t.equal(await store.latest(), revision);
  await store.close();
});

t.test('a folder of another format, a damaged one and one in use are refused with one clear error', async (t) => {
  const other = t.testdir({ 'store.json': '{"format":7,"file":"log-0.mdb"}' });
  await t.rejects(open(other), DataFolderError);
  await t.rejects(open(other), { message: `the data folder ${other} was written by format 7, this program reads 3` });
  await writeFile(join(other, 'store.json'), 'garbage');
  await t.rejects(open(other), {
    message: `the data folder ${other} is damaged: store.json cannot be read; ${remedy}`,
  });

  await writeFile(join(other, 'store.json'), '{"format":1,"file":"log-0.mdb"}');
  await t.rejects(open(other), { message: `the data folder ${other} is damaged: log-0.mdb is missing; ${remedy}` });

  const used = join(other, 'used');
  const store = await open(used);
  await t.rejects(open(used), { message: `the data folder ${used} is in use by the process ${process.pid}` });
  await t.rejects(open(used), DataFolderError, 'a refused attempt takes nothing away from the owner');
  await put(store, 'a', 'x');
  const child = fork(program, [used, 'refused'], { silent: true });
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  await new Promise((resolve) => child.once('close', resolve));
  t.match(output, `the data folder ${used} is in use by the process ${process.pid}`);
  await store.close();
  await (await open(used)).close();
});

t.test('a folder that cannot be written is refused with one clear error', async (t) => {
  const folder = join(t.testdir({ file: 'x' }), 'file', 'data');
  await t.rejects(open(folder), { message: new RegExp(`^the data folder ${folder} cannot be written: `) });
});

t.test('after a compaction the file is bounded by the live records', async (t) => {
  const folder = t.testdir({});
  const store = await open(folder, { slackBytes: 100_000 });
  const value = 'v'.repeat(1000);
  await put(store, 'kept', value);
  const revisions = Array.from({ length: 100 }, () => 0);
  for (let round = 0; round < 30; round++) {
    await Promise.all(
      revisions.map(async (revision, at) => {
        revisions[at] = await put(store, `k${at}`, value, revision);
      }),
    );
  }
  const before = await store.metrics();
  // Not the file: the newest records may still be in the journal.
  t.ok(before.recordBytes > 3_000_000, 'history is kept until it is compacted');
  const compacting = store.compact(await store.latest());
  const during = await put(store, 'during', value);
  await compacting;
  const after = await store.metrics();
  t.ok(after.recordBytes < 120_000, `records ${after.recordBytes}`);
  t.ok(after.fileBytes <= 2 * after.recordBytes + 100_000, `file ${after.fileBytes}`);
  t.equal((await store.get('during'))?.revision, during);
  t.equal((await store.range({ prefix: 'k' })).entries.length, 101);
  await put(store, 'later', 'x');
  await store.close();
  t.equal((await readdir(folder)).filter((name) => /^log-.*\.log$/.test(name)).length, 1);
  const again = await open(folder);
  t.equal((await again.range({ prefix: '' })).entries.length, 103);
  await again.close();
});

t.test('a file that was rewritten with much history is rewritten again when the history is gone', async (t) => {
  const store = await open(t.testdir({}), { slackBytes: 100_000 });
  const value = 'v'.repeat(1000);
  const revisions = Array.from({ length: 50 }, () => 0);
  const write = async (rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      await Promise.all(
        revisions.map(async (revision, at) => {
          revisions[at] = await put(store, `k${at}`, value, revision);
        }),
      );
    }
  };
  await write(60);
  const middle = await store.latest();
  await write(20);
  await store.compact(middle);
  const between = await store.metrics();
  t.ok(between.recordBytes > 1_000_000, `${between.recordBytes} bytes of history are kept`);
  await store.compact(await store.latest());
  const { recordBytes, fileBytes } = await store.metrics();
  t.ok(recordBytes < 60_000, `records ${recordBytes}`);
  t.ok(fileBytes <= 2 * recordBytes + 100_000, `file ${fileBytes}`);
  await store.close();
});
