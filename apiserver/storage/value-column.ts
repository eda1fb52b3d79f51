// What the objects of a leaf have under one label or in one field, side by side: a selector looks at each distinct value
// once, and then at a byte of each object.

import type { SelectorTerm } from './resource-cache.ts';
import type { ByteObject } from './cached-object.ts';

/** Columns of labels, and of fields, kept for a leaf. Clients choose what they select by; the one that was made first goes first. */
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

  /** Undefined: for none of the values. */
  answer(holds: SelectorTerm['holds']): Answer | undefined {
    let held: boolean[] | undefined;
    for (let code = 0; code < this.#distinct.length; code += 1) {
      if (!holds(this.#distinct[code])) continue;
      held ??= Array.from(this.#distinct, () => false);
      held[code] = true;
    }
    return held === undefined ? undefined : { codes: this.#codes, held };
  }
}

/** For which values a term holds. */
interface Answer {
  readonly codes: Uint8Array;
  /** By code. */
  readonly held: readonly boolean[];
}

/** The columns of one leaf. They hold for its objects as they are: a leaf that changes needs others. */
export class ValueColumns {
  readonly #objects: readonly ByteObject[];
  /** Those of labels and those of fields, by name. */
  readonly #columns = { labels: new Map<string, ValueColumn>(), fields: new Map<string, ValueColumn>() };

  constructor(objects: readonly ByteObject[]) {
    this.#objects = objects;
  }

  /** Calls `visitor` for the objects of a range for which every term holds. False: the visitor answered false. */
  select(from: number, to: number, terms: readonly SelectorTerm[], visitor: (object: ByteObject) => boolean): boolean {
    const answers: Answer[] = [];
    for (let index = 0; index < terms.length; index += 1) {
      const term = terms[index];
      const answer = term === undefined ? undefined : this.#column(term.from, term.name).answer(term.holds);
      if (answer === undefined) return true;
      answers.push(answer);
    }
    for (let at = from; at < to; at += 1) {
      const object = allHold(answers, at) ? this.#objects[at] : undefined;
      if (object !== undefined && !visitor(object)) return false;
    }
    return true;
  }

  #column(from: SelectorTerm['from'], name: string): ValueColumn {
    const columns = this.#columns[from];
    const known = columns.get(name);
    if (known !== undefined) return known;
    const column = new ValueColumn(this.#objects, from, name);
    if (columns.size >= keptColumns)
      for (const first of columns.keys()) {
        columns.delete(first);
        break;
      }
    columns.set(name, column);
    return column;
  }
}

/** A plain loop: it runs for each object of a collection. */
function allHold(answers: readonly Answer[], at: number): boolean {
  for (let index = 0; index < answers.length; index += 1) {
    const answer = answers[index];
    if (answer !== undefined && answer.held[answer.codes[at] ?? 0] !== true) return false;
  }
  return true;
}
