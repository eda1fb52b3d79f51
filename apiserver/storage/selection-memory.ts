// What selections had, for who asks again: controllers and agents list by the same few selectors over and over. A selection
// is remembered from the second time on, in groups of neighbouring leaves, each with its selected items side by side; a
// group is good as long as its leaves are the same, so that after a change only what lies around it is looked at again.

import type { Leaf } from './object-leaf.ts';

/** Neighbouring leaves, and what a selection has of them. */
export interface SelectedGroup {
  /** Identity of what each leaf holds. */
  readonly contents: readonly object[];
  /** Selected objects, and the bytes of their items. */
  readonly count: number;
  readonly length: number;
  /** The items; undefined until somebody reads them. Nobody may change them. */
  items: Buffer | undefined;
}

/** Bytes of all items that are remembered, and of those of one selection. */
const mostBytes = 16 * 1024 * 1024;
const mostOfOne = mostBytes / 4;
/** Selections of which it is known that somebody asked, and the longest text of one. */
const mostAsked = 64;
const longestText = 1000;
/** Milliseconds after which a selection that nobody asks for is forgotten, when somebody asks for any other. */
const keptMilliseconds = 60_000;

/** The groups of one selection, by the content of their first leaf. */
export class RememberedSelection {
  readonly #groups = new Map<object, SelectedGroup>();
  readonly #onKept: (bytes: number) => void;
  #tooMuch = false;
  /** All groups of the tree that was looked at last, which may be gone. */
  #latest: { readonly tree: WeakRef<object>; readonly groups: readonly SelectedGroup[] } | undefined;

  /** `onKept` is told the bytes of all groups. */
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
    const bytes = groups.reduce((sum, { length }) => sum + length, 0);
    this.#tooMuch = bytes > mostOfOne;
    this.#groups.clear();
    this.#latest = this.#tooMuch ? undefined : { tree: new WeakRef(tree), groups };
    if (!this.#tooMuch) {
      for (const group of groups) if (group.contents[0] !== undefined) this.#groups.set(group.contents[0], group);
    }
    this.#onKept(this.#tooMuch ? 0 : bytes);
    return !this.#tooMuch;
  }
}

interface Entry {
  readonly selection: RememberedSelection;
  bytes: number;
  asked: number;
}

export class SelectionMemory {
  readonly #now: () => number;
  readonly #asked = new Set<string>();
  /** The one asked for last is the last one. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Bytes of all items that are kept, or will be when somebody reads them. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What is known of a selection. Undefined: it is asked for the first time, or too much of it is selected. */
  recall(text: string): RememberedSelection | undefined {
    const now = this.#now();
    for (const [old, { asked }] of this.#entries) {
      if (now - asked < keptMilliseconds) break;
      this.#forget(old);
    }
    const known = this.#entries.get(text);
    if (known !== undefined) {
      this.#entries.delete(text);
      this.#entries.set(text, known);
      known.asked = now;
      return known.selection.tooMuch ? undefined : known.selection;
    }
    if (this.#asked.delete(text)) return this.#remember(text, now);
    if (text.length > longestText) return undefined;
    this.#asked.add(text);
    for (const old of this.#asked) {
      if (this.#asked.size <= mostAsked) break;
      this.#asked.delete(old);
    }
    return undefined;
  }

  #remember(text: string, now: number): RememberedSelection {
    const entry: Entry = {
      selection: new RememberedSelection((bytes) => this.#resize(text, entry, bytes)),
      bytes: 0,
      asked: now,
    };
    this.#entries.set(text, entry);
    return entry.selection;
  }

  /** Those that nobody asked for longest go first. */
  #resize(text: string, entry: Entry, bytes: number): void {
    if (this.#entries.get(text) !== entry) return;
    this.#bytes += bytes - entry.bytes;
    entry.bytes = bytes;
    for (const old of this.#entries.keys()) {
      if (this.#bytes <= mostBytes) break;
      this.#forget(old);
    }
  }

  #forget(text: string): void {
    this.#bytes -= this.#entries.get(text)?.bytes ?? 0;
    this.#entries.delete(text);
  }
}
