// The contract of a check of the host before the agent runs: it returns what it found and, if there is a
// problem, what to do. Imports nothing of ours.

export type Verdict = 'ok' | 'warning' | 'failure';

export interface Finding {
  readonly verdict: Verdict;
  /** What was found, one line. */
  readonly found: string;
  /** What to do; absent when there is no problem. */
  readonly advice?: string;
}

export interface Check {
  /** The name in the output, such as `free-space`. */
  readonly name: string;
  /** A rejection is a failure with its message. Ends soon after the signal aborts. */
  look(signal: AbortSignal): Promise<Finding>;
}

export interface CheckResult extends Finding {
  readonly check: string;
}

export function ok(found: string): Finding {
  return { verdict: 'ok', found };
}

export function warning(found: string, advice: string): Finding {
  return { verdict: 'warning', found, advice };
}

export function failure(found: string, advice: string): Finding {
  return { verdict: 'failure', found, advice };
}
