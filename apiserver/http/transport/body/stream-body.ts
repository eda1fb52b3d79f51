// The writing half of an exchange over an HTTP/1.1 response of Node. Chunks leave in rounds
// (`flush-scheduler.ts`), those of one round as one write: a batch of watch events costs one frame and one system call instead
// of one each. A client that does not read is cut off (`stalled-writers.ts`).

import type { Writable } from 'node:stream';
import type { ResponseBody } from '../../contract/exchange.ts';
import { SlowClientError, type StalledWriters } from '../write/stalled-writers.ts';
import type { RoundMember, FlushScheduler } from '../write/flush-scheduler.ts';

/** Average size of chunks below which joining them costs less than frames of their own. */
const copiedBytes = 8 * 1024;

/** Called when a chunk is no longer read. */
type Sent = (chunk: Buffer) => void;

/** The carrier holds a chunk until it calls back. After a failure the system may still read it, so there is no callback. */
function whenTaken(chunk: Buffer, sent: Sent): (error?: Error | null) => void {
  return (error) => {
    if (error === undefined || error === null) sent(chunk);
  };
}

export class StreamBody implements ResponseBody, RoundMember {
  /** Identity: the same for all bodies that go over one connection. */
  readonly connection: object;
  readonly #target: Writable;
  readonly #rounds: FlushScheduler;
  readonly #stalled: StalledWriters;
  readonly #break: (reason: Error) => void;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** Bytes that the carrier was given. */
  #given = 0;
  /** Pending chunks whose writer waits for their memory. */
  #awaited: Map<Buffer, Sent> | undefined;
  #ended = false;
  /** Whether the carrier is to tell when its queue is small again. */
  #draining = false;

  /** `breakOff` ends the carrier so that the client notices an incomplete answer. */
  constructor(
    target: Writable,
    connection: object,
    rounds: FlushScheduler,
    stalled: StalledWriters,
    breakOff: (reason: Error) => void,
  ) {
    this.#target = target;
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
    return this.#pendingBytes + this.#target.writableLength;
  }

  get taken(): number {
    return this.#given - this.#target.writableLength;
  }

  write(chunk: Buffer, sent?: Sent): boolean {
    // False also for a closed stream: a writer that only checks this result must not spin.
    if (this.#ended || this.#target.destroyed) {
      return false;
    }
    this.#pendingBytes += chunk.length;
    if (sent !== undefined) (this.#awaited ??= new Map<Buffer, Sent>()).set(chunk, sent);
    if (this.#pending.push(chunk) === 1) {
      this.#rounds.add(this);
    }
    const queued = this.queued;
    if (queued > this.#stalled.limits.maxQueued) {
      this.destroy(new SlowClientError('the client reads too slowly'));
      return false;
    }
    return queued < this.#target.writableHighWaterMark;
  }

  /** Hands what was written since the last time to the carrier. */
  flush(): void {
    const chunks = this.#pending;
    const [first] = chunks;
    if (first === undefined || this.#target.destroyed) {
      return;
    }
    const bytes = this.#pendingBytes;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#given += bytes;
    const taken = chunks.length === 1 ? this.#writeOne(first) : this.#writeAll(chunks, bytes);
    if (taken) {
      return;
    }
    this.#stalled.stalled(this);
    if (!this.#draining) {
      this.#draining = true;
      this.#target.once('drain', () => {
        this.#draining = false;
        this.#stalled.released(this);
      });
    }
  }

  /** Small chunks are copied together; large ones leave together as they are. */
  #writeAll(chunks: readonly Buffer[], bytes: number): boolean {
    const target = this.#target;
    if (bytes < chunks.length * copiedBytes) {
      if (this.#awaited === undefined) return target.write(this.#rounds.join(chunks, bytes));
      // Their memory may change as soon as their writers are called back.
      const joined = Buffer.concat(chunks, bytes);
      for (const chunk of chunks) this.#takeAwaited(chunk)?.(chunk);
      return target.write(joined);
    }
    target.cork();
    let taken = true;
    for (const chunk of chunks) taken = this.#writeOne(chunk);
    target.uncork();
    return taken;
  }

  #writeOne(chunk: Buffer): boolean {
    const sent = this.#takeAwaited(chunk);
    return sent === undefined ? this.#target.write(chunk) : this.#target.write(chunk, whenTaken(chunk, sent));
  }

  #takeAwaited(chunk: Buffer): Sent | undefined {
    const sent = this.#awaited?.get(chunk);
    if (sent !== undefined) this.#awaited?.delete(chunk);
    return sent;
  }

  drained(): Promise<void> {
    this.flush();
    const target = this.#target;
    if (this.#ended || target.destroyed) {
      // Lets the event loop turn, so that a writer in a loop learns from its signal that the client is gone.
      return new Promise((resolve) => setImmediate(resolve));
    }
    if (!target.writableNeedDrain) {
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const done = () => {
        target.off('drain', done).off('close', done);
        resolve();
      };
      target.on('drain', done).on('close', done);
    });
  }

  end(chunk?: Buffer, sent?: Sent): void {
    if (this.#ended) {
      return;
    }
    this.#ended = true;
    const target = this.#target;
    if (target.destroyed) {
      return;
    }
    // The last chunk leaves together with the end.
    const last = chunk ?? this.#pending.pop();
    const told = chunk === undefined && last !== undefined ? this.#takeAwaited(last) : sent;
    if (chunk === undefined && last !== undefined) this.#pendingBytes -= last.length;
    this.flush();
    this.#given += last?.length ?? 0;
    if (last === undefined) target.end();
    else if (told === undefined) target.end(last);
    else target.end(last, whenTaken(last, told));
  }

  destroy(reason: Error): void {
    this.#ended = true;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#awaited = undefined;
    this.#stalled.released(this);
    if (!this.#target.destroyed) {
      this.#break(reason);
    }
  }

  /** To be called when the carrier closed. */
  closed(): void {
    this.#stalled.released(this);
  }
}
