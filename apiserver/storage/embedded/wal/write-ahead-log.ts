// The newest records of a store: on the disk in a write-ahead log, which takes a batch with one small fsync, and in memory until
// they are moved to the log, many at a time. Two files take turns: one is written while the records of the other move.

import { join } from 'node:path';

import type { Clock } from '../../../../shared/process/time/clock.ts';
import { FlushPace } from './flush-pace.ts';
import type { LogEntry } from './frame.ts';
import { Segment } from './segment.ts';
import type { Revision } from '../../contract/store.ts';

export const journalNames = ['journal-0', 'journal-1'] as const;

interface Side {
  readonly file: Segment;
  /** The last revision in it that counts; 0: none. */
  last: Revision;
}

export interface WriteAheadLogOptions {
  /** Of the data folder. */
  readonly id: Buffer;
  /** Missing files are made; otherwise opening rejects with the system's error. */
  readonly create: boolean;
  /** Records of this many bytes are worth a move to the log, and a file of this size gives way to the other one. */
  readonly turnBytes: number;
  /** Measures the disk's latency. */
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Whether records are on the disk when they count as written. Default true. */
  readonly flush?: boolean;
}

export class WriteAheadLog {
  readonly #turnBytes: number;
  #current: Side;
  #other: Side;
  /** Not in the log yet, ascending. In an array: the tables that a Map leaves behind would keep what was moved. */
  #waiting: LogEntry[] = [];
  #waitingBytes = 0;
  #settled: Revision = 0;

  private constructor(files: readonly [Segment, Segment], turnBytes: number) {
    this.#turnBytes = turnBytes;
    this.#current = { file: files[0], last: 0 };
    this.#other = { file: files[1], last: 0 };
  }

  static async open(folder: string, options: WriteAheadLogOptions): Promise<WriteAheadLog> {
    const { id, create, turnBytes, clock, flush = true } = options;
    const segment = { id, create, flush, pace: new FlushPace(clock) };
    const [one, two] = journalNames;
    const first = await Segment.open(join(folder, one), segment);
    try {
      return new WriteAheadLog([first, await Segment.open(join(folder, two), segment)], turnBytes);
    } catch (error) {
      await first.close();
      throw error;
    }
  }

  /**
   * Takes over records of an earlier run that the log does not have; called once, before the first append. Its
   * records wait to be moved from then on. Answers the first revision that is missing; undefined: there is no gap.
   */
  async recover(last: Revision): Promise<Revision | undefined> {
    const sides = [this.#current, this.#other];
    const found: LogEntry[] = [];
    for (const side of sides) {
      const entries = await side.file.read(last);
      found.push(...entries);
      side.last = entries.reduce((most, { revision }) => Math.max(most, revision), 0);
    }
    if (this.#other.last > this.#current.last) [this.#current, this.#other] = [this.#other, this.#current];
    this.#settled = last;
    this.#waiting = found.sort((left, right) => left.revision - right.revision);
    this.#waitingBytes = found.reduce((sum, { record }) => sum + record.length, 0);
    const gap = this.#waiting.findIndex(({ revision }, at) => revision !== last + 1 + at);
    return gap < 0 ? undefined : last + 1 + gap;
  }

  /** The last revision that waits to be moved; undefined: none does. */
  get last(): Revision | undefined {
    return this.#waiting.at(-1)?.revision;
  }

  /** Bytes of the records that wait to be moved. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Whether it is time to move what waits. */
  get due(): boolean {
    return this.#waitingBytes >= this.#turnBytes;
  }

  /** Resolves when the records are durable; one call at a time. See `Segment.append` for failures. */
  async append(records: readonly LogEntry[], onFailure: (withdrawn: boolean) => void): Promise<void> {
    if (this.#current.file.used >= this.#turnBytes && this.#other.last <= this.#settled) {
      [this.#current, this.#other] = [this.#other, this.#current];
      await this.#current.file.restart();
    }
    for (const entry of await this.#current.file.append(records, onFailure)) {
      this.#waiting.push(entry);
      this.#waitingBytes += entry.record.length;
      this.#current.last = entry.revision;
    }
  }

  /** The record of a revision that is not in the log yet. */
  get(revision: Revision): Buffer | undefined {
    const entry = this.#waiting[this.#indexAfter(revision - 1)];
    return entry?.revision === revision ? entry.record : undefined;
  }

  /** At most `limit` records after a revision, ascending. */
  after(revision: Revision, limit: number): LogEntry[] {
    const from = this.#indexAfter(revision);
    return this.#waiting.slice(from, from + limit);
  }

  /** The records up to this revision are durable in the log. */
  settle(revision: Revision): void {
    const from = this.#indexAfter(revision);
    for (const { record } of this.#waiting.slice(0, from)) this.#waitingBytes -= record.length;
    this.#waiting = this.#waiting.slice(from);
    this.#settled = revision;
  }

  /** Where the records after a revision begin. */
  #indexAfter(revision: Revision): number {
    let low = 0;
    let high = this.#waiting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#waiting[middle]?.revision ?? 0) > revision) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  async close(): Promise<void> {
    await Promise.all([this.#current.file.close(), this.#other.file.close()]);
  }
}
