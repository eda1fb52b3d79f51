// Runs a command on behalf of this program: forwards signals to it, and returns its exit code as a shell would.

import type { ChildProcess } from 'node:child_process';
import { hasTerminal, type SignalSource } from './signals.ts';

/** Exit codes for a command that cannot be executed, and for one that does not exist. */
const notExecutable = 126;
const notFound = 127;

/**
 * Forwards this program's signals to a command. Installs listeners for the rest of the process: create it once, in a
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

  /** 128 + the number of the first signal; undefined: there was none. */
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
    // A terminal sends Ctrl-C and its hangup to all its processes: forwarding would deliver the signal twice.
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
