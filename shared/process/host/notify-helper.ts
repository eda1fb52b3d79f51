// Notifies systemd without a process for each notification: when process ids run out, no process could be started, and systemd
// would end a healthy service. The first notification starts one `logger` (util-linux, on every host with systemd). It sends
// each line that it reads as one datagram, and then repeats the line on its standard error. It sends nothing of its own: a
// service that hangs writes no line. When the service ends for any reason, the pipe closes and `logger` ends too.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

interface Handle {
  ref(): void;
  unref(): void;
}
type Child = ChildProcessByStdio<Writable & Handle, null, Readable & Handle>;

/** Its line break ends the line that `logger` begins each datagram with: systemd skips it, since it is no assignment. */
const tag = '\n';

/** Milliseconds after which a notification counts as lost. */
const patience = 10_000;

export class NotifyHelper {
  readonly #socket: string;
  readonly #program: string;
  #child: Promise<Child> | undefined;
  #serial = 0;
  /** By serial number: notifications that are not sent yet. */
  readonly #underWay = new Map<number, { sent(): void; failed(error: Error): void }>();

  /** `socket` is the path in NOTIFY_SOCKET; tests pass another `program` in place of `logger`. */
  constructor(socket: string, program = 'logger') {
    this.#socket = socket;
    this.#program = program;
  }

  /**
   * Sends assignments, each without line breaks, as one datagram. Rejects when `logger` cannot be started, ends, cannot send
   * them, or does not confirm within ten seconds. If `logger` has ended, the next call starts it again.
   */
  async send(assignments: readonly string[]): Promise<void> {
    this.#child ??= this.#start();
    const child = await this.#child;
    const serial = (this.#serial += 1);
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => failed(new Error('the notification was not sent in time')), patience).unref();
      const over = (): void => {
        clearTimeout(late);
        this.#underWay.delete(serial);
        if (this.#underWay.size > 0) return;
        child.unref();
        child.stderr.unref();
      };
      const failed = (error: Error): void => {
        over();
        reject(error);
      };
      this.#underWay.set(serial, { sent: () => (over(), resolve()), failed });
      // A service that ends waits until its last notification is sent.
      child.ref();
      child.stderr.ref();
      // systemd takes a carriage return for a line break, `logger` does not.
      child.stdin.write(`${[`${serial}`, ...assignments].join('\r')}\n`);
    });
  }

  async #start(): Promise<Child> {
    const words = ['--stderr', '--socket', this.#socket, '--socket-errors=on', '--tag', tag];
    const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' };
    const child = spawn(this.#program, words, { env, stdio: ['pipe', 'ignore', 'pipe'] }) as Child;
    child.stdin.on('error', () => {});
    try {
      await once(child, 'spawn');
    } catch (error) {
      this.#child = undefined;
      throw error;
    }
    child.on('error', () => {});
    let echo = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      echo = this.#read(echo + text);
    });
    child.once('exit', (code, signal) => {
      this.#child = undefined;
      this.#failAll(new Error(`${this.#program} ended with ${signal ?? `code ${code}`}: ${echo.trim()}`));
    });
    // While no notification is pending, none of these keeps the service from ending.
    child.unref();
    child.stdin.unref();
    child.stderr.unref();
    return child;
  }

  /** Handles the whole lines of `logger`'s output. Returns the incomplete last line. */
  #read(text: string): string {
    const lines = text.split('\n');
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      const serial = /^: (\d+)(?:\r|$)/.exec(line)?.[1];
      if (serial !== undefined) this.#underWay.get(Number(serial))?.sent();
      else if (line.startsWith(`${this.#program}:`)) this.#failAll(new Error(line));
    }
    return rest;
  }

  #failAll(error: Error): void {
    for (const word of this.#underWay.values()) word.failed(error);
  }
}
