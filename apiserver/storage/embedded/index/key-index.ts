// The current revision of each key, its older revisions that are still known, and the records of the log that no read needs
// any more after a compaction. In memory; rebuilt from the log when the store opens.

import BTreeModule from 'sorted-btree';
import { compareKeys, endOfPrefix, firstKey } from '../../format/key-order.ts';
import type { KeyVersion, Revision } from '../../contract/store.ts';

// The package is CommonJS: under Node its class is the `default` of the imported default.
const BTree = BTreeModule.default;

export interface KeyRange {
  readonly versions: readonly KeyVersion[];
  readonly more: boolean;
  readonly remaining: number;
}

/** A record of the log that is of no use once the history up to `by` is forgotten. */
interface Superseded {
  readonly key: string;
  readonly dropped: Revision;
  readonly by: Revision;
}

export class KeyIndex {
  readonly #live = new BTree<string, Revision>(undefined, compareKeys);
  /** Older versions of a key, ascending; a negative one is the revision of a removal. */
  readonly #past = new BTree<string, Revision[]>(undefined, compareKeys);
  /** In the order of `by`, and within one key in the order of `dropped`. */
  #superseded: Superseded[] = [];
  /** How many of those at the front are already forgotten; they are cut off in bulk. */
  #forgotten = 0;

  get size(): number {
    return this.#live.size;
  }

  /** Revision of the value that the key holds now; 0: none. */
  current(key: string): Revision {
    return this.#live.get(key) ?? 0;
  }

  /** The same as `put` for a key that holds nothing. */
  add(key: string, revision: Revision): void {
    this.#live.set(key, revision);
  }

  /** `before`: the revision of the value that the key holds, for callers that know it. */
  put(key: string, revision: Revision, before = this.current(key)): void {
    this.#retire(key, before, revision);
    this.#live.set(key, revision);
  }

  remove(key: string, revision: Revision, before = this.current(key)): void {
    this.#retire(key, before, revision);
    this.#live.delete(key);
    this.#append(key, -revision);
    this.#superseded.push({ key, dropped: revision, by: revision });
  }

  /**
   * At most `limit` records that no view at `revision` or later needs, in the order in which they must leave the log: a
   * removal goes after what it removed.
   */
  superseded(revision: Revision, limit: number): Revision[] {
    const dropped: Revision[] = [];
    for (let at = this.#forgotten; dropped.length < limit; at++) {
      const entry = this.#superseded[at];
      if (entry === undefined || entry.by > revision) break;
      dropped.push(entry.dropped);
    }
    return dropped;
  }

  /** The first `count` of the superseded records have left the log. */
  forget(count: number): void {
    const end = this.#forgotten + count;
    const counts = new Map<string, number>();
    for (const { key } of this.#superseded.slice(this.#forgotten, end)) counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const [key, versions] of counts) {
      const past = this.#past.get(key);
      past?.splice(0, versions);
      if (past?.length === 0) this.#past.delete(key);
    }
    this.#forgotten = end;
    if (end * 2 < this.#superseded.length) return;
    this.#superseded = this.#superseded.slice(end);
    this.#forgotten = 0;
  }

  /** The keys of a prefix from `start` on, as they are now. */
  range(prefix: string, start: string | undefined, limit: number): KeyRange {
    const first = firstKey(prefix, start);
    const end = endOfPrefix(prefix);
    const versions: KeyVersion[] = [];
    let next: string | undefined;
    this.#live.forRange(first, end, true, (key, revision) => {
      if (versions.length === limit) {
        next = key;
        return { break: 0 };
      }
      versions.push({ key, revision });
      return undefined;
    });
    const remaining = next === undefined ? 0 : this.#live.forRange(next, end, true);
    return { versions, more: remaining > 0, remaining };
  }

  /** The same as of an older revision that is not compacted. */
  rangeAt(prefix: string, start: string | undefined, limit: number, revision: Revision): KeyRange {
    const first = firstKey(prefix, start);
    const versions: KeyVersion[] = [];
    let remaining = 0;
    for (const version of this.#viewAt(first, endOfPrefix(prefix), revision)) {
      if (versions.length < limit) versions.push(version);
      else remaining++;
    }
    return { versions, more: remaining > 0, remaining };
  }

  /** Merges the live keys with those that have only a past. */
  *#viewAt(first: string, end: string, revision: Revision): Generator<KeyVersion> {
    const past = this.#past.keys(first);
    let old = past.next();
    for (const [key, live] of this.#live.entries(first)) {
      if (compareKeys(key, end) > 0) break;
      for (; old.done !== true && compareKeys(old.value, key) < 0; old = past.next()) {
        yield* this.#pastAt(old.value, revision);
      }
      if (old.done !== true && old.value === key) old = past.next();
      if (live <= revision) yield { key, revision: live };
      else yield* this.#pastAt(key, revision);
    }
    for (; old.done !== true && compareKeys(old.value, end) <= 0; old = past.next()) {
      yield* this.#pastAt(old.value, revision);
    }
  }

  *#pastAt(key: string, revision: Revision): Generator<KeyVersion> {
    const version = this.#past.get(key)?.findLast((candidate) => Math.abs(candidate) <= revision);
    if (version !== undefined && version > 0) yield { key, revision: version };
  }

  /** Moves the current version of the key, if there is one, into the past. */
  #retire(key: string, dropped: Revision, by: Revision): void {
    if (dropped === 0) return;
    this.#append(key, dropped);
    this.#superseded.push({ key, dropped, by });
  }

  #append(key: string, version: Revision): void {
    const past = this.#past.get(key);
    if (past === undefined) this.#past.set(key, [version]);
    else past.push(version);
  }
}
