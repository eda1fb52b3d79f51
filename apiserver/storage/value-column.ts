// What the objects of a leaf have under one label or in one field, side by side: a selector looks at each distinct value
// once, and then at a byte of each object. One that asks for a single value finds it without looking at the others.

import type { SelectorTerm } from './resource-cache.ts';
import type { ByteObject } from './cached-object.ts';

/** Columns of labels, and of fields, kept for a leaf. Clients choose what they select by; the one made first goes first. */
const keptColumns = 8;

class ValueColumn {
  readonly from: SelectorTerm['from'];
  readonly name: string;
  /** Undefined: without this label. */
  readonly #codeOf = new Map<string | undefined, number>();
  /** For each object the index of its value; a leaf has fewer objects than a byte has values. */
  readonly #codes: Uint8Array;

  constructor(from: SelectorTerm['from'], name: string, size: number) {
    this.from = from;
    this.name = name;
    this.#codes = new Uint8Array(size);
  }

  put(at: number, value: string | undefined): void {
    let code = this.#codeOf.get(value);
    if (code === undefined) {
      code = this.#codeOf.size;
      this.#codeOf.set(value, code);
    }
    this.#codes[at] = code;
  }

  /** Undefined: for none of the values. */
  answer({ holds, only }: SelectorTerm): Answer | undefined {
    const codes = this.#codes;
    if (only !== undefined) {
      const code = this.#codeOf.get(only);
      return code === undefined ? undefined : { codes, only: code, held: [] };
    }
    const held = Array.from(this.#codeOf.keys(), (value) => holds(value));
    return held.includes(true) ? { codes, only: undefined, held } : undefined;
  }
}

/** For which values a term holds. */
interface Answer {
  readonly codes: Uint8Array;
  /** The code of the only one; undefined: see `held`. */
  readonly only: number | undefined;
  /** By code. */
  readonly held: readonly boolean[];
}

/** The columns of one leaf. They hold for its objects as they are: a leaf that changes needs others. */
export class ValueColumns {
  readonly #objects: readonly ByteObject[];
  readonly #columns = { labels: new Map<string, ValueColumn>(), fields: new Map<string, ValueColumn>() };

  constructor(objects: readonly ByteObject[]) {
    this.#objects = objects;
  }

  /** Calls `visitor` for the objects of a range for which every term holds. False: the visitor answered false. */
  select(from: number, to: number, terms: readonly SelectorTerm[], visitor: (object: ByteObject) => boolean): boolean {
    this.#complete(terms);
    const answers: Answer[] = [];
    for (const term of terms) {
      const answer = this.#columns[term.from].get(term.name)?.answer(term);
      if (answer === undefined) return true;
      answers.push(answer);
    }
    for (let at = from; at < to; at += 1) {
      const object = allHold(answers, at) ? this.#objects[at] : undefined;
      if (object !== undefined && !visitor(object)) return false;
    }
    return true;
  }

  /** Makes the columns that are missing, all with one look at each object. */
  #complete(terms: readonly SelectorTerm[]): void {
    let missing: ValueColumn[] | undefined;
    for (const { from, name } of terms) {
      if (this.#columns[from].has(name) || missing?.some((one) => one.from === from && one.name === name)) continue;
      (missing ??= []).push(new ValueColumn(from, name, this.#objects.length));
    }
    if (missing === undefined) return;
    for (const [at, object] of this.#objects.entries()) {
      const seen = object.look();
      for (const column of missing) column.put(at, seen[column.from].get(column.name));
    }
    for (const column of missing) this.#keep(column, terms);
  }

  #keep(column: ValueColumn, needed: readonly SelectorTerm[]): void {
    const columns = this.#columns[column.from];
    columns.set(column.name, column);
    for (const name of columns.keys()) {
      if (columns.size <= keptColumns) break;
      if (!needed.some((term) => term.from === column.from && term.name === name)) columns.delete(name);
    }
  }
}

/** A plain loop: it runs for each object of a collection. */
function allHold(answers: readonly Answer[], at: number): boolean {
  for (let index = 0; index < answers.length; index += 1) {
    const answer = answers[index];
    if (answer === undefined) continue;
    const code = answer.codes[at] ?? 0;
    if (answer.only === undefined ? answer.held[code] !== true : answer.only !== code) return false;
  }
  return true;
}
