// A command-line flag as data: what it means, what it takes, its default, and how one occurrence of it is read. The
// type of its value follows from the constructor. `command-line.ts` reads these declarations.

import { formatGoDuration, parseGoDuration } from '../../object/duration.ts';

/** A flag whose value is a `T`. Made by the functions below. */
export interface Flag<T = unknown> {
  /** One phrase for the help text, without the default. */
  readonly meaning: string;
  /** Name of the value in help (`FILE`, `N`); absent for a switch. `FILE`, `FOLDER` and what ends so complete to paths. */
  readonly value?: string;
  /** The value when the flag is not given. */
  readonly initial: T;
  /** The default as help shows it; absent: none. */
  readonly initialText?: string;
  /** The only values allowed; also offered by completion. */
  readonly choices?: readonly string[];
  /** One-letter form, without the dash. */
  readonly short?: string;
  /** Heading in help. */
  readonly group?: string;
  /** Left out of help and completion. */
  readonly hidden?: boolean;
  /** Deprecated: what to use instead. The flag works, the help shows this text, and its use prints a warning. */
  readonly deprecated?: string;
  /** May be given several times. */
  readonly repeatable?: boolean;
  /**
   * The value after one more occurrence; `earlier` is undefined at the first. Throws an Error whose message completes
   * `--name: `.
   */
  read(text: string, earlier: T | undefined): T;
}

export interface FlagOptions {
  readonly short?: string;
  readonly group?: string;
  readonly hidden?: boolean;
  readonly deprecated?: string;
}

export interface ValueFlagOptions<T> extends FlagOptions {
  /** Name of the value in help; default depends on the constructor. */
  readonly value?: string;
  readonly default?: T;
}

/** Flags by name, without dashes. */
export type Flags = Readonly<Record<string, Flag>>;

/** What a command receives: each flag's value by name. */
export type FlagValues<F extends Flags> = { readonly [Name in keyof F]: F[Name] extends Flag<infer T> ? T : never };

/** `--name`, `--name=true`, `--name=false`. Default: false. */
export function switchFlag(meaning: string, options: FlagOptions & { readonly default?: boolean } = {}): Flag<boolean> {
  const { default: initial = false, ...rest } = options;
  return { ...rest, meaning, initial, initialText: String(initial), read: (text) => readSwitch(text) };
}

/**
 * A flag with a value of any type. `parse` throws an Error, or returns undefined, for invalid text; the
 * message of the latter says that it is not `what`.
 */
export function valueFlag<T>(
  meaning: string,
  parse: (text: string) => T | undefined,
  options: ValueFlagOptions<T> & { readonly what: string; readonly format?: (value: T) => string; readonly default: T },
): Flag<T>;
export function valueFlag<T>(
  meaning: string,
  parse: (text: string) => T | undefined,
  options: ValueFlagOptions<T> & { readonly what: string; readonly format?: (value: T) => string },
): Flag<T | undefined>;
export function valueFlag<T>(
  meaning: string,
  parse: (text: string) => T | undefined,
  options: ValueFlagOptions<T> & { readonly what: string; readonly format?: (value: T) => string },
): Flag<T | undefined> {
  const { default: initial, what, format = String, value = 'VALUE', ...rest } = options;
  return {
    ...rest,
    meaning,
    value,
    initial,
    ...(initial === undefined || initial === '' ? {} : { initialText: format(initial) }),
    read: (text) => parseOr(parse, text, what),
  };
}

/** Any text. */
export function textFlag(
  meaning: string,
  options: ValueFlagOptions<string> & { readonly default: string },
): Flag<string>;
export function textFlag(meaning: string, options?: ValueFlagOptions<string>): Flag<string | undefined>;
export function textFlag(meaning: string, options: ValueFlagOptions<string> = {}): Flag<string | undefined> {
  return valueFlag(meaning, (text) => text, { value: 'TEXT', ...options, what: 'text' });
}

/** One of a fixed set. */
export function choiceFlag<C extends string>(
  meaning: string,
  choices: readonly C[],
  options: ValueFlagOptions<C> & { readonly default: C },
): Flag<C>;
export function choiceFlag<C extends string>(
  meaning: string,
  choices: readonly C[],
  options?: ValueFlagOptions<C>,
): Flag<C | undefined>;
export function choiceFlag<C extends string>(
  meaning: string,
  choices: readonly C[],
  options: ValueFlagOptions<C> = {},
): Flag<C | undefined> {
  const parse = (text: string): C | undefined => choices.find((choice) => choice === text);
  return { ...valueFlag(meaning, parse, { ...options, what: `one of ${choices.join(', ')}` }), choices };
}

/** A decimal integer between `min` (default 0) and `max` (default 2^53 - 1). */
export function integerFlag(meaning: string, options: IntegerOptions & { readonly default: number }): Flag<number>;
export function integerFlag(meaning: string, options?: IntegerOptions): Flag<number | undefined>;
export function integerFlag(meaning: string, options: IntegerOptions = {}): Flag<number | undefined> {
  const { min = 0, max = Number.MAX_SAFE_INTEGER, ...rest } = options;
  const parse = (text: string): number | undefined => {
    if (!/^[+-]?\d{1,16}$/.test(text)) return undefined;
    const number = Number(text);
    return number >= min && number <= max ? number : undefined;
  };
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return valueFlag(meaning, parse, { value: 'N', ...rest, what: `an integer ${range}` });
}

export interface IntegerOptions extends ValueFlagOptions<number> {
  readonly min?: number;
  readonly max?: number;
}

/** A Go duration (`1m30s`, `500ms`) in milliseconds; never negative. */
export function durationFlag(
  meaning: string,
  options: ValueFlagOptions<number> & { readonly default: number },
): Flag<number>;
export function durationFlag(meaning: string, options?: ValueFlagOptions<number>): Flag<number | undefined>;
export function durationFlag(meaning: string, options: ValueFlagOptions<number> = {}): Flag<number | undefined> {
  const parse = (text: string): number | undefined => {
    const milliseconds = parseGoDuration(text);
    return milliseconds !== undefined && milliseconds >= 0 ? milliseconds : undefined;
  };
  return valueFlag(meaning, parse, {
    value: 'DURATION',
    ...options,
    format: formatGoDuration,
    what: 'a duration such as 500ms, 30s or 1h30m',
  });
}

export interface ListOptions<E> extends FlagOptions {
  readonly value?: string;
  readonly default?: readonly E[];
  readonly choices?: readonly string[];
  /** Splits one occurrence into elements; default a comma; null: each occurrence is one element, also an empty one. */
  readonly separator?: string | null;
}

/** A repeatable flag that gathers elements; given at all, it replaces the default. Empty elements between separators are dropped. */
export function listFlag(meaning: string, options?: ListOptions<string>): Flag<readonly string[]>;
export function listFlag<E>(
  meaning: string,
  options: ListOptions<E> & { readonly parse: (text: string) => E | undefined; readonly what: string },
): Flag<readonly E[]>;
export function listFlag<E>(
  meaning: string,
  options: ListOptions<E> & { readonly parse?: (text: string) => E | undefined; readonly what?: string } = {},
): Flag<readonly E[]> {
  const { default: initial = [], separator = ',', parse, what = 'text', value = 'LIST', ...rest } = options;
  const element = (text: string): E => {
    if (rest.choices !== undefined && !rest.choices.includes(text)) {
      throw new Error(`${JSON.stringify(text)} is not one of ${rest.choices.join(', ')}`);
    }
    return parse === undefined ? (text as E) : parseOr(parse, text, what);
  };
  return {
    ...rest,
    meaning,
    value,
    initial,
    ...(initial.length === 0 ? {} : { initialText: initial.map(String).join(',') }),
    repeatable: true,
    read: (text, earlier = []) => {
      if (separator === null) return [...earlier, element(text)];
      const parts = text.split(separator).map((part) => part.trim());
      return [...earlier, ...parts.filter((part) => part !== '').map(element)];
    },
  };
}

function readSwitch(text: string): boolean {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new Error(`${JSON.stringify(text)} is neither true nor false`);
}

function parseOr<T>(parse: (text: string) => T | undefined, text: string, what: string): T {
  const parsed = parse(text);
  if (parsed === undefined) throw new Error(`${JSON.stringify(text)} is not ${what}`);
  return parsed;
}
