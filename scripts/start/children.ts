// The programs that the launcher runs: each a process of its own with a log file, stopped in the reverse order of their
// start. A second is what each gets; whoever needs longer is killed, so that the launcher always ends in time.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Child {
  readonly name: string;
  /** Resolves with one line about the end when the process has ended. */
  readonly ended: Promise<string>;
}

export class Children {
  readonly #logFolder: string;
  readonly #running: { readonly process: ChildProcess; readonly ended: Promise<string> }[] = [];

  /** Log files `<name>.log` go into this folder, which is made. */
  constructor(logFolder: string) {
    this.#logFolder = logFolder;
    mkdirSync(logFolder, { recursive: true, mode: 0o700 });
  }

  /** Starts a Node program. The signals of the terminal reach only the launcher. */
  start(name: string, script: string, args: readonly string[]): Child {
    const log = createWriteStream(join(this.#logFolder, `${name}.log`), { mode: 0o600 });
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let lastLine = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.pipe(log, { end: false });
      stream.on('data', (chunk: Buffer) => {
        lastLine = chunk.toString().trimEnd().split('\n').at(-1) ?? lastLine;
      });
    }
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(`${name} could not be started: ${error.message}`));
      child.once('close', (code, signal) => {
        log.end();
        resolve(lastLine === '' ? `${name} ended (${signal ?? `exit code ${code}`})` : lastLine);
      });
    });
    this.#running.push({ process: child, ended });
    return { name, ended };
  }

  /** Ends all. Repeatable. */
  async stop(): Promise<void> {
    for (const { process: child, ended } of this.#running.splice(0).reverse()) {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 1000);
      await ended;
      clearTimeout(late);
    }
  }
}
