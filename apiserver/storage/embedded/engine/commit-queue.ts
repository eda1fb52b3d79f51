// Writes that wait for the disk. One batch is on its way at a time, and everything that arrives meanwhile makes the next
// one, so that many writers share one flush. A writer that has been alone does not wait for others. Maintenance takes its
// turn between batches.

import { setImmediate as turn } from 'node:timers/promises';

import type { CommitResult, Write } from '../../contract/store.ts';

/** Writes of one batch at most; bounds the time of one transaction, and with it the latency of the next. */
const batchSize = 512;

interface Waiting {
  readonly write: Write;
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
}

export class CommitQueue {
  readonly #commit: (writes: readonly Write[]) => Promise<readonly CommitResult[]>;
  #waiting: Waiting[] = [];
  #jobs: (() => Promise<void>)[] = [];
  #running: Promise<void> | undefined;
  /** Whether the last batch had one write. */
  #alone = false;
  /** Whether a batch has begun at once in this turn of the event loop. */
  #begun = false;

  /** `commit` resolves with one result per write once they are durable; when it rejects, all of them failed. */
  constructor(commit: (writes: readonly Write[]) => Promise<readonly CommitResult[]>) {
    this.#commit = commit;
  }

  submit(write: Write): Promise<CommitResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject });
      this.#start();
    });
  }

  /** Runs `job` while no batch is on its way. */
  exclusive<T>(job: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#jobs.push(() => job().then(resolve, reject));
      this.#start();
    });
  }

  /** Resolves when nothing waits any more. */
  async drained(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  #start(): void {
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    do {
      await (this.#begins() ? undefined : turn());
      const job = this.#jobs.shift();
      if (job !== undefined) await job();
      const batch = this.#waiting.splice(0, batchSize);
      if (batch.length > 0) {
        this.#alone = batch.length === 1;
        await this.#commitBatch(batch);
      }
    } while (this.#waiting.length > 0 || this.#jobs.length > 0);
    // In the same step as the check above: later submissions start a new batch.
    this.#running = undefined;
  }

  /**
   * Whether the next batch begins at once. Otherwise it does in the next turn, with all that arrived together: a second write
   * in one turn shows that several do.
   */
  #begins(): boolean {
    if (!this.#alone || this.#begun || this.#waiting.length > 1 || this.#jobs.length > 0) return false;
    this.#begun = true;
    setImmediate(() => {
      this.#begun = false;
    });
    return true;
  }

  async #commitBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.#commit(batch.map((waiting) => waiting.write));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as CommitResult);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
