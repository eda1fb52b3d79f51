import t from 'tap';
import { calendarJob } from './calendar-job.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../log/log.ts';

t.test('a calendar job runs at the full minutes that its expression names, also after a failure', async (t) => {
  const clock = new FakeClock();
  const runs: number[] = [];
  const stop = new AbortController();
  const job = calendarJob({
    name: 'sweep',
    expression: '*/5 * * * *',
    clock,
    log: silentLog,
    run: async (now) => {
      runs.push(Math.floor(now / 60_000) % 60);
      if (runs.length === 1) throw new Error('once');
    },
  });
  const running = job.run(stop.signal);
  for (let minute = 0; minute < 16; minute += 1) {
    await clock.untilSleeping(1);
    await clock.advance(60_000);
  }
  stop.abort();
  await running;
  t.equal(runs.length, 3);
  t.ok(
    runs.every((minute) => minute % 5 === 0),
    runs.join(' '),
  );
});

t.test('an invalid expression is refused when the job is created', async (t) => {
  for (const expression of ['', '* * * *', '61 * * * *', '* * * * * *', 'soon']) {
    t.throws(
      () => calendarJob({ name: 'x', expression, clock: new FakeClock(), log: silentLog, run: async () => undefined }),
      { name: 'TypeError' },
      expression,
    );
  }
});
