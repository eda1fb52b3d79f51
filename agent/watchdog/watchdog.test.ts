import t from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import { createServiceNotifier } from '../../shared/process/host/sd-notify.ts';
import { watchdog } from './watchdog.ts';

function scene(microseconds: string | undefined) {
  const sent: string[] = [];
  const clock = new FakeClock();
  const state = { fault: undefined as string | undefined };
  const environment = {
    NOTIFY_SOCKET: '/run/x',
    ...(microseconds === undefined ? {} : { WATCHDOG_USEC: microseconds }),
  };
  const send = async (assignments: readonly string[]): Promise<void> => {
    sent.push(...assignments);
  };
  const notifier = createServiceNotifier({ log: silentLog, environment, send });
  const checks = [{ name: 'ping', fault: () => state.fault }];
  return { make: () => watchdog({ notifier, checks, clock, log: silentLog }), clock, sent, state };
}

t.test('the init system is notified at half the interval (WDOG-001)', async (t) => {
  const { make, clock, sent } = scene('2000000');
  const abort = new AbortController();
  const ended = make()?.run(abort.signal);
  await clock.advance(3_000);
  t.strictSame(sent, ['WATCHDOG=1', 'WATCHDOG=1', 'WATCHDOG=1', 'WATCHDOG=1']);
  abort.abort();
  await ended;
});

t.test('long intervals are kept too, among them the recommended one (WDOG-001, WDOG-003)', async (t) => {
  for (const seconds of [15, 120]) {
    const { make, clock, sent } = scene(String(seconds * 1_000_000));
    const abort = new AbortController();
    const ended = make()?.run(abort.signal);
    await clock.advance(seconds * 500 - 1);
    t.equal(sent.length, 1, `${seconds} s: at the start`);
    await clock.advance(1);
    t.equal(sent.length, 2, `${seconds} s: at half of it`);
    abort.abort();
    await ended;
  }
});

t.test('one second is the smallest interval; less is refused at start (WDOG-002)', async (t) => {
  t.ok(scene('1000000').make());
  t.throws(() => scene('500000').make(), { message: /configure watchdog: 500 ms/ });
});

t.test('zero and unset mean no watchdog (WDOG-004, WDOG-005)', async (t) => {
  t.equal(scene('0').make(), undefined);
  t.equal(scene(undefined).make(), undefined);
});

t.test('an agent that is not well is silent until it is well again (WDOG-006U)', async (t) => {
  const { make, clock, sent, state } = scene('2000000');
  const abort = new AbortController();
  const ended = make()?.run(abort.signal);
  await clock.advance(0);
  state.fault = 'stuck';
  await clock.advance(5_000);
  t.equal(sent.length, 1);
  state.fault = undefined;
  await clock.advance(1_000);
  t.equal(sent.length, 2);
  abort.abort();
  await ended;
});
