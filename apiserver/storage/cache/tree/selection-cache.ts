// Cache of the results of selections: controllers and agents list by the same few selectors again and again. A selection
// is cached from the second request on, in groups of neighbouring leaves, each with its selected items side by side. A
// group is valid while its leaves are unchanged, so that after a change only the groups around it are evaluated again.

import type { Clock } from '../../../../shared/process/time/clock.ts';
import type { Loop } from '../../../../shared/process/loop/loop.ts';
import type { Leaf } from './object-leaf.ts';

/** Neighbouring leaves, and what a selection has of them. */
export interface SelectedGroup {
  /** Identity of what each leaf holds. */
  readonly contents: readonly object[];
  /** Selected objects, and the bytes of their items. */
  readonly count: number;
  readonly length: number;
  /** The items; undefined until the first read. They are immutable. */
  items: Buffer | undefined;
}

/** Bytes of all selections that are remembered, and of the items of one. */
const mostBytes = 16 * 1024 * 1024;
const mostOfOne = mostBytes / 4;
/** What a selection, each of its groups and each leaf that they name take beside the items, about. */
const selectionBytes = 1000;
const groupBytes = 300;
const leafBytes = 16;
/** Selections whose requests are remembered, and the longest text of one. */
const mostAsked = 64;
const longestText = 1000;
/** Milliseconds between two sweeps of unused entries. */
const period = 60_000;

/** The groups of one selection, by the content of their first leaf. */
export class CachedSelection {
  readonly #groups = new Map<object, SelectedGroup>();
  readonly #onKept: (bytes: number) => void;
  #tooMuch = false;
  /** All groups of the tree that was looked at last, which may be gone. */
  #latest: { readonly tree: WeakRef<object>; readonly groups: readonly SelectedGroup[] } | undefined;

  /** `onKept` is called with the bytes of all groups. */
  constructor(onKept: (bytes: number) => void) {
    this.#onKept = onKept;
  }

  /** Whether there was too much of it to be remembered. */
  get tooMuch(): boolean {
    return this.#tooMuch;
  }

  /** All groups of a tree, when it is the one that was looked at last. */
  allOf(tree: object): readonly SelectedGroup[] | undefined {
    return this.#latest?.tree.deref() === tree ? this.#latest.groups : undefined;
  }

  /** The group of these leaves' first ones, from one on. */
  find(leaves: readonly Leaf[], from: number): SelectedGroup | undefined {
    const first = leaves[from];
    const group = first === undefined ? undefined : this.#groups.get(first.content);
    return group?.contents.every((content, at) => leaves[from + at]?.content === content) === true ? group : undefined;
  }

  /** Whether a group begins with this leaf. */
  begins(leaf: Leaf): boolean {
    return this.#groups.has(leaf.content);
  }

  /** These are all groups of a tree; others are forgotten. False: it is too much, and none is kept. */
  keep(tree: object, groups: readonly SelectedGroup[]): boolean {
    this.#tooMuch = groups.reduce((sum, { length }) => sum + length, 0) > mostOfOne;
    this.#groups.clear();
    this.#latest = this.#tooMuch ? undefined : { tree: new WeakRef(tree), groups };
    if (!this.#tooMuch) {
      for (const group of groups) if (group.contents[0] !== undefined) this.#groups.set(group.contents[0], group);
    }
    this.#onKept(this.#tooMuch ? 0 : groups.reduce((sum, group) => sum + bytesOf(group), 0));
    return !this.#tooMuch;
  }
}

function bytesOf({ length, contents }: SelectedGroup): number {
  return length + groupBytes + leafBytes * contents.length;
}

interface Entry {
  readonly selection: CachedSelection;
  bytes: number;
  /** Whether it was used since the last sweep. */
  asked: boolean;
}

/** Its loop evicts what was not used for a minute; it cannot fail. Without it only the bytes are limited. */
export class SelectionCache implements Loop {
  readonly name = 'selection-memory';
  readonly #clock: Clock;
  readonly #asked = new Set<string>();
  /** The one asked for last is the last one. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Bytes of all that is kept, or will be at its first read. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Cache hits and misses. */
  get hits(): number {
    return this.#hits;
  }

  get misses(): number {
    return this.#misses;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#clock.sleep(period, signal).catch(() => {});
      this.#forgetUnasked();
    }
  }

  /** What is known of a selection. Undefined: it is asked for the first time, or too much of it is selected. */
  recall(text: string): CachedSelection | undefined {
    const known = this.#entries.get(text);
    if (known !== undefined && !known.selection.tooMuch) {
      this.#hits += 1;
      this.#entries.delete(text);
      this.#entries.set(text, known);
      known.asked = true;
      return known.selection;
    }
    this.#misses += 1;
    if (known !== undefined) return undefined;
    if (this.#asked.delete(text)) return this.#remember(text);
    if (text.length > longestText) return undefined;
    this.#asked.add(text);
    for (const old of this.#asked) {
      if (this.#asked.size <= mostAsked) break;
      this.#asked.delete(old);
    }
    return undefined;
  }

  /** Nothing under this prefix will be asked for again. */
  forgetUnder(prefix: string): void {
    for (const text of this.#asked) if (text.startsWith(prefix)) this.#asked.delete(text);
    for (const text of this.#entries.keys()) if (text.startsWith(prefix)) this.#forget(text);
  }

  #remember(text: string): CachedSelection {
    const entry: Entry = {
      selection: new CachedSelection((bytes) => this.#resize(text, entry, bytes)),
      bytes: 0,
      asked: true,
    };
    this.#entries.set(text, entry);
    this.#resize(text, entry, 0);
    return entry.selection;
  }

  /** Least recently used first. */
  #resize(text: string, entry: Entry, bytes: number): void {
    if (this.#entries.get(text) !== entry) return;
    const all = selectionBytes + text.length + bytes;
    this.#bytes += all - entry.bytes;
    entry.bytes = all;
    for (const old of this.#entries.keys()) {
      if (this.#bytes <= mostBytes) break;
      this.#forget(old);
    }
  }

  /** Evicts selections without a request since the last call, and those that were too large: the next request checks again. */
  #forgetUnasked(): void {
    for (const [text, entry] of this.#entries) {
      if (!entry.asked || entry.selection.tooMuch) this.#forget(text);
      entry.asked = false;
    }
  }

  #forget(text: string): void {
    this.#bytes -= this.#entries.get(text)?.bytes ?? 0;
    this.#entries.delete(text);
  }
}
