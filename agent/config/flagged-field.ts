// A setting with both a field and a flag, declared once: the flag has the limits, choices and default of the field in the
// configuration file.

import {
  choiceFlag,
  type Flag,
  integerFlag,
  listFlag,
  switchFlag,
  textFlag,
  valueFlag,
  type ValueFlagOptions,
} from '../../shared/process/command-line/flag.ts';
import type { Field, FieldFlag, Fields } from './field.ts';

interface Heading {
  readonly group?: string;
}

/** A flag for a value whose type determines how it is written. */
export function flagged<T>(name: string, meaning: string, heading: Heading, field: Field<T>): Field<T> {
  return { ...field, flag: { name, flag: flagFor(meaning, heading, field), content: (value) => value } };
}

function flagFor(meaning: string, heading: Heading, { shape: { given }, initial }: Field<unknown>): Flag {
  switch (given?.type) {
    case 'text':
      return textFlag(meaning, { ...heading, value: given.value, ...withDefault(initial as string | undefined) });
    case 'choice':
      return choiceFlag(meaning, given.choices, { ...heading, ...withDefault(initial as string | undefined) });
    case 'switch':
      return switchFlag(meaning, { ...heading, ...withDefault(initial as boolean | undefined) });
    case 'integer': {
      const limits = { min: given.least, max: given.most };
      return integerFlag(meaning, { ...heading, ...limits, ...withDefault(initial as number | undefined) });
    }
    case undefined:
      throw new TypeError(`how a flag gives it is not said: ${meaning}`);
  }
}

function withDefault<T>(initial: T | undefined): { readonly default?: T } {
  return initial === undefined ? {} : { default: initial };
}

/** The same of a path. */
export function flaggedPath<T>(name: string, meaning: string, heading: Heading, field: Field<T>): Field<T> {
  return {
    ...field,
    flag: { name, flag: pathFlag(meaning, { ...heading, value: 'FILE' }), content: (value) => value },
  };
}

/** A path; an empty one is refused, because it would mean the working folder. */
export function pathFlag(
  meaning: string,
  options: ValueFlagOptions<string> & { readonly default: string },
): Flag<string>;
export function pathFlag(meaning: string, options: ValueFlagOptions<string>): Flag<string | undefined>;
export function pathFlag(meaning: string, options: ValueFlagOptions<string>): Flag<string | undefined> {
  return valueFlag(meaning, (text) => (text === '' ? undefined : text), { ...options, what: 'a path' });
}

/** How an element is written on a command line. */
export interface Written<E> {
  readonly parse: (text: string) => E | undefined;
  readonly what: string;
}

/** A list; `parse` returns its elements in the form of the file. */
export function flaggedList<T, E>(
  name: string,
  meaning: string,
  options: Heading & Written<E>,
  field: Field<T>,
): Field<T> {
  return { ...field, flag: { name, flag: listFlag<E>(meaning, options), content: (value) => value } };
}

export interface Pair {
  readonly key: string;
  readonly value: string;
}

/** A map, given as pairs. */
export function flaggedMap<T>(
  name: string,
  meaning: string,
  options: Heading & Written<Pair>,
  field: Field<T>,
): Field<T> {
  const content = (pairs: unknown): unknown =>
    Object.fromEntries((pairs as readonly Pair[]).map(({ key, value }) => [key, value]));
  return { ...field, flag: { name, flag: listFlag(meaning, options), content } };
}

/** A flag and the place in a configuration file of what it sets. */
export interface PlacedFlag extends FieldFlag {
  readonly path: readonly string[];
}

/** Of these fields and those below them. */
export function flagsOf(fields: Fields, above: readonly string[] = []): readonly PlacedFlag[] {
  return Object.entries(fields).flatMap(([key, { shape, flag }]) => {
    const path = [...above, key];
    return [...(flag === undefined ? [] : [{ ...flag, path }]), ...flagsOf(shape.fields ?? {}, path)];
  });
}
