// What expressions that change objects have made, as JSON.

import { JsonList, JsonMapping } from '../../../shared/expression/schema/json-value.ts';
import {
  Double,
  Duration,
  itemsOf,
  List,
  Mapping,
  Timestamp,
  typeOf,
  Uint,
  type Value,
} from '../../../shared/expression/value/value.ts';
import { formatDuration, formatTimestamp } from '../../../shared/expression/value/time.ts';
import { assignKey } from '../../../shared/schema/assign-key.ts';
import { ConstructedStructure } from './patch-types.ts';

/** A value that is no JSON, or too large; the message is for clients. */
export class PatchValueError extends Error {
  override readonly name = 'PatchValueError';
}

/** Values and bytes of text that all results of one expression may have together: no object may have more. */
const mostContent = 3 * 1024 * 1024;

/**
 * What the values are for. An apply configuration names what is there: it has no nulls, and bytes, times and durations are refused,
 * as by the reference. In the operations of a JSON patch these become texts, and so do integers that a double cannot hold, as in
 * other JSON that expressions make.
 */
export type PatchValuesUse = 'configuration' | 'operations';

/** The results of one expression. */
export class PatchValues {
  readonly #isConfiguration: boolean;
  #content = 0;

  constructor(use: PatchValuesUse) {
    this.#isConfiguration = use === 'configuration';
  }

  /** Throws PatchValueError. */
  json(value: Value): unknown {
    this.#spend(1);
    if (typeof value === 'boolean' || typeof value === 'number') return value;
    if (typeof value === 'bigint') return this.#isConfiguration ? value : String(value);
    if (value === null) return this.#null();
    if (typeof value === 'string') return this.#text(value);
    if (value instanceof Double) return finite(value.value);
    if (value instanceof Uint) return Number(value.value);
    if (value instanceof Uint8Array) return this.#written(value, Buffer.from(value).toString('base64'));
    if (value instanceof Timestamp) return this.#written(value, formatTimestamp(value));
    if (value instanceof Duration) return this.#written(value, formatDuration(value));
    if (value instanceof List) return Array.from(itemsOf(value), (item) => this.json(item));
    if (value instanceof Mapping) return this.#object(value.entries());
    if (value instanceof ConstructedStructure) return this.#object(value.fields);
    throw new PatchValueError('the expression gave a value that cannot be written as JSON');
  }

  #written(value: Value, text: string): string {
    if (!this.#isConfiguration) return this.#text(text);
    throw new PatchValueError(`expected string, got ${String(typeOf(value))}`);
  }

  #null(): null {
    if (!this.#isConfiguration) return null;
    throw new PatchValueError('a configuration may not hold null');
  }

  #object(entries: Iterable<readonly [Value, Value]>): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (const [key, value] of entries) {
      if (typeof key !== 'string')
        throw new PatchValueError(`unsupported type conversion from '${String(typeOf(key))}' to string`);
      this.#text(key);
      assignKey(object, key, this.json(value));
    }
    return object;
  }

  #text(text: string): string {
    this.#spend(text.length);
    return text;
  }

  #spend(content: number): void {
    this.#content += content;
    if (this.#content > mostContent) throw new PatchValueError('the expression gave more than an object may hold');
  }
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new PatchValueError(`${value} cannot be written as JSON`);
}

/** Messages about types at once. */
const mostMisnamed = 20;

/**
 * The fields whose type is not named by the way to them: `Object{spec: Object.status{}}`. Lists and maps in between have no part
 * in the name. One message for each, up to 20. To be called with values that `PatchValues` has taken: those have a limit.
 */
export function misnamedTypes(value: Value, root: string): readonly string[] {
  const messages: string[] = [];
  for (const message of misnamed(value, root)) {
    messages.push(message);
    if (messages.length === mostMisnamed) break;
  }
  return messages;
}

function* misnamed(value: Value, path: string): Generator<string> {
  // What clients have stored has no such types.
  if (value instanceof JsonList || value instanceof JsonMapping) return;
  if (value instanceof ConstructedStructure) {
    const { name } = value.type;
    if (name !== path) {
      const [own, expected] = [JSON.stringify(name), JSON.stringify(path)];
      yield `unexpected type name ${own}, expected ${expected}, which matches field name path from root Object type`;
    }
    for (const [field, one] of value.fields) yield* misnamed(one, `${path}.${field}`);
  } else if (value instanceof List) {
    for (const item of itemsOf(value)) yield* misnamed(item, path);
  } else if (value instanceof Mapping) {
    for (const [, item] of value.entries()) yield* misnamed(item, path);
  }
}
