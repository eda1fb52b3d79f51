import t from 'tap';

import type { SignalSource } from './signals.ts';
import { stopOnSignals } from './signals.ts';

/** Listeners and exits of a process. */
function recordedSource() {
  const listeners = new Map<string, (name: NodeJS.Signals, number: number) => void>();
  const exits: number[] = [];
  const source: SignalSource = {
    on: (event, listener) => listeners.set(event, listener),
    exit: (code) => void exits.push(code),
  };
  return { listeners, exits, source };
}

t.test('a closed terminal stops programs that were started on it; a service ignores SIGHUP', (t) => {
  const service = recordedSource();
  const running = stopOnSignals(service.source, false);
  service.listeners.get('SIGHUP')?.('SIGHUP', 1);
  t.notOk(running.aborted, 'without a terminal');
  t.ok(service.listeners.has('SIGHUP'), 'the signal is taken, or it would end the process');
  service.listeners.get('SIGTERM')?.('SIGTERM', 15);
  t.ok(running.aborted);
  service.listeners.get('SIGHUP')?.('SIGHUP', 1);
  t.strictSame(service.exits, [], 'nor does it count as the second signal');

  const shown = recordedSource();
  const stopped = stopOnSignals(shown.source, true);
  shown.listeners.get('SIGHUP')?.('SIGHUP', 1);
  t.ok(stopped.aborted, 'on a terminal');
  t.end();
});

t.test('the first signal aborts, the second exits with 128 and its number', (t) => {
  const { listeners, exits, source } = recordedSource();
  const signal = stopOnSignals(source, false);
  t.notOk(signal.aborted);
  listeners.get('SIGTERM')?.('SIGTERM', 15);
  t.ok(signal.aborted);
  t.match(signal.reason, { message: 'stopped by SIGTERM', exitCode: 143 });
  t.strictSame(exits, []);
  listeners.get('SIGINT')?.('SIGINT', 2);
  t.strictSame(exits, [130]);
  t.end();
});
