import t from 'tap';

import { backOffDelay } from './back-off.ts';

t.test('delays grow by the factor up to the cap', (t) => {
  const backOff = { initial: 200, cap: 7000 };
  t.strictSame(
    [1, 2, 3, 4, 5, 6, 7, 5000].map((failures) => backOffDelay(backOff, failures)),
    [200, 400, 800, 1600, 3200, 6400, 7000, 7000],
  );
  t.end();
});

t.test('jitter adds at most its share, taken from the given random numbers', (t) => {
  const backOff = { initial: 1000, factor: 1, cap: 1000, jitter: 0.1 };
  t.equal(
    backOffDelay(backOff, 1, () => 0),
    1000,
  );
  t.equal(
    backOffDelay(backOff, 9, () => 0.5),
    1050,
  );
  t.end();
});
