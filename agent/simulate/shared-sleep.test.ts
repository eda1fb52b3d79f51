import t from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { SharedSleep } from './shared-sleep.ts';

t.test('thousands wait with one timer, and each wakes at its own time', async (t) => {
  const time = new FakeClock();
  const clock = new SharedSleep(time);
  const late: string[] = [];
  const woken: number[] = [];
  const sleeper = async (milliseconds: number): Promise<void> => {
    const due = clock.monotonic() + milliseconds;
    await clock.sleep(milliseconds);
    woken.push(due);
    if (clock.monotonic() !== due) late.push(`${due} at ${clock.monotonic()}`);
  };
  // Every time from 7 to 20,000 in steps of 7, in a disorderly sequence.
  const sleepers = Array.from({ length: 2857 }, (_, at) => sleeper((((at * 1009) % 2857) + 1) * 7));
  t.ok(time.sleeping < 20, `${time.sleeping} timers: those that were overtaken`);
  await time.advance(20_000);
  await Promise.all(sleepers);
  t.strictSame(late, []);
  t.strictSame(
    woken,
    woken.toSorted((one, other) => one - other),
  );
  t.equal(time.sleeping, 0, 'nothing sleeps, and no timer runs');
  const again = clock.sleep(0);
  await time.advance(0);
  await again;
  t.equal(clock.now(), time.now());
});

t.test('a signal ends all waits that were begun with it, and no others', async (t) => {
  const time = new FakeClock();
  const clock = new SharedSleep(time);
  const [first, second] = [new AbortController(), new AbortController()];
  const ended: string[] = [];
  const wait = (name: string, milliseconds: number, signal?: AbortSignal): Promise<void> =>
    clock.sleep(milliseconds, signal).then(
      () => void ended.push(`${name} woke at ${time.monotonic()}`),
      (error: Error) => void ended.push(`${name}: ${error.message}`),
    );
  const waits = Array.from({ length: 60 }, (_, at) => {
    const signal = [first.signal, second.signal, undefined][at % 3];
    return wait(['first', 'second', 'free'][at % 3] ?? '', 1000 + ((at * 37) % 60), signal);
  });
  await time.advance(1009);
  t.equal(ended.length, 10);
  first.abort(new Error('stopped'));
  await wait('late', 5, first.signal);
  t.strictSame(ended.at(-1), 'late: stopped', 'nor does one begin');
  t.equal(
    ended.filter((one) => one === 'first: stopped').length + ended.filter((one) => one.startsWith('first woke')).length,
    20,
  );
  await time.advance(100);
  await Promise.all(waits);
  t.equal(ended.filter((one) => /^(?:second|free) woke/.test(one)).length, 40);
  const once = wait('again', 10, second.signal);
  await time.advance(10);
  await once;
  second.abort(new Error('stopped too'));
  t.equal(ended.at(-1), 'again woke at 1119', 'what has ended is left alone');
});
