// What the commands of the program use of its process.

export interface Surface {
  write(text: string): void;
  writeError(text: string): void;
  readonly colors: boolean;
  /** Whether standard error is a terminal, whose last line can be written again. */
  readonly terminal: boolean;
  /** Ends the run. Its reason says the exit code when it is StoppedBySignal. */
  readonly signal: AbortSignal;
}

/** A file cannot be read or written where it is asked for; the message is one line. */
export class FileError extends Error {}
