// The body of an answer over HTTP/2. Chunks leave in rounds (`flush-scheduler.ts`), those of one round together; they wait in the
// stream until the client's windows take them. A client that does not read is cut off (`stalled-writers.ts`).

import type { ResponseBody } from '../../contract/exchange.ts';
import { SlowClientError, type StalledWriters } from '../write/stalled-writers.ts';
import type { RoundMember, FlushScheduler } from '../write/flush-scheduler.ts';
import type { Sent } from './send-queue.ts';
import type { ServerStream } from './stream.ts';

/** High-water mark: queued bytes at which the writer has to wait; low-water mark: queued bytes at which it continues. */
const highWater = 64 * 1024;
const lowWater = 16 * 1024;

export class Http2Body implements ResponseBody, RoundMember {
  /** Identity: the same for all bodies that go over one connection. */
  readonly connection: object;
  readonly #stream: ServerStream;
  readonly #rounds: FlushScheduler;
  readonly #stalled: StalledWriters;
  readonly #break: (reason: Error) => void;
  #ended = false;
  /** Whether the next round hands on what was pushed. */
  #inRound = false;
  /** Whether the client is known as one that has something to read. */
  #registered = false;
  #waiting: (() => void)[] = [];

  /** `breakOff` ends the stream so that the client notices an incomplete answer. */
  constructor(
    stream: ServerStream,
    connection: object,
    rounds: FlushScheduler,
    stalled: StalledWriters,
    breakOff: (reason: Error) => void,
  ) {
    this.#stream = stream;
    this.connection = connection;
    this.#rounds = rounds;
    this.#stalled = stalled;
    this.#break = breakOff;
  }

  /** Whether the writer is done, well or not. */
  get ended(): boolean {
    return this.#ended;
  }

  get queued(): number {
    return this.#stream.queued;
  }

  get taken(): number {
    return this.#stream.framed;
  }

  write(chunk: Buffer, sent?: Sent): boolean {
    const stream = this.#stream;
    // False also for a closed stream: a writer that only checks this result must not spin.
    if (this.#ended || stream.closed) return false;
    stream.push(chunk, sent);
    if (!this.#inRound) {
      this.#inRound = true;
      this.#rounds.add(this);
    }
    const { queued } = stream;
    if (queued > this.#stalled.limits.maxQueued) {
      this.destroy(new SlowClientError('the client reads too slowly'));
      return false;
    }
    if (this.#registered || queued >= highWater) this.blocked();
    return queued < highWater;
  }

  /** Hands what was written since the last time to the connection. */
  flush(): void {
    this.#inRound = false;
    const stream = this.#stream;
    if (stream.closed) return;
    stream.send();
    if (stream.waitsForSystem) this.blocked();
  }

  drained(): Promise<void> {
    this.flush();
    if (this.#ended || this.#stream.closed) {
      // Lets the event loop turn, so that a writer in a loop learns from its signal that the client is gone.
      return new Promise((resolve) => setImmediate(resolve));
    }
    if (this.queued < highWater) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  end(chunk?: Buffer, sent?: Sent): void {
    if (this.#ended) return;
    this.#ended = true;
    const stream = this.#stream;
    if (stream.closed) return;
    if (chunk !== undefined) stream.push(chunk, sent);
    stream.end();
    if (stream.waitsForSystem && stream.queued > 0) this.blocked();
  }

  destroy(reason: Error): void {
    this.#ended = true;
    this.#release();
    if (!this.#stream.closed) this.#break(reason);
  }

  /** The stream has closed. */
  closed(): void {
    this.#release();
  }

  /** All that was pushed is in frames. */
  emptied(): void {
    this.#release();
  }

  /** What was pushed waits for the client. */
  blocked(): void {
    this.#registered = true;
    this.#stalled.stalled(this);
  }

  /** Some of what was pushed is in frames. */
  moved(): void {
    if (this.#waiting.length > 0 && this.queued <= lowWater) this.#wake();
  }

  #release(): void {
    if (this.#registered) {
      this.#registered = false;
      this.#stalled.released(this);
    }
    this.#wake();
  }

  #wake(): void {
    if (this.#waiting.length === 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
