// Pauses of attempts as they come, also on a machine that is held up.

import t from 'tap';
import { backOffIn, doublings, pauseOf } from './back-off.ts';

const wanted = { first: 200, longest: 7_000 };
const exact = [200, 400, 800, 1600, 3200, 6400, 7000, 7000];

t.test('a back-off is found after attempts that were made at once, held up or not', async (t) => {
  t.same(
    exact.map((_, step) => pauseOf(wanted, step)),
    exact,
  );
  t.equal(doublings(wanted), 6);
  t.same(backOffIn(exact, wanted), exact);
  t.same(backOffIn([1, 2, 0, 1, ...exact], wanted), exact);
  t.same(backOffIn([1, 700, 0, 1, ...exact], wanted), exact, 'one of them was held up');
  const late = exact.map((pause) => pause + 500);
  t.same(backOffIn([1, ...late], wanted), late);
  t.same(backOffIn([1, 2, 200, 400], wanted), [200, 400], 'as far as it came');
  t.same(backOffIn([1, 2], wanted), [], 'none yet');
});

t.test('an attempt that comes early, because an answer came too late, begins it anew', async (t) => {
  t.same(backOffIn([1, 200, 400, 0, 800, 1600, 3200], wanted), [800, 1600, 3200]);
});

t.test('pauses that do not grow, or attempts that never pause, are none', async (t) => {
  const constant = (pause: number) => Array.from({ length: 20 }, () => pause);
  t.ok((backOffIn(constant(2000), wanted)?.length ?? 0) < doublings(wanted));
  t.same(backOffIn(constant(1), wanted), []);
  t.equal(backOffIn([...constant(1), 200], wanted), undefined, 'not within so many attempts');
});
