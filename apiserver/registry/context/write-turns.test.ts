import t from 'tap';
import { WriteTurns } from './write-turns.ts';

const never = { signal: new AbortController().signal };

/** Work that ends on command; `order` records its start. */
function work(order: string[], name: string) {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    end: () => end(),
    async run(): Promise<string> {
      order.push(name);
      await ended;
      return name;
    },
  };
}

t.test(
  'writes of one key run one after the other, in the order in which they came; other keys do not wait',
  async (t) => {
    const turns = new WriteTurns();
    const order: string[] = [];
    const [a, b, c, other] = ['a', 'b', 'c', 'other'].map((name) => work(order, name));
    if (!a || !b || !c || !other) throw new Error('four are made');
    const all = [
      turns.take('k', never, () => a.run()),
      turns.take('k', never, () => b.run()),
      turns.take('k', never, () => c.run()),
    ];
    const apart = turns.take('l', never, () => other.run());
    await Promise.resolve();
    t.strictSame(order, ['a', 'other']);
    t.equal(turns.waiting, 2);
    c.end();
    a.end();
    await all[0];
    b.end();
    other.end();
    t.strictSame(await Promise.all([...all, apart]), ['a', 'b', 'c', 'other']);
    t.strictSame(order, ['a', 'other', 'b', 'c']);
    t.equal(turns.waiting, 0);
  },
);

t.test('a failed write passes its turn on', async (t) => {
  const turns = new WriteTurns();
  const failing = turns.take('k', never, () => Promise.reject(new Error('refused')));
  const next = turns.take('k', never, () => Promise.resolve('next'));
  await t.rejects(failing, { message: 'refused' });
  t.equal(await next, 'next');
});

t.test('a request that is over leaves the queue, and those behind it keep their order', async (t) => {
  const turns = new WriteTurns();
  const order: string[] = [];
  const first = work(order, 'first');
  const leaving = new AbortController();
  const taken = turns.take('k', never, () => first.run());
  const gone = turns.take('k', leaving, () => Promise.resolve(order.push('gone')));
  const last = turns.take('k', never, () => Promise.resolve(order.push('last')));
  leaving.abort(new Error('the client left'));
  await t.rejects(gone, { message: 'the client left' });
  t.equal(turns.waiting, 1);
  const over = turns.take('k', { signal: AbortSignal.abort(new Error('too late')) }, () => Promise.resolve());
  await t.rejects(over, { message: 'too late' });
  first.end();
  await Promise.all([taken, last]);
  t.strictSame(order, ['first', 'last']);
  t.equal(turns.waiting, 0);
});

t.test('a turn that comes with the end of its request is passed on', async (t) => {
  const turns = new WriteTurns();
  const order: string[] = [];
  const first = work(order, 'first');
  const leaving = new AbortController();
  const taken = turns.take('k', never, async () => {
    await first.run();
    // The line is passed on in the same step as this ends.
    queueMicrotask(() => leaving.abort(new Error('the client left')));
  });
  const second = turns.take('k', leaving, () => Promise.resolve()).catch(() => {});
  const last = turns.take('k', never, () => Promise.resolve('last'));
  first.end();
  await Promise.all([taken, second]);
  t.equal(await last, 'last');
});
