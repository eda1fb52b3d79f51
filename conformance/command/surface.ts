// What the commands use of their process.

export interface Surface {
  write(text: string): void;
  writeError(text: string): void;
  readonly colors: boolean;
  /** Whether standard error is a terminal, whose last line can be overwritten. */
  readonly terminal: boolean;
  /** Ends the run. If its reason is StoppedBySignal, that gives the exit code. */
  readonly signal: AbortSignal;
}

/** A file cannot be read or written; the message is one line. */
export class FileError extends Error {}
