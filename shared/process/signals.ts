// Turns the signals that ask a program to stop into an AbortSignal: the first begins an orderly end, the second ends
// the process at once.

/** The part of `process` that is needed; a test passes its own. */
export interface SignalSource {
  on(event: 'SIGTERM' | 'SIGINT', listener: (name: NodeJS.Signals, number: number) => void): unknown;
  exit(code: number): void;
}

/**
 * Aborts on the first SIGTERM or SIGINT; a second one exits with 128 + its number. Installs its listeners for the rest
 * of the process: called once, by a composition root.
 */
export function stopOnSignals(source: SignalSource = process): AbortSignal {
  const controller = new AbortController();
  const onSignal = (name: NodeJS.Signals, number: number): void => {
    if (controller.signal.aborted) source.exit(128 + number);
    else controller.abort(new Error(`stopped by ${name}`));
  };
  source.on('SIGTERM', onSignal);
  source.on('SIGINT', onSignal);
  return controller.signal;
}
