// Copies a value without the parts that its schema does not declare: unknown fields, and nulls where null is not
// allowed. Keys are sorted, so that equal values have equal bytes.

import type { StructSchema } from '../../schema/schema.ts';
import { assignKey } from '../../schema/assign-key.ts';
import { DecodeError, decodeObject } from '../../schema/decode.ts';
import { pathWording } from '../../schema/decode-wording.ts';
import { isSchema } from './json-schema.ts';
import type { Structural } from './structural.ts';

const mostReported = 100;

export interface PruneOptions {
  /** The metadata of objects inside of objects. */
  readonly metadata: StructSchema;
  /** Levels of nesting that are read. */
  readonly maxDepth: number;
  /** Nulls stay where null is not allowed. */
  readonly keepsNulls?: boolean;
}

/** What every object says of itself; kept wherever an object may stand. */
const objectFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

type Value = Readonly<Record<string, unknown>>;

export class Pruner {
  /** Paths of what was dropped, in their order; at most 100. */
  readonly unknown: string[] = [];
  readonly #options: PruneOptions;
  readonly #path: (string | number)[] = [];

  constructor(options: PruneOptions) {
    this.#options = options;
  }

  /**
   * The fields of an object but for those named in `except`. Throws DecodeError for too deep nesting, and for an object inside
   * whose kind, version or metadata has the wrong type.
   */
  fields(object: Value, schema: Structural, except: ReadonlySet<string>): Record<string, unknown> {
    return this.#object(object, schema, schema.preserveUnknown, except);
  }

  /** The value as a part of an object that has the schema; undefined: of no schema, as it came. */
  value(value: unknown, schema: Structural | 'any' | undefined): unknown {
    if (schema === undefined) return this.#kept(value);
    return schema === 'any' ? this.#dropped(value) : this.#value(value, schema, schema.preserveUnknown);
  }

  #value(value: unknown, schema: Structural, keeps: boolean): unknown {
    if (Array.isArray(value)) return this.#list(value, schema, keeps);
    return isSchema(value) ? this.#object(value, schema, keeps, undefined) : value;
  }

  #list(value: readonly unknown[], schema: Structural, keeps: boolean): unknown[] {
    const { items } = schema;
    return value.map((item, index) =>
      this.#below(index, () => {
        if (items === undefined) return keeps ? this.#kept(item) : this.#dropped(item);
        return this.#value(item, items, keeps || items.preserveUnknown);
      }),
    );
  }

  #object(
    value: Value,
    schema: Structural,
    keeps: boolean,
    except: ReadonlySet<string> | undefined,
  ): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const key of Object.keys(value).sort()) {
      if (except?.has(key) === true) continue;
      const item = value[key];
      const known = schema.properties.get(key) ?? schema.additional;
      if (schema.embedded && objectFields.has(key)) {
        assignKey(
          result,
          key,
          this.#below(key, () => this.#ofObject(key, item)),
        );
      } else if (known !== undefined) {
        if (item === null && this.#isNothing(known)) continue;
        assignKey(
          result,
          key,
          this.#below(key, () => this.value(item, known)),
        );
      } else if (keeps) {
        assignKey(
          result,
          key,
          this.#below(key, () => this.#kept(item)),
        );
      } else {
        this.#report(key);
      }
    }
    return result;
  }

  /** Whether null in a place of the schema says nothing. */
  #isNothing(known: Structural | 'any'): boolean {
    return known !== 'any' && !known.nullable && known.default === undefined && this.#options.keepsNulls !== true;
  }

  /** Kind, version or metadata of an object inside of the object. */
  #ofObject(key: string, value: unknown): unknown {
    if (key === 'metadata') {
      const { object, unknownFields } = this.#metadata(value);
      for (const path of unknownFields) this.#report(path);
      if (object['creationTimestamp'] === null) delete object['creationTimestamp'];
      return object;
    }
    if (typeof value === 'string') return value;
    throw new DecodeError(
      this.#pathText(),
      `${this.#pathText()}: Invalid value: ${JSON.stringify(value)}: must be a string`,
    );
  }

  #metadata(value: unknown): ReturnType<typeof decodeObject> {
    try {
      return decodeObject(value ?? {}, this.#options.metadata);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      const path = this.#pathText();
      throw new DecodeError(path, `${path}: Invalid value: ${JSON.stringify(value)}: ${error.message}`);
    }
  }

  /** A value without a schema: it is kept whole, with its keys sorted. */
  #kept(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item, index) => this.#below(index, () => this.#kept(item)));
    if (!isSchema(value)) return value;
    const result: Record<string, unknown> = {};
    for (const key of Object.keys(value).sort())
      assignKey(
        result,
        key,
        this.#below(key, () => this.#kept(value[key])),
      );
    return result;
  }

  /** A value that may be anything but has no declared fields. */
  #dropped(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item, index) => this.#below(index, () => this.#dropped(item)));
    if (!isSchema(value)) return value;
    for (const key of Object.keys(value).sort()) this.#report(key);
    return {};
  }

  #below<T>(step: string | number, work: () => T): T {
    this.#path.push(step);
    if (this.#path.length > this.#options.maxDepth) {
      throw new DecodeError(this.#pathText(), `exceeded max depth of ${this.#options.maxDepth}`);
    }
    const result = work();
    this.#path.pop();
    return result;
  }

  #report(key: string): void {
    if (this.unknown.length < mostReported) this.unknown.push(pathWording(this.#pathText(key)));
  }

  #pathText(last?: string): string {
    let text = '';
    for (const step of last === undefined ? this.#path : [...this.#path, last]) {
      if (typeof step === 'number') text += `[${step}]`;
      else text += text === '' ? step : `.${step}`;
    }
    return text;
  }
}
