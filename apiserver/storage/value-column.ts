// What the objects of a leaf have under one label or in one field, side by side: a selector looks at each distinct value
// once, and then at a byte of each object.

import type { SelectorTerm } from './resource-cache.ts';
import type { ByteObject } from './cached-object.ts';

/** Columns kept for a leaf. Clients choose what they select by; the one that was made first goes first. */
const keptColumns = 8;

class ValueColumn {
  /** Undefined: without this label. */
  readonly #distinct: (string | undefined)[] = [];
  /** For each object the index of its value; a leaf has fewer objects than a byte has values. */
  readonly #codes: Uint8Array;

  constructor(objects: readonly ByteObject[], from: SelectorTerm['from'], name: string) {
    const codeOf = new Map<string | undefined, number>();
    this.#codes = new Uint8Array(objects.length);
    for (const [at, object] of objects.entries()) {
      const value = object[from].get(name);
      const code = codeOf.get(value) ?? this.#distinct.push(value) - 1;
      codeOf.set(value, code);
      this.#codes[at] = code;
    }
  }

  /** Clears the mark of each object that does not hold. False: none of them does. */
  narrow(marks: Uint8Array, holds: SelectorTerm['holds']): boolean {
    const results = this.#distinct.map((value) => holds(value));
    if (!results.includes(true)) return false;
    if (!results.includes(false)) return true;
    const codes = this.#codes;
    // By index: an iterator would cost more than all the rest.
    for (let at = 0; at < codes.length; at += 1) if (results[codes[at] ?? 0] !== true) marks[at] = 0;
    return true;
  }
}

/** The columns of one leaf. They hold for its objects as they are: a leaf that changes needs others. */
export class ValueColumns {
  readonly #objects: readonly ByteObject[];
  readonly #columns = new Map<string, ValueColumn>();

  constructor(objects: readonly ByteObject[]) {
    this.#objects = objects;
  }

  /** For each object 1 when every term holds; undefined: for none of them. */
  marks(terms: readonly SelectorTerm[]): Uint8Array | undefined {
    const marks = new Uint8Array(this.#objects.length).fill(1);
    for (const { from, name, holds } of terms) if (!this.#column(from, name).narrow(marks, holds)) return undefined;
    return marks;
  }

  #column(from: SelectorTerm['from'], name: string): ValueColumn {
    const id = `${from} ${name}`;
    const known = this.#columns.get(id);
    if (known !== undefined) return known;
    const column = new ValueColumn(this.#objects, from, name);
    if (this.#columns.size >= keptColumns)
      for (const first of this.#columns.keys()) {
        this.#columns.delete(first);
        break;
      }
    this.#columns.set(id, column);
    return column;
  }
}
