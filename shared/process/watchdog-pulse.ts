// The beats of the systemd watchdog without a process for each: where process ids run out, no process could be started, and
// systemd would end a service that is well. One `logger` (util-linux, on every host with systemd) is started at the first beat.
// It makes one datagram of each line that it reads. It has no beat of its own: a service that stands still writes no
// line, and when the service ends, however it ends, the pipe closes and `logger` with it.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';

type Helper = ChildProcessByStdio<Writable, null, null>;

/** Its line breaks make a line of its own in the datagram; systemd skips the other lines, which are no assignments. */
const tag = '\nWATCHDOG=1\n';

export class WatchdogPulse {
  readonly #socket: string;
  readonly #program: string;
  #helper: Helper | undefined;

  /** `socket` is the path in NOTIFY_SOCKET; `program` stands for `logger` in tests. */
  constructor(socket: string, program = 'logger') {
    this.#socket = socket;
    this.#program = program;
  }

  /** Sends one beat. Rejects when `logger` cannot be started or has just ended; the next beat starts it anew. */
  async beat(): Promise<void> {
    const helper = this.#helper ?? (await this.#start());
    await new Promise<void>((resolve, reject) => {
      helper.stdin.write('alive\n', (error) => (error ? reject(error) : resolve()));
    });
  }

  async #start(): Promise<Helper> {
    const words = ['--socket', this.#socket, '--socket-errors=on', '--tag', tag];
    const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' };
    const helper = spawn(this.#program, words, { env, stdio: ['pipe', 'ignore', 'ignore'] });
    helper.stdin.on('error', () => {});
    await once(helper, 'spawn');
    helper.on('error', () => {});
    helper.once('exit', () => {
      this.#helper = undefined;
    });
    // Neither keeps the service from ending.
    helper.unref();
    (helper.stdin as Writable & { unref(): void }).unref();
    this.#helper = helper;
    return helper;
  }
}
