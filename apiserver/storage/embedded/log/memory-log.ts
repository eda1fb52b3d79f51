// The records of a store that lives in memory: nothing of it is ever on a disk, and all of it goes with the store.

import { setImmediate as turn } from 'node:timers/promises';

import type { LogEntry } from '../wal/frame.ts';
import type { RecordLog } from './record-log.ts';
import { StoreUnavailableError, type Revision } from '../../contract/store.ts';

/** Removed records at the front of the list are cut off when they are this many, and half of it. */
const cutAt = 1000;

export class MemoryLog implements RecordLog {
  readonly #records = new Map<Revision, Buffer>();
  /** Ascending; those that were removed are among them until they are cut off. */
  #revisions: Revision[] = [];
  #recordBytes = 0;
  #compacted: Revision = 0;
  #closed = false;

  get recordBytes(): number {
    return this.#recordBytes;
  }

  get compacted(): Revision {
    return this.#compacted;
  }

  /** There is no file. */
  get fileBytes(): number {
    return 0;
  }

  get(revision: Revision): Buffer | undefined {
    return this.#records.get(revision);
  }

  read(after: Revision, limit: number): LogEntry[] {
    const entries: LogEntry[] = [];
    for (let at = indexAfter(this.#revisions, after); at < this.#revisions.length && entries.length < limit; at += 1) {
      const revision = this.#revisions[at] ?? 0;
      const record = this.#records.get(revision);
      if (record !== undefined) entries.push({ revision, record });
    }
    return entries;
  }

  /** A new store has none. */
  async *scan(): AsyncGenerator<readonly LogEntry[]> {}

  async append(records: readonly LogEntry[]): Promise<void> {
    if (this.#closed) throw new StoreUnavailableError('the store is closed', { refused: true });
    // As a file would: what arrives meanwhile is one batch.
    await turn();
    for (const { revision, record } of records) {
      // In memory of its own: it stays longer than its neighbours in Node's pool.
      const own = Buffer.allocUnsafeSlow(record.length);
      record.copy(own);
      this.#records.set(revision, own);
      this.#revisions.push(revision);
      this.#recordBytes += own.length;
    }
  }

  async remove(removals: readonly Revision[]): Promise<void> {
    for (const revision of removals) {
      this.#recordBytes -= this.#records.get(revision)?.length ?? 0;
      this.#records.delete(revision);
    }
    const gone = this.#revisions.length - this.#records.size;
    if (gone > cutAt && gone * 2 > this.#revisions.length)
      this.#revisions = this.#revisions.filter((revision) => this.#records.has(revision));
  }

  async moveWaiting(): Promise<void> {}

  async forget(compacted: Revision): Promise<void> {
    this.#compacted = compacted;
  }

  async shrink(): Promise<void> {}

  async close(): Promise<void> {
    this.#closed = true;
    this.#records.clear();
    this.#revisions = [];
  }
}

/** Where the revisions after one begin. */
function indexAfter(revisions: readonly Revision[], revision: Revision): number {
  let low = 0;
  let high = revisions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((revisions[middle] ?? 0) > revision) high = middle;
    else low = middle + 1;
  }
  return low;
}
