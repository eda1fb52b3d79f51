import t from 'tap';

import { FakeClock } from './fake-clock.ts';

t.test('sleepers wake in the order in which they fall due, each at its own time', async (t) => {
  const clock = new FakeClock(0);
  const seen: string[] = [];
  const sleeper = async (name: string, ...delays: number[]): Promise<void> => {
    for (const delay of delays) {
      await clock.sleep(delay);
      seen.push(`${name}@${clock.monotonic()}`);
    }
  };
  const all = Promise.all([sleeper('a', 30, 30), sleeper('b', 10, 10, 10), sleeper('c', 45)]);
  await clock.advance(50);
  t.same(seen, ['b@10', 'b@20', 'a@30', 'b@30', 'c@45']);
  t.equal(clock.now(), 50);
  t.equal(clock.nextDue, 10);
  await clock.advance(10);
  await all;
  t.equal(clock.sleeping, 0);
});

t.test('an aborted sleeper is gone', async (t) => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const sleeping = clock.sleep(10, controller.signal);
  t.equal(clock.sleeping, 1);
  controller.abort(new Error('enough'));
  await t.rejects(sleeping, { message: 'enough' });
  t.equal(clock.sleeping, 0);
  await t.rejects(clock.sleep(10, controller.signal), { message: 'enough' });
});

t.test('a step of the wall clock moves no interval', (t) => {
  const clock = new FakeClock(1000);
  clock.stepWallClock(-500);
  t.equal(clock.now(), 500);
  t.equal(clock.monotonic(), 0);
  t.end();
});
