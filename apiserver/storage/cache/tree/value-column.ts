// What the objects of a leaf have under one label or in one field, side by side: a selector finds the objects with a value
// without a look at the others, and a leaf without it at a glance. An object is parsed once for all columns; a change of
// the leaf leaves what is known of the other objects as it is.

import type { EncodedCachedObject } from './cached-object.ts';
import type { Requirement } from '../../contract/resource-cache.ts';

/** Columns of labels, and of fields, kept for a leaf. Clients choose what they select by; the one made first goes first. */
const keptColumns = 8;

/** The code of an object that was not evaluated yet. */
const unseen = 0;
/** Codes of a column. With more distinct values than this, including values of removed objects, it is rebuilt. */
const mostCodes = 0xff;

class ValueColumn {
  readonly from: Requirement['from'];
  readonly name: string;
  /** From 1 on; the key undefined: without this label. Shared with copies: codes are only ever added. */
  readonly #codeOf: Map<string | undefined, number>;
  /** For each object the code of its value; as long as the leaf can become. */
  readonly codes: Uint8Array;

  constructor(
    term: Pick<Requirement, 'from' | 'name'>,
    codes: Uint8Array,
    codeOf = new Map<string | undefined, number>(),
  ) {
    this.from = term.from;
    this.name = term.name;
    this.codes = codes;
    this.#codeOf = codeOf;
  }

  copy(): ValueColumn {
    return new ValueColumn(this, this.codes.slice(), this.#codeOf);
  }

  hasRoomFor(values: number): boolean {
    return this.#codeOf.size + values <= mostCodes;
  }

  put(at: number, value: string | undefined): void {
    let code = this.#codeOf.get(value);
    if (code === undefined) {
      code = this.#codeOf.size + 1;
      this.#codeOf.set(value, code);
    }
    this.codes[at] = code;
  }

  /** Undefined: for none of the values. */
  answer({ matches, only }: Requirement): Answer | undefined {
    if (only !== undefined) {
      const code = this.#codeOf.get(only);
      return code === undefined ? undefined : { codes: this.codes, only: code, held: [] };
    }
    const held = [false, ...Array.from(this.#codeOf.keys(), (value) => matches(value))];
    return held.includes(true) ? { codes: this.codes, only: undefined, held } : undefined;
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

/** The columns of one leaf. The leaf calls `put` and `remove` for each of its changes. */
export class ValueColumns {
  readonly #capacity: number;
  readonly #columns = { labels: new Map<string, ValueColumn>(), fields: new Map<string, ValueColumn>() };
  /** Whether a column has objects that it has not seen. */
  #incomplete = false;

  /** For at most `capacity` objects. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The same for a copy of the leaf. */
  copy(): ValueColumns {
    const copy = new ValueColumns(this.#capacity);
    for (const [name, column] of this.#columns.labels) copy.#columns.labels.set(name, column.copy());
    for (const [name, column] of this.#columns.fields) copy.#columns.fields.set(name, column.copy());
    copy.#incomplete = this.#incomplete;
    return copy;
  }

  /** Another object at a place, before the one that was there or instead of it. `size`: objects before the change. */
  put(at: number, replace: boolean, size: number): void {
    this.#each((codes) => {
      if (!replace) codes.copyWithin(at + 1, at, size);
      codes[at] = unseen;
    });
    this.#incomplete = true;
  }

  remove(at: number, size: number): void {
    this.#each((codes) => codes.copyWithin(at, at + 1, size));
  }

  /** Makes sure that everything is known that the terms ask. True: objects had to be parsed for it. */
  complete(objects: readonly EncodedCachedObject[], terms: readonly Requirement[]): boolean {
    for (const term of terms) {
      const columns = this.#columns[term.from];
      if (columns.has(term.name)) continue;
      columns.set(term.name, new ValueColumn(term, new Uint8Array(this.#capacity)));
      this.#incomplete = true;
      this.#forget(columns, terms);
    }
    if (!this.#incomplete) return false;
    this.#renewFull();
    for (const [at, object] of objects.entries()) this.#look(object, at);
    this.#incomplete = false;
    return true;
  }

  /** Calls `visitor` for the objects of a range for which every term holds. False: the visitor answered false. */
  select(
    objects: readonly EncodedCachedObject[],
    from: number,
    to: number,
    terms: readonly Requirement[],
    visitor: (object: EncodedCachedObject) => boolean,
  ): boolean {
    const answers: Answer[] = [];
    for (const term of terms) {
      const answer = this.#columns[term.from].get(term.name)?.answer(term);
      if (answer === undefined) return true;
      answers.push(answer);
    }
    const [first] = answers;
    if (answers.length === 1 && first?.only !== undefined) {
      const { codes, only } = first;
      // Not `indexOf`: calling it costs more than the loop.
      for (let at = from; at < to; at += 1) {
        const object = codes[at] === only ? objects[at] : undefined;
        if (object !== undefined && !visitor(object)) return false;
      }
      return true;
    }
    for (let at = from; at < to; at += 1) {
      const object = allHold(answers, at) ? objects[at] : undefined;
      if (object !== undefined && !visitor(object)) return false;
    }
    return true;
  }

  #each(change: (codes: Uint8Array) => void): void {
    for (const column of this.#columns.labels.values()) change(column.codes);
    for (const column of this.#columns.fields.values()) change(column.codes);
  }

  #look(object: EncodedCachedObject, at: number): void {
    let seen: ReturnType<EncodedCachedObject['look']> | undefined;
    for (const columns of [this.#columns.labels, this.#columns.fields]) {
      for (const column of columns.values()) {
        if (column.codes[at] !== unseen) continue;
        seen ??= object.look();
        column.put(at, seen[column.from].get(column.name));
      }
    }
  }

  /** There must be room for as many values as there can be objects. */
  #renewFull(): void {
    for (const columns of [this.#columns.labels, this.#columns.fields]) {
      for (const column of columns.values()) {
        if (!column.hasRoomFor(this.#capacity))
          columns.set(column.name, new ValueColumn(column, new Uint8Array(this.#capacity)));
      }
    }
  }

  #forget(columns: Map<string, ValueColumn>, needed: readonly Requirement[]): void {
    for (const [name, { from }] of columns) {
      if (columns.size <= keptColumns) break;
      if (!needed.some((term) => term.from === from && term.name === name)) columns.delete(name);
    }
  }
}

/** A plain loop: it runs for each object of a collection. */
function allHold(answers: readonly Answer[], at: number): boolean {
  for (let index = 0; index < answers.length; index += 1) {
    const answer = answers[index];
    if (answer === undefined) continue;
    const code = answer.codes[at] ?? unseen;
    if (answer.only === undefined ? answer.held[code] !== true : answer.only !== code) return false;
  }
  return true;
}
