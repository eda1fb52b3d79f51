// A process that the suite started, as the leader of its own process group: its output and its end. `stop` ends it and
// its children. Signals of the terminal do not reach it: the suite decides when it ends.

import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';

/** Milliseconds between SIGTERM and SIGKILL. */
const usualPatience = 15_000;
/** The most characters of output that are kept, the last ones. */
const keptOutput = 1024 * 1024;

export interface LaunchedProcess {
  /** The id of the process and of its process group. Undefined: it could not be started. */
  readonly group: number | undefined;
  /** Its standard output and standard error so far, at most the last MiB. */
  output(): string;
  /** False when it has ended. */
  readonly running: boolean;
  /** Resolves with the exit code when it ends; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Sends SIGTERM and does not wait. Does nothing when it has ended. */
  terminate(): void;
  /** Sends SIGKILL to its process group and does not wait. Does nothing when it has ended. */
  kill(): void;
  /** Sends SIGTERM, then SIGKILL if it does not end; resolves when it has ended. May be called repeatedly. */
  stop(): Promise<void>;
}

/**
 * Starts a program; the first word is the program. `environment` overrides variables of the suite. `patience`:
 * milliseconds between SIGTERM and SIGKILL. `ended` rejects if the program cannot be started.
 */
export function launchProcess(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  patience = usualPatience,
): LaunchedProcess {
  const [program = '', ...args] = words;
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
    detached: true,
  });
  let text = '';
  let running = true;
  const hear = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-keptOutput);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => {
      running = false;
      reject(new Error(`cannot start ${program}: ${error.message}`));
    });
    // `close` and not `exit`: only then is the last output read.
    child.once('close', (code) => {
      running = false;
      resolve(code);
    });
  });
  ended.catch(() => {});
  const terminate = () => {
    if (running) child.kill('SIGTERM');
  };
  const kill = () => {
    if (running) killGroup(child);
  };
  return {
    group: child.pid,
    output: () => text,
    get running() {
      return running;
    },
    ended,
    terminate,
    kill,
    stop: async () => {
      terminate();
      const timer = setTimeout(() => {
        kill();
        // A program in another process group may keep the pipes open.
        child.stdout.destroy();
        child.stderr.destroy();
      }, patience);
      await ended.catch(() => {});
      clearTimeout(timer);
    },
  };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended, or the system has no process groups.
    child.kill('SIGKILL');
  }
}
