import t from 'tap';

import { FlushPace } from './flush-pace.ts';

/** A disk whose flushes take the given number of milliseconds. */
function harness() {
  let now = 0;
  const pace = new FlushPace({ monotonic: () => now });
  const flush = (milliseconds: number): void => pace.hold(() => void (now += milliseconds));
  /** How many flushes another thread gets until this one may have the next. */
  const left = (): number => {
    let count = 0;
    while (!pace.mayHold()) count += 1;
    return count;
  };
  return { pace, flush, left };
}

t.test('a quick disk is waited for every time', async (t) => {
  const { flush, left } = harness();
  for (let count = 0; count < 100; count++) {
    t.equal(left(), 0);
    flush(0.2);
  }
});

t.test('after a slow flush some are left to another thread, and many more when it is slow again', async (t) => {
  const { flush, left } = harness();
  const pauses = Array.from({ length: 8 }, () => {
    left();
    flush(10);
    return left();
  });
  t.strictSame(pauses, [4, 16, 64, 256, 1024, 4096, 4096, 4096]);
  flush(0.1);
  t.equal(left(), 0, 'a quick one is followed by the next');
  flush(10);
  t.equal(left(), 4, 'and begins anew');
});

t.test('a flush that fails is thrown on, and its time counts', async (t) => {
  let now = 0;
  const pace = new FlushPace({ monotonic: () => now });
  const failing = (): never => {
    now += 30_000;
    throw new Error('no space left');
  };
  t.ok(pace.mayHold());
  t.throws(() => pace.hold(failing), { message: 'no space left' });
  t.notOk(pace.mayHold());
});
