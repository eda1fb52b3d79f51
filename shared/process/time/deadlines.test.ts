import t from 'tap';
import { Deadlines } from './deadlines.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';

t.test('missed deadlines end soon after their time, in the order of their times, with one timer for all', async (t) => {
  const clock = new FakeClock();
  const deadlines = new Deadlines(clock);
  const missed: string[] = [];
  const begin = (name: string, time: number) =>
    deadlines.begin(time, () => missed.push(`${name} at ${clock.monotonic()}`));
  begin('late', 2000);
  begin('first', 1000);
  await clock.advance(300);
  const second = begin('second', 1000);
  begin('third', 1000);
  t.equal(clock.sleeping, 1);
  await clock.advance(699);
  t.strictSame(missed, []);
  await clock.advance(1);
  t.strictSame(missed, ['first at 1000']);
  deadlines.meet(second);
  deadlines.meet(second);
  await clock.advance(300);
  t.strictSame(missed, ['first at 1000', 'third at 1300'], 'what was met in time is left alone');
  await clock.advance(700);
  t.strictSame(missed.slice(2), ['late at 2000']);
  t.equal(clock.sleeping, 0, 'nothing to end, nothing to wait for');
  begin('later', 1000);
  await clock.advance(1100);
  t.match(missed.slice(3), [/^later at 3[01]00$/]);
});

t.test('a deadline that another one has met is not missed, and a stop ends the ticking', async (t) => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const deadlines = new Deadlines(clock, stop.signal);
  const missed: string[] = [];
  deadlines.begin(100, () => {
    missed.push('first');
    deadlines.meet(other);
  });
  const other = deadlines.begin(100, () => missed.push('other'));
  await clock.advance(100);
  t.strictSame(missed, ['first']);
  deadlines.begin(100, () => missed.push('stopped'));
  stop.abort(new Error('stopped'));
  await clock.advance(1000);
  t.strictSame(missed, ['first']);
  t.equal(clock.sleeping, 0);
});
