// The fields of a configuration file as data: their names, types and defaults. Reading is strict:
// every fault names the path of the field. Values are not coerced.

import { parseGoDuration } from '../../shared/object/duration.ts';
import type { Flag } from '../../shared/process/command-line/flag.ts';

/** The parsed content of a configuration file, before validation. */
export type Content = Readonly<Record<string, unknown>>;

/** Invalid values of fields. Each fault begins with the path of its field. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
  readonly faults: readonly string[];

  constructor(...faults: readonly string[]) {
    super(faults.join('; '));
    this.faults = faults;
  }
}

/** Reads each of these, and returns what they return. Throws one FieldError with the faults of all that threw one. */
export function readAll<T>(reads: readonly (() => T)[]): T[] {
  const faults: string[] = [];
  const values = reads.flatMap((read) => {
    try {
      return [read()];
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      faults.push(...error.faults);
      return [];
    }
  });
  if (faults.length > 0) throw new FieldError(...faults);
  return values;
}

/** How a value is read and checked. `read` throws FieldError. */
export interface Shape<T> {
  /** The flag for such a value. Absent: a flag must say how the value is written. */
  readonly given?: GivenForm;
  /** The fields of a group. */
  readonly fields?: Fields;
  read(value: unknown, path: string): T;
  /** The value with the defaults of all fields below it, in the form of a file. */
  complete(value: unknown): unknown;
}

/** The facts of a value that a flag needs; `value`: its name in help. */
export type GivenForm =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'choice'; readonly choices: readonly string[] }
  | { readonly type: 'switch' }
  | { readonly type: 'integer'; readonly least: number; readonly most: number };

/** A flag that sets a field. */
export interface FieldFlag {
  /** Without dashes; a template of the vendor profile. */
  readonly name: string;
  readonly flag: Flag;
  /** The value of the flag in the form of a file. */
  readonly content: (value: unknown) => unknown;
}

export interface Field<T> {
  readonly shape: Shape<T>;
  /** Absent: only files set it. */
  readonly flag?: FieldFlag;
  /** In the form of a file. Undefined: the field has no default, and reads as undefined. */
  readonly initial: unknown;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type ValueOf<F> = F extends Field<infer T> ? T : never;
export type StructOf<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** A field with a default. */
export function field<T>(shape: Shape<T>, initial: unknown): Field<T> {
  return { shape, initial };
}

/** A field that may stay unset. */
export function optional<T>(shape: Shape<T>): Field<T | undefined> {
  return {
    shape: { ...shape, read: (value, path) => (value === undefined ? undefined : shape.read(value, path)) },
    initial: undefined,
  };
}

/** A group of fields. Unknown ones are refused, and null counts as not given. */
export function struct<F extends Fields>(fields: F): Shape<StructOf<F>> {
  const table = Object.entries(fields);
  const given = (value: object, key: string): unknown =>
    Object.hasOwn(value, key) ? ((value as Record<string, unknown>)[key] ?? undefined) : undefined;
  return {
    fields,
    read: (value, path) => {
      const object = objectOf(value, path);
      const unknown = Object.keys(object).filter((key) => !Object.hasOwn(fields, key));
      const entries = readAll<readonly [string, unknown]>([
        ...unknown.map((key) => () => {
          throw new FieldError(`${below(path, key)}: unknown or unsupported field`);
        }),
        ...table.map(([key, { shape, initial }]) => () => {
          return [key, shape.read(given(object, key) ?? initial, below(path, key))] as const;
        }),
      ]);
      return Object.fromEntries(entries) as StructOf<F>;
    },
    complete: (value) => {
      const object = typeof value === 'object' && value !== null ? value : {};
      const entries = table.map(([key, { shape, initial }]) => {
        const one = given(object, key) ?? initial;
        return [key, one === undefined ? undefined : shape.complete(one)];
      });
      return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
    },
  };
}

/**
 * A map with keys of the user's choice, for whose entries `fault` says nothing. A null is no entry: in a drop-in it takes
 * one away that an earlier file gave.
 */
export function mapOf<T>(
  values: Shape<T>,
  fault: (key: string, value: T) => string | undefined = () => undefined,
): Shape<Readonly<Record<string, T>>> {
  const readEntry = (key: string, one: unknown, path: string): readonly [string, T] => {
    const value = values.read(one, path);
    const found = fault(key, value);
    if (found !== undefined) throw new FieldError(`${path}: ${found}`);
    return [key, value];
  };
  return plain((value, path) => {
    const entries = Object.entries(objectOf(value, path)).filter(([, one]) => one !== null);
    return Object.fromEntries(
      readAll(
        entries.map(
          ([key, one]) =>
            () =>
              readEntry(key, one, below(path, key)),
        ),
      ),
    );
  });
}

export function listOf<T>(items: Shape<T>): Shape<readonly T[]> {
  return plain((value, path) => {
    if (!Array.isArray(value)) throw new FieldError(`${path}: must be a list`);
    return readAll(value.map((one: unknown, index) => () => items.read(one, `${path}[${index}]`)));
  });
}

/** Text for which `fault` returns undefined; `value`: its name in help. */
export function text(fault: (value: string) => string | undefined = () => undefined, value = 'TEXT'): Shape<string> {
  return { given: { type: 'text', value }, ...plain(read) };

  function read(value: unknown, path: string): string {
    if (typeof value !== 'string') throw new FieldError(`${path}: must be text`);
    const found = fault(value);
    if (found !== undefined) throw new FieldError(`${path}: ${found}`);
    return value;
  }
}

export function choice<C extends string>(...choices: readonly C[]): Shape<C> {
  const read = (value: unknown, path: string): C => {
    const found = choices.find((one) => one === value);
    if (found === undefined) throw new FieldError(`${path}: must be one of ${choices.join(', ')}`);
    return found;
  };
  return { given: { type: 'choice', choices }, ...plain(read) };
}

export const trueOrFalse: Shape<boolean> = {
  given: { type: 'switch' },
  ...plain((value, path) => {
    if (typeof value !== 'boolean') throw new FieldError(`${path}: must be true or false`);
    return value;
  }),
};

export function integer(least: number, most: number): Shape<number> {
  const read = (value: unknown, path: string): number => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    throw new FieldError(`${path}: must be an integer from ${least} to ${most}`);
  };
  return { given: { type: 'integer', least, most }, ...plain(read) };
}

/** A duration such as `1m30s`, read as milliseconds; above zero. */
export const duration: Shape<number> = {
  given: { type: 'text', value: 'DURATION' },
  ...plain((value, path) => {
    const milliseconds = typeof value === 'string' ? parseGoDuration(value) : undefined;
    if (milliseconds === undefined || milliseconds <= 0) {
      throw new FieldError(`${path}: must be a duration above zero such as 10s or 1m30s`);
    }
    return milliseconds;
  }),
};

/** A field of a duration whose default holds also where `0s` stands, as writers of configurations put for "not set". */
export function period(initial: string): Field<number> {
  const given = (value: unknown): unknown => (value === '0s' ? initial : value);
  const read = (value: unknown, path: string): number => duration.read(given(value), path);
  return { shape: { ...duration, read, complete: given }, initial };
}

function plain<T>(read: (value: unknown, path: string) => T): Shape<T> {
  return { read, complete: (value) => value };
}

function objectOf(value: unknown, path: string): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new FieldError(`${path === '' ? 'the configuration' : path}: must be a map of fields`);
}

function below(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
