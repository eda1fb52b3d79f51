// Runs a command on behalf of this program: passes signals on to it, and ends as it ends, with exit codes as shells count them.

import type { ChildProcess } from 'node:child_process';
import { hasTerminal, type SignalSource } from './signals.ts';

/** Of a command that cannot be executed, and of one that is not there. */
const notExecutable = 126;
const notFound = 127;

/**
 * Takes this program's signals for a command. Installs its listeners for the rest of the process: made once, by a
 * composition root.
 */
export class SignalRelay {
  readonly #source: SignalSource;
  readonly #onTerminal: boolean;
  readonly #seen = new Set<NodeJS.Signals>();
  #child: ChildProcess | undefined;
  #exitCode: number | undefined;

  constructor(source: SignalSource = process, onTerminal = hasTerminal()) {
    this.#source = source;
    this.#onTerminal = onTerminal;
    const take = (name: NodeJS.Signals, number: number): void => this.#take(name, number);
    source.on('SIGTERM', take);
    source.on('SIGINT', take);
    source.on('SIGHUP', take);
  }

  /** 128 and the number of the first signal; undefined: none came. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /** Signals go to this command from now on; undefined: it ended. */
  set child(child: ChildProcess | undefined) {
    this.#child = child;
  }

  #take(name: NodeJS.Signals, number: number): void {
    const again = this.#exitCode !== undefined;
    this.#exitCode ??= 128 + number;
    // A terminal sends Ctrl-C and its end to all its processes: passed on, the command would have the signal twice.
    const hasItAlready = this.#onTerminal && name !== 'SIGTERM' && !this.#seen.has(name);
    this.#seen.add(name);
    if (this.#child !== undefined) {
      if (!hasItAlready) this.#child.kill(name);
    } else if (again) {
      this.#source.exit(128 + number);
    }
  }
}

export interface CommandOptions {
  /** Added to this program's environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly relay: SignalRelay;
  /** Gets one line when the command cannot be started. */
  readonly error: (text: string) => void;
}

/**
 * Runs a command with this program's standard streams. Resolves with its exit code: 128 and the number of the signal that ended
 * it, 127 when there is no such command, 126 when it cannot be executed. Never rejects.
 */
export async function runCommand(words: readonly string[], options: CommandOptions): Promise<number> {
  const [{ spawn }, { constants }] = await Promise.all([import('node:child_process'), import('node:os')]);
  const [name = '', ...args] = words;
  return new Promise((resolve) => {
    const child = spawn(name, args, { stdio: 'inherit', env: { ...process.env, ...options.environment } });
    const end = (code: number): void => {
      options.relay.child = undefined;
      resolve(code);
    };
    options.relay.child = child;
    child.once('error', (error: NodeJS.ErrnoException) => {
      options.error(`the command ${JSON.stringify(name)} cannot be started: ${error.message}\n`);
      end(error.code === 'ENOENT' ? notFound : notExecutable);
    });
    child.once('exit', (code, signal) => end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}
