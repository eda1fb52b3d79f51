// Turns the signals that ask a program to stop into an AbortSignal: the first begins an orderly end, the second ends
// the process at once.

import { isatty } from 'node:tty';

/** The part of `process` that is needed; a test passes its own. */
export interface SignalSource {
  on(event: 'SIGTERM' | 'SIGINT' | 'SIGHUP', listener: (name: NodeJS.Signals, number: number) => void): unknown;
  exit(code: number): void;
}

/** The reason of the signal that `stopOnSignals` gives. */
export class StoppedBySignal extends Error {
  /** The exit code that a shell shows for a program that this signal ended. */
  readonly exitCode: number;

  constructor(name: NodeJS.Signals, number: number) {
    super(`stopped by ${name}`);
    this.exitCode = 128 + number;
  }
}

/**
 * Aborts on the first SIGTERM or SIGINT; a second one exits with 128 + its number. SIGHUP counts as one of them where the
 * program was started on a terminal, which has been closed then. A service has none: there it asks to read files again,
 * which happens anyway, and nothing is done. Installs its listeners for the rest of the process: called once, by a
 * composition root.
 */
export function stopOnSignals(source: SignalSource = process, onTerminal = hasTerminal()): AbortSignal {
  const controller = new AbortController();
  const onSignal = (name: NodeJS.Signals, number: number): void => {
    if (controller.signal.aborted) source.exit(128 + number);
    else controller.abort(new StoppedBySignal(name, number));
  };
  source.on('SIGTERM', onSignal);
  source.on('SIGINT', onSignal);
  source.on('SIGHUP', onTerminal ? onSignal : () => {});
  return controller.signal;
}

/** Whether one of the standard streams is a terminal. */
export function hasTerminal(): boolean {
  return [0, 1, 2].some((stream) => isatty(stream));
}
