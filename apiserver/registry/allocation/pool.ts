// A pool of numbers or addresses, each with at most one holder. It is in the store, so that several servers can
// allocate from one pool: an allocation is a guarded write of a key that must not exist. A mark can be taken over after a while
// if its holder was never stored (the server died between allocation and commit) or no longer has the item (its release
// failed).

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Entry, Store } from '../../storage/contract/store.ts';

/** Marks younger than this may belong to a write that is still under way. */
const settledMilliseconds = 60_000;

interface Mark {
  /** Store key of the object that holds the item. */
  readonly holder: string;
  readonly uid: string;
  /** When it was taken, milliseconds since the epoch. */
  readonly taken: number;
}

export interface PoolSettings {
  readonly store: Store;
  readonly clock: Clock;
  /** Key prefix of the marks, with a trailing slash; outside of all collections. */
  readonly prefix: string;
  /** Whether the stored object still has the item. */
  readonly holds: (holder: Entry, item: string) => boolean;
}

/** Who takes an item. */
export interface Holder {
  readonly key: string;
  readonly uid: string;
}

export class Pool {
  readonly #settings: PoolSettings;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
  }

  /**
   * 'taken' when the item is now the holder's (also when it was before), 'refused' when it has another holder. The mark is
   * as young as the last take, so that an item that is about to be held again is not taken over.
   */
  async take(item: string, holder: Holder): Promise<'taken' | 'refused'> {
    const { store, clock } = this.#settings;
    const key = this.#key(item);
    const mark: Mark = { holder: holder.key, uid: holder.uid, taken: clock.now() };
    const value = Buffer.from(JSON.stringify(mark));
    const first = await store.commit({ key, value, expected: 0 });
    if (first.outcome === 'committed') return 'taken';
    if (first.current === undefined) return 'refused';
    const found = parseMark(first.current);
    if (found?.uid !== holder.uid && !(await this.#isAbandoned(found, item))) return 'refused';
    const second = await store.commit({ key, value, expected: first.current.revision });
    return second.outcome === 'committed' ? 'taken' : 'refused';
  }

  /** Whether the item has no holder. For dry runs, which take nothing. */
  async isFree(item: string, holder: Holder): Promise<boolean> {
    const entry = await this.#settings.store.get(this.#key(item));
    if (entry === undefined) return true;
    const mark = parseMark(entry);
    return mark?.uid === holder.uid || this.#isAbandoned(mark, item);
  }

  /** Gives the item back when this holder has it; nothing otherwise. */
  async giveBack(item: string, holder: Holder): Promise<void> {
    const key = this.#key(item);
    const entry = await this.#settings.store.get(key);
    if (entry === undefined || parseMark(entry)?.uid !== holder.uid) return;
    await this.#settings.store.commit({ key, value: undefined, expected: entry.revision });
  }

  #key(item: string): string {
    return `${this.#settings.prefix}${item}`;
  }

  async #isAbandoned(mark: Mark | undefined, item: string): Promise<boolean> {
    if (mark === undefined) return true;
    const { store, clock, holds } = this.#settings;
    if (clock.now() - mark.taken < settledMilliseconds) return false;
    const holder = await store.get(mark.holder);
    if (holder === undefined || !holder.value.includes(`"uid":${JSON.stringify(mark.uid)}`)) return true;
    return !holds(holder, item);
  }
}

function parseMark(entry: Entry): Mark | undefined {
  try {
    const mark = JSON.parse(entry.value.toString('utf8')) as Partial<Mark> | null;
    if (typeof mark?.holder !== 'string' || typeof mark.uid !== 'string' || typeof mark.taken !== 'number')
      return undefined;
    return { holder: mark.holder, uid: mark.uid, taken: mark.taken };
  } catch {
    return undefined;
  }
}
