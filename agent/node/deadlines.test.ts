import t from 'tap';
import { FakeClock } from '../../shared/process/fake-clock.ts';
import { Deadlines } from './deadlines.ts';

t.test('what takes too long is ended at its time, in the order of the beginning, with one timer for all', async (t) => {
  const clock = new FakeClock();
  const deadlines = new Deadlines(1000, clock);
  const missed: string[] = [];
  const begin = (name: string) => deadlines.begin(() => missed.push(`${name} at ${clock.monotonic()}`));
  begin('first');
  await clock.advance(300);
  const end = begin('second');
  begin('third');
  t.equal(clock.sleeping, 1);
  await clock.advance(699);
  t.same(missed, []);
  await clock.advance(1);
  t.same(missed, ['first at 1000']);
  end();
  await clock.advance(300);
  t.same(missed, ['first at 1000', 'third at 1300'], 'what ended in time is left alone');
  t.equal(clock.sleeping, 0, 'nothing to end, nothing to wait for');
  begin('later');
  await clock.advance(5000);
  t.same(missed.slice(2), ['later at 2300']);
});
