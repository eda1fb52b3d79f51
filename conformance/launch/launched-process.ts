// A process that the suite started: what it says, and its end. It never outlives `stop`.

import { spawn } from 'node:child_process';
import process from 'node:process';

/** After SIGTERM. */
const usualPatience = 15_000;
/** Characters of output that are kept, the last ones. */
const keptOutput = 1024 * 1024;

export interface LaunchedProcess {
  /** What it wrote to both outputs so far, the last MiB of it. */
  output(): string;
  /** False once it ended. */
  readonly running: boolean;
  /** Resolves at its end with the exit code, null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Sends SIGTERM and does not wait. Nothing happens once it ended. */
  terminate(): void;
  /** Sends SIGKILL and does not wait, for when the suite itself ends at once. */
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
  return {
    output: () => text,
    get running() {
      return running;
    },
    ended,
    terminate,
    kill: () => {
      if (running) child.kill('SIGKILL');
    },
    stop: async () => {
      terminate();
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        // What it started itself may hold them open for ever.
        child.stdout.destroy();
        child.stderr.destroy();
      }, patience);
      await ended.catch(() => {});
      clearTimeout(timer);
    },
  };
}
