// A command of a program as data: what it is called, takes and does. `command-line.ts` runs it, `completion.ts` completes
// it; neither knows any program.

import type { Flags, FlagValues } from './flag.ts';

/** A positional argument. */
export interface Operand {
  /** As help shows it, `FILE`; `FILE`, `FOLDER` and what ends so complete to paths. */
  readonly name: string;
  readonly meaning: string;
  /** Default true. Optional ones come last. */
  readonly required?: boolean;
  /** Takes all remaining operands; only for the last operand. */
  readonly repeatable?: boolean;
  readonly choices?: readonly string[];
}

/** What a command is run with. */
export interface Invocation<F extends Flags = Flags> {
  readonly flags: FlagValues<F>;
  /** Names of the flags on the command line: they override a configuration file. */
  readonly given: ReadonlySet<string>;
  readonly operands: readonly string[];
  readonly output: CommandOutput;
}

export interface CommandOutput {
  out(text: string): void;
  error(text: string): void;
}

/** A command. One without `run` only groups its sub-commands. */
export interface Command<F extends Flags = Flags> {
  readonly name: string;
  /** One line for the parent's help. */
  readonly summary: string;
  /** Paragraphs for its own help; default the summary. */
  readonly description?: string;
  readonly flags?: F;
  readonly operands?: readonly Operand[];
  readonly commands?: readonly Command[];
  /** Printed after the flags in help: examples, feature gates. */
  readonly notes?: () => string;
  /** The exit code, or nothing for 0. Throws UsageError for flags that contradict each other. */
  run?(invocation: Invocation<F>): Promise<number | undefined> | Promise<void>;
}

export interface Program<F extends Flags = Flags> extends Command<F> {
  /** What `--version` prints. */
  readonly version: string;
}

/** Declares a command so that `run` sees the types of its flags. */
export function command<F extends Flags>(declaration: Command<F>): Command {
  return declaration;
}

/** Declares a program so that `run` sees the types of its flags. */
export function program<F extends Flags>(declaration: Program<F>): Program {
  return declaration;
}
