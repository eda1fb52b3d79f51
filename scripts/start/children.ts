// The programs that the launcher runs. Each is a process of its own that writes to a log file. They are stopped in the reverse
// order of their start, and together have a little under two seconds. Slower ones are killed, so that the launcher
// always ends in time. If the launcher dies first, they end by themselves: see lifeline.ts.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds for all to end. */
const patience = 1700;
const lifeline = new URL('lifeline.js', import.meta.url).href;

interface Running {
  readonly process: ChildProcess;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
}

export class Children {
  /** Rejects with one line when a program ends unexpectedly. */
  readonly failed: Promise<never>;
  readonly #logFolder: string;
  readonly #running: Running[] = [];
  #fail: (reason: Error) => void = () => {};
  #stopping = false;

  /** Log files `<name>.log` go into this folder, which exists. */
  constructor(logFolder: string) {
    this.#logFolder = logFolder;
    this.failed = new Promise((_, reject) => (this.#fail = reject));
    // Callers that need the result await it.
    this.failed.catch(() => {});
  }

  /** Starts a Node program. The signals of the terminal reach only the launcher. */
  start(name: string, script: string, args: readonly string[]): void {
    const path = join(this.#logFolder, `${name}.log`);
    // Appended, because another launch may still write to it.
    const log = openSync(path, 'a', 0o600);
    const begin = fstatSync(log).size;
    const child = spawn(process.execPath, ['--import', lifeline, script, ...args], {
      stdio: ['ignore', log, log, 'pipe'],
      detached: true,
    });
    closeSync(log);
    child.stdio[3]?.on('error', () => {});
    const ended = new Promise<void>((resolve) => {
      const end = (line: string): void => {
        if (!this.#stopping) this.#fail(new Error(line));
        resolve();
      };
      child.once('error', (error) => end(`${name} could not be started: ${error.message}`));
      child.once('exit', (code, signal) => end(endOf(name, lastLine(path, begin), signal ?? `exit code ${code}`)));
    });
    this.#running.push({ process: child, ended });
  }

  /** Ends all. Repeatable. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const running = this.#running.splice(0).reverse();
    const late = setTimeout(() => {
      for (const { process: child } of running) child.kill('SIGKILL');
    }, patience);
    for (const { process: child, ended } of running) {
      child.kill('SIGTERM');
      await ended;
    }
    clearTimeout(late);
  }
}

/** Returns the line that a failing program prints itself, else how it ended, with its last line if there is one. Pure. */
export function endOf(name: string, last: string, how: string): string {
  if (last.startsWith(`${name}: `)) return last;
  return last === '' ? `${name} ended (${how})` : `${name} ended (${how}); its last line: ${last}`;
}

/** Of what was written after the first `begin` bytes. */
function lastLine(path: string, begin: number): string {
  const text = readFileSync(path).subarray(begin).toString();
  return text.trimEnd().split('\n').at(-1) ?? '';
}
