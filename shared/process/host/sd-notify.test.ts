import t from 'tap';

import { silentLog } from '../log/log.ts';
import { createServiceNotifier } from './sd-notify.ts';

t.test('outside of systemd nothing is sent', async (t) => {
  const notifier = createServiceNotifier({
    environment: {},
    log: silentLog,
    send: () => Promise.reject(t.fail('sent')),
  });
  await notifier.ready();
  await notifier.alive();
  t.equal(notifier.watchdogInterval, undefined);
});

t.test('each state is sent as its assignments, and a failure is only logged', async (t) => {
  const sent: (readonly string[])[] = [];
  const warnings: string[] = [];
  const notifier = createServiceNotifier({
    environment: { NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: '30000000' },
    log: { ...silentLog, warn: (message) => void warnings.push(message) },
    send: async (assignments) => {
      sent.push(assignments);
      if (assignments.includes('STOPPING=1')) throw new Error('no socket');
    },
  });
  await notifier.ready('serving\nnow');
  await notifier.alive();
  await notifier.stopping();
  t.strictSame(sent, [['READY=1', 'STATUS=serving now'], ['WATCHDOG=1'], ['STOPPING=1']]);
  t.strictSame(warnings, ['systemd could not be notified']);
  t.equal(notifier.watchdogInterval, 30_000);
});

t.test('a watchdog meant for another process is not ours', (t) => {
  const environment = { NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: '1000000', WATCHDOG_PID: String(process.pid + 1) };
  t.equal(createServiceNotifier({ environment, log: silentLog }).watchdogInterval, undefined);
  t.end();
});
