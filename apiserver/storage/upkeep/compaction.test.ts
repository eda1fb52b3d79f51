import t from 'tap';

import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { compactionMarksKey, compactor, shortHistoryLoop } from './compaction.ts';
import { openEmbeddedStore } from '../embedded/engine/embedded-store.ts';
import type { Store } from '../contract/store.ts';

const minute = 60_000;

async function write(store: Store, key: string): Promise<number> {
  const expected = (await store.get(key))?.revision ?? 0;
  const result = await store.commit({ key, value: Buffer.from('x'), expected });
  return result.outcome === 'committed' ? result.revision : 0;
}

async function isRetained(store: Store, revision: number): Promise<boolean> {
  return store.range({ prefix: '', revision }).then(
    () => true,
    () => false,
  );
}

t.test('five minutes of history stay, also across a restart (WATCH-014, WATCH-015)', async (t) => {
  const folder = t.testdir({});
  const clock = new FakeClock();
  let store = await openEmbeddedStore({ folder, clock, log: silentLog });
  const revisions: number[] = [];
  for (let count = 0; count < 12; count++) {
    if (count === 6) {
      await store.close();
      store = await openEmbeddedStore({ folder, clock, log: silentLog });
    }
    revisions.push(await write(store, 'a'));
    const { compactOnce } = compactor({ store });
    await compactOnce(clock.now());
    await clock.advance(minute);
    for (const [at, revision] of revisions.entries()) {
      const age = count - at;
      if (age <= 5) t.ok(await isRetained(store, revision), `minute ${count}: ${age} minutes old`);
      if (age > 6) t.notOk(await isRetained(store, revision), `minute ${count}: ${age} minutes old`);
    }
  }
  await store.close();
});

t.test('a history of seconds is checked twice in its period', async (t) => {
  const clock = new FakeClock();
  const store = await openEmbeddedStore({ folder: undefined, clock, log: silentLog });
  const first = await write(store, 'a');
  const historyMilliseconds = 2000;
  const stop = new AbortController();
  const loop = shortHistoryLoop({
    compactor: compactor({ store, historyMilliseconds }),
    historyMilliseconds,
    clock,
    log: silentLog,
  });
  const running = loop.run(stop.signal);
  for (let second = 1; second <= 4; second++) {
    await clock.advance(1000);
    // It looks, which takes as long as the disk takes, and sleeps again.
    while (clock.sleeping === 0) await new Promise((resolve) => setImmediate(resolve));
    t.equal(await isRetained(store, first), second < 4, `after ${second} s`);
    await write(store, `b${second}`);
  }
  stop.abort();
  await running;
  await store.close();
});

t.test('an idle store is left alone', async (t) => {
  const clock = new FakeClock();
  const store = await openEmbeddedStore({ folder: undefined, clock, log: silentLog });
  await write(store, 'a');
  const { compactOnce } = compactor({ store });
  t.equal(await compactOnce(clock.now()), undefined);
  const before = await store.latest();
  for (let count = 0; count < 4; count++) {
    await clock.advance(minute);
    await compactOnce(clock.now());
  }
  t.equal(await store.latest(), before, 'no notes about notes');
  for (let count = 0; count < 20; count++) {
    await clock.advance(minute);
    await compactOnce(clock.now());
  }
  const notes = (await store.latest()) - before;
  t.ok(notes > 0 && notes <= 5, `one note for five minutes, not one for each look: ${notes}`);
  await store.close();
});

t.test('notes that cannot be read, and those of a clock that went back, only keep history longer', async (t) => {
  const clock = new FakeClock();
  const store = await openEmbeddedStore({ folder: undefined, clock, log: silentLog });
  const first = await write(store, 'a');
  await store.commit({ key: compactionMarksKey, value: Buffer.from('{"not":"a list"'), expected: 0 });
  const { compactOnce } = compactor({ store });
  t.equal(await compactOnce(clock.now() + 60 * minute), undefined);
  t.equal(await compactOnce(clock.now()), undefined, 'the note is from the future now');
  await write(store, 'a');
  t.ok(await isRetained(store, first));
  t.equal(await compactOnce(clock.now() + minute), undefined);
  t.ok(await compactOnce(clock.now() + 7 * minute), 'and the window moves on with the new time');
  await store.close();
});
