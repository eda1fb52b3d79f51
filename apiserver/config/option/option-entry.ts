// An option of the server, described once: the form of its value in code, and the flags that give it on a command line, with
// their help. The table of all options is in `table/`; their types, and what they mean to users of the library, in `options.ts`.

import { readFile } from 'node:fs/promises';
import { UsageError } from '../../../shared/process/command-line/usage-error.ts';
import {
  choiceFlag,
  durationFlag,
  type Flag,
  type FlagOptions,
  type Flags,
  type FlagValues,
  integerFlag,
  type IntegerOptions,
  switchFlag,
  type ValueFlagOptions,
} from '../../../shared/process/command-line/flag.ts';
import { pathFlag } from '../flag/value-flags.ts';
import { type Form, flag as trueOrFalse, number, oneOf, pem, shape, wholeNumber } from './value-form.ts';

/** An option whose value is a `T`, with its flags. */
export interface OptionEntry<T = unknown, F extends Flags = Flags> {
  readonly form: Form;
  /** By name. Flags that several options read stand in each of them. */
  readonly flags: F;
  /** Throws UsageError for values that contradict each other; of every option before any file is read. */
  check?(flags: FlagValues<F>): void | Promise<void>;
  /**
   * What the flags say; undefined: the option is not given. Throws UsageError, or an Error that names the flag for a file that
   * cannot be read or does not hold what it should.
   */
  read(flags: FlagValues<F>): T | undefined | Promise<T | undefined>;
}

/** An entry for each option of `O`, of the type of that option. */
export type OptionTable<O> = { readonly [K in keyof Required<O>]: OptionEntry<Exclude<O[K], undefined>> };

type Entries = Readonly<Record<string, OptionEntry>>;

type Intersection<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void ? I : never;

/** The flags of all entries of a table. */
export type FlagsOf<E> = Intersection<
  { [K in keyof E]: E[K] extends { readonly flags: infer F } ? F : never }[keyof E]
>;

type GroupValue<E> = {
  readonly [K in keyof E]?: E[K] extends OptionEntry<infer T> ? T : never;
};

/** An option that only code can give. */
export function inCode(form: Form) {
  return { form, flags: {}, read: (): undefined => undefined };
}

/** An option that several flags say, or that is judged or made of what they say. */
export function option<T, F extends Flags>(
  form: Form,
  flags: F,
  how: {
    check?(given: FlagValues<F>): void | Promise<void>;
    read(given: FlagValues<F>): T | undefined | Promise<T | undefined>;
  },
): OptionEntry<T, F> {
  return { form, flags, ...how };
}

/** An option that is the value of one flag. */
export function flagOption<N extends string, T>(
  form: Form,
  name: N,
  flag: Flag<T>,
): OptionEntry<Exclude<T, undefined>, { readonly [K in N]: Flag<T> }> {
  return {
    form,
    flags: { [name]: flag } as { readonly [K in N]: Flag<T> },
    read: (flags) => flags[name] as Exclude<T, undefined> | undefined,
  };
}

export function switchOption<N extends string>(
  name: N,
  meaning: string,
  options: FlagOptions & { readonly default?: boolean },
) {
  return flagOption(trueOrFalse, name, switchFlag(meaning, options));
}

/** In milliseconds. */
export function durationOption<N extends string>(
  name: N,
  meaning: string,
  options: ValueFlagOptions<number> & { readonly default: number },
) {
  return flagOption(number(0), name, durationFlag(meaning, options));
}

/** `form`: default, a whole number within the limits of the flag. */
export function integerOption<N extends string>(
  name: N,
  meaning: string,
  options: IntegerOptions & { readonly default: number },
  form: Form = wholeNumber(options.min, options.max),
) {
  return flagOption(form, name, integerFlag(meaning, options));
}

export function choiceOption<N extends string, C extends string>(
  name: N,
  meaning: string,
  choices: readonly C[],
  options: ValueFlagOptions<C> & { readonly default: C },
) {
  return flagOption(oneOf(choices), name, choiceFlag(meaning, choices, options));
}

/** The content of the file that a flag names. */
export function fileOption<N extends string>(form: Form, name: N, meaning: string, options: FlagOptions) {
  const flags = { [name]: pathFlag(meaning, { value: 'FILE', ...options }) } as FileFlags<N>;
  return { form, flags, read: (given: Paths<N>) => contentOf(name, given[name]) };
}

/** The same of certificates or keys. */
export function pemOption<N extends string>(name: N, meaning: string, options: FlagOptions) {
  const file = fileOption(pem, name, meaning, options);
  return { ...file, read: (given: Paths<N>) => pemOf(name, given[name]) };
}

/** PEM with at least one certificate. A file without one is refused: the server would accept no client certificate. */
export function authoritiesOption<N extends string>(name: N, meaning: string, options: FlagOptions) {
  const file = pemOption(name, meaning, options);
  return {
    ...file,
    async read(given: Paths<N>) {
      const text = await file.read(given);
      if (text?.includes('-----BEGIN CERTIFICATE-----') === false)
        throw new Error(`--${name}: ${given[name]} holds no certificate`);
      return text;
    },
  };
}

type FileFlags<N extends string> = { readonly [K in N]: Flag<string | undefined> };
type Paths<N extends string> = { readonly [K in N]: string | undefined };

export interface KeyPair {
  readonly certificate: string;
  readonly privateKey: string;
}

export const keyPair: Form = shape<KeyPair>({ certificate: pem, privateKey: pem }, ['certificate', 'privateKey']);

/** A certificate and its key, of two flags that are given together. */
export function keyPairOption<C extends string, K extends string>(
  certificate: readonly [name: C, meaning: string],
  key: readonly [name: K, meaning: string],
  options: FlagOptions,
) {
  const [certificateFlag, certificateMeaning] = certificate;
  const [keyFlag, keyMeaning] = key;
  const flags = {
    [certificateFlag]: pathFlag(certificateMeaning, { value: 'FILE', ...options }),
    [keyFlag]: pathFlag(keyMeaning, { value: 'FILE', ...options }),
  } as FileFlags<C | K>;
  return {
    form: keyPair,
    flags,
    check(given: Paths<C | K>): void {
      if ((given[certificateFlag] === undefined) !== (given[keyFlag] === undefined)) {
        throw new UsageError(`--${certificateFlag} and --${keyFlag} are given together or not at all`);
      }
    },
    async read(given: Paths<C | K>): Promise<KeyPair | undefined> {
      const first = await pemOf(certificateFlag, given[certificateFlag]);
      const second = await pemOf(keyFlag, given[keyFlag]);
      return first === undefined || second === undefined ? undefined : { certificate: first, privateKey: second };
    },
  };
}

/** An object of options; those that no flag gives are absent in it. */
export function group<E extends Entries>(entries: E) {
  return {
    form: formOf(entries),
    flags: flagsOf(entries),
    check: (given: never) => checkAll(entries, given),
    read: (given: never) => readAll(entries, given) as Promise<GroupValue<E>>,
  };
}

/** The form of an object of these options. */
export function formOf(entries: Entries): Form {
  return shape(Object.fromEntries(Object.entries(entries).map(([name, { form }]) => [name, form])));
}

/** The flags of a table. */
export function flagsOf<E extends Entries>(entries: E): FlagsOf<E> {
  return Object.assign({}, ...Object.values(entries).map(({ flags }) => flags)) as FlagsOf<E>;
}

/** One after another, here and below: of several values that cannot be used, the same one is always named. */
export async function checkAll(entries: Entries, given: FlagValues<Flags>): Promise<void> {
  for (const entry of Object.values(entries)) await entry.check?.(given);
}

export async function readAll(entries: Entries, given: FlagValues<Flags>): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(entries)) {
    const value = await entry.read(given);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The text of a PEM file; undefined when the flag is not given. Throws an Error that names it. */
export async function pemOf(flag: string, path: string | undefined): Promise<string | undefined> {
  const text = await contentOf(flag, path);
  if (text !== undefined && !text.includes('-----BEGIN ')) throw new Error(`--${flag}: ${path} is no PEM file`);
  return text;
}

/** The text of a file; undefined when the flag is not given. Throws an Error that names it. */
export async function contentOf(flag: string, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`--${flag}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Undefined for a list without elements, where that means that the flag is not given. */
export function ifAny<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}
