// Decides a batch of waiting writes, one after the other: each sees what those before it in the batch wrote. Nothing has
// happened until the records are on the disk.

import type { LogEntry } from '../wal/frame.ts';
import { encodeRecord, valueOf } from '../log/log-record.ts';
import type { Change, CommitResult, Entry, KeyChange, KeyVersion, Revision, Write } from '../../contract/store.ts';

/** What the batch needs to know of the store before it. */
export interface Ground {
  readonly latest: Revision;
  /** The revision of what a key holds; 0: nothing. */
  current(key: string): Revision;
  /** What the key holds, at `revision`. */
  entry(key: string, revision: Revision): Entry | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A key that will end by itself. */
export interface Ending extends KeyVersion {
  readonly expires: number;
}

export class CommitBatch {
  readonly records: LogEntry[] = [];
  readonly changes: Change[] = [];
  readonly endings: Ending[] = [];
  /** One for each write that was added, in that order; they hold once the records are durable. */
  readonly results: CommitResult[] = [];
  readonly #ground: Ground;
  /** What keys hold after the writes so far. */
  readonly #written = new Map<string, Entry | undefined>();
  readonly #guards = new Map<string, Revision>();
  #revision: Revision;

  constructor(ground: Ground) {
    this.#ground = ground;
    this.#revision = ground.latest;
  }

  add(write: Write): void {
    const conflict = this.#conflictOf(write);
    if (conflict !== undefined) {
      this.results.push(conflict);
      return;
    }
    for (const change of write.together ?? []) this.#apply(change, 0);
    const expires = write.ttlSeconds === undefined ? 0 : this.#ground.now + write.ttlSeconds * 1000;
    this.results.push({ outcome: 'committed', revision: this.#apply(write, expires) });
  }

  /** Undefined: every guard holds. */
  #conflictOf({ key, expected, onlyWhile, together = [] }: Write): CommitResult | undefined {
    const current = this.#revisionOf(key);
    if (current !== expected) return { outcome: 'conflict', current: this.#entryOf(key, current) };
    if (onlyWhile !== undefined) {
      const guard = this.#guardOf(onlyWhile.key);
      if (guard !== onlyWhile.revision) return this.#overtaken(onlyWhile.key, guard);
    }
    for (const change of together) {
      const found = this.#revisionOf(change.key);
      if (found !== change.expected) return this.#overtaken(change.key, found);
    }
    return undefined;
  }

  #overtaken(key: string, revision: Revision): CommitResult {
    return { outcome: 'conflict', current: this.#entryOf(key, revision), overtaken: key };
  }

  /** `expires`: milliseconds since the epoch; 0: never. Returns the revision. */
  #apply({ key, value: written, expected }: KeyChange, expires: number): Revision {
    // Most writes create: what a key holds is asked only of one that holds something.
    const previous = expected === 0 ? undefined : this.#entryOf(key, expected);
    const revision = ++this.#revision;
    const record = encodeRecord({ key, value: written, previous: expected, expires });
    const value = valueOf(record);
    this.records.push({ revision, record });
    this.changes.push({ revision, key, value, previous });
    if (expires !== 0) this.endings.push({ key, revision, expires });
    this.#written.set(key, value === undefined ? undefined : { key, value, revision });
    return revision;
  }

  #revisionOf(key: string): Revision {
    return this.#written.has(key) ? (this.#written.get(key)?.revision ?? 0) : this.#ground.current(key);
  }

  /** The same as `#revisionOf`: what guards one write of a batch guards most of them, so the ground is asked once. */
  #guardOf(key: string): Revision {
    if (this.#written.has(key)) return this.#revisionOf(key);
    let revision = this.#guards.get(key);
    if (revision === undefined) this.#guards.set(key, (revision = this.#ground.current(key)));
    return revision;
  }

  /** `revision` is that of what the key holds after the writes so far. */
  #entryOf(key: string, revision: Revision): Entry | undefined {
    return this.#written.has(key) ? this.#written.get(key) : this.#ground.entry(key, revision);
  }
}
