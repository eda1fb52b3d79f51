// Cuts off clients that do not read: a watcher that lets more than `maxQueued` bytes pile up, or that takes nothing for
// `maxStall` milliseconds, loses its stream before it costs the server memory; so does the one for which most waits when
// more than `maxTotal` bytes wait for all of them. One loop watches over all streams; a stream is registered only while it
// waits.

import type { Clock } from '../../../../shared/process/time/clock.ts';
import type { Loop } from '../../../../shared/process/loop/loop.ts';

/** Limits for what a slow reader may cost. */
export interface StallLimits {
  /** Bytes queued for one client; default 16 MiB. */
  readonly maxQueued: number;
  /** Milliseconds without any progress while bytes wait; default 30,000. */
  readonly maxStall: number;
  /** Bytes queued for all clients that wait; default 256 MiB. */
  readonly maxTotal: number;
}

const mebibyte = 1024 * 1024;

export const defaultStallLimits: StallLimits = {
  maxQueued: 16 * mebibyte,
  maxStall: 30_000,
  maxTotal: 256 * mebibyte,
};

/** A stream that waits for its client. */
export interface StalledWriter {
  readonly queued: number;
  /** Bytes that its client has taken since the beginning. The carrier reports them chunk by chunk. */
  readonly taken: number;
  destroy(reason: Error): void;
}

interface Waiting {
  /** When it was last seen to take something. */
  since: number;
  taken: number;
  queued: number;
}

export class SlowClientError extends Error {
  override readonly name = 'SlowClientError';
}

export class StalledWriters implements Loop {
  readonly name = 'stalled-writers';
  readonly limits: StallLimits;
  readonly #clock: Clock;
  readonly #waiting = new Map<StalledWriter, Waiting>();
  #total = 0;

  constructor(clock: Clock, limits: StallLimits = defaultStallLimits) {
    this.#clock = clock;
    this.limits = limits;
  }

  /** The writer's queue is full; called again when it has grown. */
  stalled(writer: StalledWriter): void {
    const known = this.#waiting.get(writer) ?? { since: this.#clock.monotonic(), taken: writer.taken, queued: 0 };
    this.#waiting.set(writer, known);
    this.#total += writer.queued - known.queued;
    known.queued = writer.queued;
    if (this.#total > this.limits.maxTotal) this.#cutLargest();
  }

  /** The writer's queue is small again, or it is gone. */
  released(writer: StalledWriter): void {
    this.#total -= this.#waiting.get(writer)?.queued ?? 0;
    this.#waiting.delete(writer);
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#clock.sleep(Math.min(1000, this.limits.maxStall), signal).catch(() => {});
      const now = this.#clock.monotonic();
      for (const [writer, waiting] of this.#waiting) {
        if (writer.taken > waiting.taken) {
          waiting.taken = writer.taken;
          waiting.since = now;
        } else if (now - waiting.since >= this.limits.maxStall) {
          this.#cut(writer, 'the client did not read for too long');
        }
      }
    }
  }

  #cutLargest(): void {
    let largest: StalledWriter | undefined;
    for (const writer of this.#waiting.keys()) {
      if (largest === undefined || writer.queued > largest.queued) largest = writer;
    }
    if (largest !== undefined) this.#cut(largest, 'too much waits for clients that read slowly');
  }

  #cut(writer: StalledWriter, reason: string): void {
    this.released(writer);
    writer.destroy(new SlowClientError(reason));
  }
}
