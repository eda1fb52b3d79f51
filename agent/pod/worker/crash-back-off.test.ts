// When a container that has ended may be started again.

import t from 'tap';
import { CrashBackOff, shownDelay } from './crash-back-off.ts';

t.test('at once the first time, then after ten seconds doubling to five minutes from its end', async (t) => {
  const crashes = new CrashBackOff();
  let now = 0;
  t.equal(crashes.check('c', now, now), undefined);
  const delays: number[] = [];
  for (let crash = 0; crash < 7; crash += 1) {
    now += 1_000;
    const finishedAt = now;
    const wait = crashes.check('c', finishedAt, now);
    delays.push(wait?.delay ?? 0);
    t.equal(wait?.until, finishedAt + (wait?.delay ?? 0));
    now = wait?.until ?? now;
    t.equal(crashes.check('c', finishedAt, now), undefined, 'when it is due it may be started');
  }
  t.strictSame(delays, [10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
});

t.test(
  'one that ran for more than ten minutes begins anew; one that ended sooner waits its time, however long that is',
  async (t) => {
    const crashes = new CrashBackOff();
    let now = 0;
    for (let crash = 0; crash < 7; crash += 1) {
      crashes.check('c', now - 300_000, now);
      now += 300_000;
    }
    crashes.check('c', now - 300_000, now);
    const started = now;
    const finishedAt = started + 590_000;
    t.equal(crashes.check('c', finishedAt, finishedAt)?.delay, 300_000);
    t.equal(crashes.check('c', finishedAt, started + 610_000)?.delay, 300_000, 'also ten minutes after its start');
    const other = new CrashBackOff();
    other.check('c', 0, 0);
    t.equal(other.check('c', 700_000, 700_000), undefined);
    t.equal(other.check('c', 700_001, 700_001)?.delay, 10_000);
  },
);

t.test('delays as they are shown', async (t) => {
  t.strictSame([10_000, 80_000, 300_000].map(shownDelay), ['10s', '1m20s', '5m0s']);
});
