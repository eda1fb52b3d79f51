// Cuts off clients that do not read: a watcher that lets more than `maxQueued` bytes pile up, or that takes nothing for
// `maxStall` milliseconds, loses its stream before it costs the server memory. One loop watches over all streams; a
// stream is registered only while it waits.

import type { Clock } from '../../shared/process/clock.ts';
import type { Loop } from '../../shared/process/loop.ts';

/** Limits for what a slow reader may cost. */
export interface StallLimits {
  /** Bytes queued for one client; default 16 MiB. */
  readonly maxQueued: number;
  /** Milliseconds without any progress while bytes wait; default 30,000. */
  readonly maxStall: number;
}

export const defaultStallLimits: StallLimits = { maxQueued: 16 * 1024 * 1024, maxStall: 30_000 };

/** A stream that waits for its client. */
export interface StalledWriter {
  destroy(reason: Error): void;
}

export class SlowClientError extends Error {
  override readonly name = 'SlowClientError';
}

export class StalledWriters implements Loop {
  readonly name = 'stalled-writers';
  readonly limits: StallLimits;
  readonly #clock: Clock;
  readonly #since = new Map<StalledWriter, number>();

  constructor(clock: Clock, limits: StallLimits = defaultStallLimits) {
    this.#clock = clock;
    this.limits = limits;
  }

  /** The writer's queue is full from now on. */
  stalled(writer: StalledWriter): void {
    if (!this.#since.has(writer)) {
      this.#since.set(writer, this.#clock.monotonic());
    }
  }

  /** The writer's queue is small again, or it is gone. */
  released(writer: StalledWriter): void {
    this.#since.delete(writer);
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#clock.sleep(Math.min(1000, this.limits.maxStall), signal).catch(() => {});
      const oldest = this.#clock.monotonic() - this.limits.maxStall;
      for (const [writer, since] of this.#since) {
        if (since > oldest) {
          break;
        }
        this.#since.delete(writer);
        writer.destroy(new SlowClientError('the client did not read for too long'));
      }
    }
  }
}
