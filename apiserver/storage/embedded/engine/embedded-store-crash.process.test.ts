import { fork } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import t, { type Test } from 'tap';

import { silentLog } from '../../../../shared/process/log/log.ts';
import { systemClock } from '../../../../shared/process/time/system-clock.ts';
import { type EmbeddedStore, openEmbeddedStore } from './embedded-store.ts';

const rounds = 8;
const program = fileURLToPath(new URL('../../../../fixtures/apiserver/crash-writer.fixture.js', import.meta.url));

t.test('a kill at any moment loses nothing that was acknowledged, and the log has no gap', (t) => killed(t, 64));

// It flushes on the thread that writes, where many share the flushes of another.
t.test('so it is when a single writer is killed', (t) => killed(t, 1));

t.test('a write of several keys is there whole or not at all after a kill', (t) => killed(t, 16, 'pairs'));

t.test('a write of several keys whose end was cut off at any byte is not there at all', async (t) => {
  const written = join(t.testdir({}), 'written');
  await mkdir(written);
  const options = { clock: systemClock, log: silentLog };
  const store = await openEmbeddedStore({ folder: written, ...options });
  const value = (text: string): Buffer => Buffer.from(text.repeat(20));
  for (const key of ['a', 'b']) await store.commit({ key, value: value('before'), expected: 0 });
  const { revision: expected = 0 } = (await store.get('b')) ?? {};
  const journal = join(written, 'journal-0');
  const before = await readFile(journal);
  const acknowledged = await readFile(join(written, 'acknowledged'));
  const together = [{ key: 'a', value: value('after'), expected: expected - 1 }];
  await store.commit({ key: 'b', value: value('after'), expected, together });
  const after = await readFile(journal);
  // As a crash leaves it: closing moves what is in the journal.
  const left = join(written, '..', 'left');
  await cp(written, left, { recursive: true });
  await store.close();
  const end = after.findLastIndex((byte) => byte !== 0) + 1;
  const start = after.findIndex((byte, at) => byte !== before[at]);
  t.ok(end - start > 200, 'the frame of the write is found');
  for (const cut of [...Array.from({ length: (end - start) / 7 }, (_, step) => start + 7 * step), end]) {
    const folder = `${written}-${cut}`;
    await cp(left, folder, { recursive: true });
    await writeFile(join(folder, 'acknowledged'), acknowledged);
    await writeFile(join(folder, 'journal-0'), Buffer.concat([after.subarray(0, cut), before.subarray(cut)]));
    const reopened = await openEmbeddedStore({ folder, ...options });
    const values = await Promise.all(['a', 'b'].map(async (key) => (await reopened.get(key))?.value.toString()));
    await reopened.close();
    await rm(folder, { recursive: true });
    const wanted = value(cut < end ? 'before' : 'after').toString();
    if (!t.strictSame(values, [wanted, wanted], `cut at ${cut} of ${end}`)) return;
  }
});

async function killed(t: Test, writers: number, pairs = ''): Promise<void> {
  const folder = join(t.testdir({}), 'data');
  await mkdir(folder);
  const acknowledged = join(folder, '..', 'acknowledged');
  await writeFile(acknowledged, '');
  for (let round = 0; round < rounds; round++) {
    const child = fork(program, [folder, acknowledged, String(writers), pairs], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const closed = new Promise((resolve) => child.once('close', resolve));
    await new Promise((resolve) => child.once('message', resolve));
    await pause(30 + round * 10);
    child.kill('SIGKILL');
    await closed;
    const store = await openEmbeddedStore({ folder, clock: systemClock, log: silentLog });
    // The last line may be cut off by the kill: what is not a whole line was not told.
    const lines = (await readFile(acknowledged, 'utf8')).split('\n').slice(0, -1);
    let lost = 0;
    for (const line of lines) {
      const [key = '', revision] = line.split(' ');
      const entry = await store.get(key);
      if (entry === undefined || entry.revision < Number(revision)) lost++;
    }
    t.equal(lost, 0, `round ${round}: ${lines.length} acknowledged`);
    if (pairs !== '') t.strictSame(await halfWritten(store), [], 'both keys of a pair hold the same');
    await writeFile(acknowledged, '');
    t.ok(await isGapFree(store), 'every revision that is retained is in the log once');
    await store.close();
  }
}

/** Keys whose second key holds something else. */
async function halfWritten(store: EmbeddedStore): Promise<readonly string[]> {
  const { entries } = await store.range({ prefix: '/registry/core/crash/' });
  const held = new Map(entries.map(({ key, value }) => [key, value]));
  const first = [...held.keys()].filter((key) => !key.endsWith('-second'));
  if (first.length * 2 !== held.size) return ['a key without its second'];
  return first.filter((key) => held.get(key)?.equals(held.get(`${key}-second`) ?? Buffer.alloc(0)) !== true);
}

async function isGapFree(store: EmbeddedStore): Promise<boolean> {
  const stop = new AbortController();
  const latest = await store.latest();
  const { oldest } = await store.metrics();
  const after = Math.max(1, oldest);
  let next = after + 1;
  const following = store.follow({
    after,
    signal: stop.signal,
    onChanges: (changes) => {
      for (const change of changes) if (change.revision === next) next++;
    },
    onProgress: (revision) => {
      if (revision >= latest) stop.abort();
    },
  });
  await following;
  return next === latest + 1;
}
