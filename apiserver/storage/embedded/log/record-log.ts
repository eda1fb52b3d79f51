// Where an embedded store keeps its records: in a folder (`LogStorage`) or in memory (`MemoryLog`).

import type { LogEntry } from '../wal/frame.ts';
import type { Revision } from '../../contract/store.ts';

/** Runs a job while nothing is written. */
export type Exclusive = (job: () => Promise<void>) => Promise<void>;

export interface RecordLog {
  /** Bytes of all records. */
  readonly recordBytes: number;
  /** Bytes of the file; 0: there is none. */
  readonly fileBytes: number;
  /** The revision up to which history is forgotten; 0: none is. */
  readonly compacted: Revision;
  get(revision: Revision): Buffer | undefined;
  /** At most `limit` records after a revision, ascending. */
  read(after: Revision, limit: number): LogEntry[];
  /** Every record, in order and in pieces; called once, before the first write. */
  scan(): AsyncGenerator<readonly LogEntry[]>;
  /** Resolves when the records are durable. Rejects with StoreUnavailableError; `refused` false: they may be there or not. */
  append(records: readonly LogEntry[]): Promise<void>;
  /** Records that were there when `forget` resolved. Others may be appended meanwhile. */
  remove(removals: readonly Revision[]): Promise<void>;
  /** Does beforehand what `forget` would have to. Records may be appended meanwhile. Rejects as `append` does. */
  moveWaiting(): Promise<void>;
  /** Notes up to which revision history is forgotten. Nothing is appended meanwhile. */
  forget(compacted: Revision): Promise<void>;
  /** Gives space back when it is worth the copy. Records may be appended meanwhile, not removed. A failure is logged. */
  shrink(exclusive: Exclusive): Promise<void>;
  close(): Promise<void>;
}
