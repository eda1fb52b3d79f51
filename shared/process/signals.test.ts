import t from 'tap';

import type { SignalSource } from './signals.ts';
import { stopOnSignals } from './signals.ts';

t.test('the first signal aborts, the second exits with 128 and its number', (t) => {
  const listeners = new Map<string, (name: NodeJS.Signals, number: number) => void>();
  const exits: number[] = [];
  const source: SignalSource = {
    on: (event, listener) => listeners.set(event, listener),
    exit: (code) => void exits.push(code),
  };
  const signal = stopOnSignals(source);
  t.notOk(signal.aborted);
  listeners.get('SIGTERM')?.('SIGTERM', 15);
  t.ok(signal.aborted);
  t.match(signal.reason, { message: 'stopped by SIGTERM' });
  t.same(exits, []);
  listeners.get('SIGINT')?.('SIGINT', 2);
  t.same(exits, [130]);
  t.end();
});
