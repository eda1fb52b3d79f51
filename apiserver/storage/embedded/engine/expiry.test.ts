import t from 'tap';

import { FakeClock } from '../../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../../shared/process/log/log.ts';
import { ExpiryQueue, expirySweeper } from './expiry.ts';
import type { CommitResult, Write } from '../../contract/store.ts';

function scene(t: { teardown(end: () => Promise<void>): unknown }) {
  const clock = new FakeClock();
  const queue = new ExpiryQueue();
  const removed: string[] = [];
  const state = { underWay: 0, most: 0, refuses: false };
  const commit = async ({ key }: Write): Promise<CommitResult> => {
    state.underWay += 1;
    state.most = Math.max(state.most, state.underWay);
    await Promise.resolve();
    state.underWay -= 1;
    if (state.refuses) throw new Error('the disk is full');
    removed.push(key);
    return { outcome: 'committed', revision: removed.length };
  };
  const stop = new AbortController();
  const running = expirySweeper({ queue, store: { commit }, clock, log: silentLog }).run(stop.signal);
  t.teardown(async () => {
    stop.abort();
    await running;
  });
  return { clock, queue, removed, state };
}

t.test('however many keys end at a time, a few hundred removals wait for the store', async (t) => {
  const { clock, queue, removed, state } = scene(t);
  for (let at = 0; at < 1800; at += 1) queue.add({ key: `/k${at}`, revision: at }, clock.now() - (at < 600 ? 5000 : 0));
  queue.add({ key: '/later', revision: 1 }, clock.now() + 60_000);
  await clock.advance(1000);
  t.equal(removed.length, 1800);
  t.equal(removed[0], '/k0');
  t.equal(new Set(removed).size, 1800);
  t.ok(state.most <= 500, `${state.most} at once`);
  await clock.advance(60_000);
  t.equal(removed.at(-1), '/later');
});

t.test('a failed removal is retried a second later, not at full speed', async (t) => {
  const { clock, queue, removed, state } = scene(t);
  state.refuses = true;
  for (let at = 0; at < 1200; at += 1) queue.add({ key: `/k${at}`, revision: at }, clock.now());
  await clock.advance(1000);
  t.equal(state.most, 500);
  t.equal(removed.length, 0);
  state.refuses = false;
  await clock.advance(3000);
  t.equal(removed.length, 1200);
});

t.test('a key is due within the second after its end, and never before its end', async (t) => {
  const queue = new ExpiryQueue();
  queue.add({ key: '/a', revision: 1 }, 10_500);
  queue.add({ key: '/b', revision: 2 }, 10_000);
  t.strictSame(queue.takeDue(9999, 9), []);
  t.strictSame(queue.takeDue(10_499, 9), [{ key: '/b', revision: 2 }]);
  t.strictSame(queue.takeDue(11_000, 9), [{ key: '/a', revision: 1 }]);
  t.strictSame(queue.takeDue(99_000, 9), []);
});
