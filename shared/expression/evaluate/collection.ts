// List, map and struct literals, and the collections that folds grow.

import type { StructDeclaration } from '../declare/declarations.ts';
import {
  Failure,
  type Key,
  keyOf,
  List,
  Mapping,
  Optional,
  type Value,
  ArrayList,
  Double,
  EntryMap,
} from '../value/value.ts';
import { type Code, constantCode, failed, isConstant } from './code.ts';

/** What literals cost. */
export interface LiteralCosts {
  readonly list: number;
  readonly map: number;
  readonly struct: number;
}

/** A value of an item written with a question mark: undefined when there is none. */
function opened(value: Value): Value | undefined {
  if (value instanceof Optional) return value.value;
  return new Failure(`cannot initialize optional element from non-optional value`);
}

export function listCode(items: readonly Code[], optional: ReadonlySet<number>, costs: LiteralCosts): Code {
  const build = (values: readonly Value[]): Value => {
    const list: Value[] = [];
    for (const [at, value] of values.entries()) {
      const item = optional.has(at) ? opened(value) : value;
      if (item === undefined) continue;
      if (failed(item)) return item;
      list.push(item);
    }
    return new ArrayList(list);
  };
  if (items.every(isConstant)) return constantCode(build(items.map((code) => code.constant)));
  return {
    run: (frame) => {
      const values: Value[] = [];
      for (const code of items) {
        const value = code.run(frame);
        values.push(value);
        if (value instanceof Failure) break;
      }
      frame.spend(costs.list);
      const last = values.at(-1);
      return last instanceof Failure ? last : build(values);
    },
  };
}

/** An entry of a map literal. */
export interface EntryCode {
  readonly key: Code;
  readonly value: Code;
  readonly optional: boolean;
}

export function mapCode(entries: readonly EntryCode[], costs: LiteralCosts): Code {
  const build = (pairs: readonly (readonly [Value, Value])[]): Value => {
    const content = new Map<Key, readonly [Value, Value]>();
    for (const [at, [key, value]] of pairs.entries()) {
      const item = entries[at]?.optional === true ? opened(value) : value;
      if (item === undefined) continue;
      if (failed(item)) return item;
      const found = key instanceof Double ? undefined : keyOf(key);
      if (found === undefined) return new Failure('unsupported key type');
      content.delete(found);
      content.set(found, [key, item]);
    }
    return new EntryMap(content);
  };
  if (entries.every(({ key, value }) => isConstant(key) && isConstant(value))) {
    const built = build(entries.map(({ key, value }) => [key.constant as Value, value.constant as Value] as const));
    return constantCode(built);
  }
  return {
    run: (frame) => {
      const pairs: [Value, Value][] = [];
      for (const entry of entries) {
        const key = entry.key.run(frame);
        if (key instanceof Failure) return key;
        const value = entry.value.run(frame);
        if (value instanceof Failure) return value;
        pairs.push([key, value]);
      }
      frame.spend(costs.map);
      return build(pairs);
    },
  };
}

/** A field of a struct literal. */
export interface FieldCode {
  readonly name: string;
  readonly value: Code;
  readonly optional: boolean;
}

export function structCode(declaration: StructDeclaration, fields: readonly FieldCode[], costs: LiteralCosts): Code {
  return {
    run: (frame) => {
      const values = new Map<string, Value>();
      for (const field of fields) {
        const value = field.value.run(frame);
        if (value instanceof Failure) return value;
        const item = field.optional ? opened(value) : value;
        if (item === undefined) continue;
        if (failed(item)) return item;
        values.set(field.name, item);
      }
      frame.spend(costs.struct);
      return declaration.construct(values);
    },
  };
}

/** The accumulator of a fold that builds a list: it has one reference, so it grows in place instead of being copied. */
export class GrowingList extends List {
  private readonly items: Value[] = [];

  get size(): number {
    return this.items.length;
  }

  at(place: number): Value {
    return this.items[place] as Value;
  }

  override joined(other: List): List {
    for (let place = 0; place < other.size; place += 1) this.items.push(other.at(place));
    return this;
  }

  finished(): List {
    return new ArrayList(this.items);
  }
}

/** The same for a fold that builds a map. */
export class GrowingMap extends Mapping {
  private readonly content = new Map<Key, readonly [Value, Value]>();

  get size(): number {
    return this.content.size;
  }

  find(key: Key): Value | undefined {
    return this.content.get(key)?.[1];
  }

  entries(): Iterable<readonly [Value, Value]> {
    return this.content.values();
  }

  /** The map with one more entry; a failure for a key that is there, or is none. */
  with(key: Value, value: Value): Value {
    const found = key instanceof Double ? undefined : keyOf(key);
    if (found === undefined) return new Failure('unsupported key type');
    if (this.content.has(found)) return new Failure(`insert failed: key ${String(found)} already exists`);
    this.content.set(found, [key, value]);
    return this;
  }

  finished(): Mapping {
    return new EntryMap(this.content);
  }
}
