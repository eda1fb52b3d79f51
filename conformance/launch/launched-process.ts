// A process that the suite started, the leader of a group of its own: what it says, and its end. Neither it nor what it started
// outlives `stop`, and no signal of the terminal reaches it: the suite decides when it ends.

import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';

/** After SIGTERM. */
const usualPatience = 15_000;
/** Characters of output that are kept, the last ones. */
const keptOutput = 1024 * 1024;

export interface LaunchedProcess {
  /** Its number, and that of its process group. Undefined: it could not be started. */
  readonly group: number | undefined;
  /** What it wrote to both outputs so far, the last MiB of it. */
  output(): string;
  /** False once it ended. */
  readonly running: boolean;
  /** Resolves at its end with the exit code, null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Sends SIGTERM and does not wait. Nothing happens once it ended. */
  terminate(): void;
  /** Sends SIGKILL to it and to what it started, and does not wait. Nothing happens once it ended. */
  kill(): void;
  /** SIGTERM, and SIGKILL when that does not help; resolves when it is gone. Repeatable. */
  stop(): Promise<void>;
}

/**
 * Starts a program by its words; the first one is the program. `environment` is laid over that of the suite, `patience`
 * is how many milliseconds it gets to end by itself. `ended` rejects when it cannot be started at all.
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
    // Not `exit`: what it said last has been heard only now.
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
        // A program in another group may hold them open for ever.
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
    // The group is gone, or the system has none.
    child.kill('SIGKILL');
  }
}
