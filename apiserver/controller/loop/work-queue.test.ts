import t from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { WorkQueue } from './work-queue.ts';

function setUp(work: (key: string, turn: number) => Promise<number | void>) {
  const clock = new FakeClock();
  const stop = new AbortController();
  const turns: string[] = [];
  const queue = new WorkQueue({ clock });
  const running = (workers = 1) =>
    queue.run(
      workers,
      async (key) => {
        turns.push(key);
        return work(key, turns.filter((other) => other === key).length);
      },
      stop.signal,
    );
  return { clock, stop, turns, queue, running };
}

t.test('a key waits once however often it is added', async (t) => {
  const { clock, stop, turns, queue, running } = setUp(async () => {});
  for (const key of ['a', 'b', 'a', 'a']) queue.add(key);
  t.equal(queue.depth, 2);
  const end = running();
  await clock.advance(0);
  t.strictSame(turns, ['a', 'b']);
  stop.abort();
  await end;
});

t.test('a key is never worked on twice at a time, and a change meanwhile is not lost', async (t) => {
  let release = (): void => {};
  const { clock, stop, turns, queue, running } = setUp(async (_key, turn) => {
    if (turn === 1) await new Promise<void>((resolve) => (release = resolve));
  });
  const end = running(3);
  queue.add('a');
  await clock.advance(0);
  queue.add('a');
  await clock.advance(0);
  t.strictSame(turns, ['a'], 'it waits for the first turn to end');
  release();
  await clock.advance(0);
  t.strictSame(turns, ['a', 'a']);
  stop.abort();
  await end;
});

t.test('failures are retried after growing delays, success resets the delay', async (t) => {
  const { clock, stop, turns, queue, running } = setUp(async (_key, turn) => {
    if (turn <= 3) throw new Error('not yet');
  });
  const end = running();
  queue.add('a');
  const seen: number[] = [];
  for (const step of [0, 5, 10, 20]) {
    await clock.advance(step);
    seen.push(turns.length);
  }
  t.strictSame(seen, [1, 2, 3, 4]);
  await clock.advance(100_000);
  t.equal(turns.length, 4);
  stop.abort();
  await end;
});

t.test('a number asks for a later turn, and an earlier reason comes first', async (t) => {
  const { clock, stop, turns, queue, running } = setUp(async (_key, turn) => (turn === 1 ? 1000 : undefined));
  const end = running();
  queue.add('a');
  await clock.advance(999);
  t.equal(turns.length, 1);
  await clock.advance(1);
  t.equal(turns.length, 2);
  queue.addAfter('b', 500);
  queue.addAfter('b', 100);
  await clock.advance(100);
  t.equal(turns.filter((key) => key === 'b').length, 1);
  await clock.advance(500);
  t.equal(turns.filter((key) => key === 'b').length, 1, 'the later delay is gone');
  queue.addAfter('c', 1000);
  stop.abort();
  await end;
  t.equal(clock.sleeping, 0, 'nothing is left behind');
});
