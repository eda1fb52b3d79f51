// The notation in which built-in types are written down (`data/`): a block per type, a line per field, columns two or more
// spaces apart. Reading is lazy: a block is only found at first, and parsed when its type is asked for.
//
//   kind Pod                              carries apiVersion and kind; `type` does not
//     metadata  1  meta/v1.ObjectMeta     name, protobuf number (`-`: none), type, flags
//   type Container atomic                 an atomic struct is owned and replaced whole
//     env       7  [EnvVar]   map(name)   a list; `{int32}` is a map with string keys
//     stdin    16  bool?                  `?`: absent and zero differ
//     ...       2  VolumeSource           its fields stand here; on the protobuf wire they are a message of their own
//   alias Verbs  1  [string]              a list with a name: a message with one repeated field
//   variant X bool                        two JSON forms (see `Variant`)
//
// Flags: required, unchecked (required, and enum, as published but never asked for), written (a zero value is written too), omitzero,
// map(keys), set, tolerant, atomic, granular, enum(a|b), min(0), range(1..65535), milli, format(subdomain),
// patch(strategy:key), gates(A,B), discriminator, and last `= <JSON>`, the default.

import type { Field, Format, Variant } from './schema.ts';

export interface TypeUse {
  readonly shape: 'single' | 'list' | 'map';
  /** A scalar's name, a type of the same group-version, or `<group>/<version>.<Type>`. */
  readonly of: string;
  readonly pointer: boolean;
}

export interface FieldLine {
  /** `...` for an inlined type. */
  readonly name: string;
  readonly number: number | undefined;
  readonly type: TypeUse;
  readonly required: boolean;
  readonly unchecked: boolean;
  readonly written: boolean;
  readonly omitZero: boolean;
  readonly listType: 'atomic' | 'set' | 'map';
  readonly keys: readonly string[];
  readonly tolerant: boolean;
  readonly mapType: 'atomic' | 'granular' | undefined;
  readonly enum: readonly string[] | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly milli: boolean;
  readonly format: Format | undefined;
  readonly patchStrategy: Field['patchStrategy'];
  readonly patchMergeKey: string | undefined;
  readonly featureGates: readonly string[] | undefined;
  readonly discriminator: boolean;
  /** JSON text of the default. */
  readonly default: string | undefined;
}

export type Declaration =
  | {
      readonly form: 'kind' | 'type';
      readonly name: string;
      readonly atomic: boolean;
      readonly lines: readonly FieldLine[];
    }
  | {
      readonly form: 'variant';
      readonly name: string;
      readonly variant: Variant['form'];
      readonly lines: readonly FieldLine[];
    }
  | { readonly form: 'alias'; readonly name: string; readonly number: number; readonly of: string };

const head = /^(kind|type|alias|variant) +(\S+)(.*)$/gm;

/** The blocks of a text by type name, unparsed. */
export function splitDeclarations(text: string): Map<string, string> {
  const blocks = new Map<string, string>();
  for (const block of text.trim().split('\n\n')) {
    const name = block.slice(block.indexOf(' ') + 1).match(/^\S+/)?.[0];
    if (name === undefined) throw new TypeError(`a block without a type name: ${block}`);
    blocks.set(name, block);
  }
  return blocks;
}

/** Names of the types of a text that carry apiVersion and kind. */
export function kindNames(text: string): string[] {
  return [...text.matchAll(head)].filter((match) => match[1] === 'kind').map((match) => match[2] ?? '');
}

/** Parses one block. Throws TypeError: the notation is the project's own, a fault in it is a programmer's mistake. */
export function parseDeclaration(block: string): Declaration {
  const [first = '', ...rest] = block.split('\n');
  const [form, name = '', ...more] = first.split(/ +/);
  const lines = rest.map(parseField);
  switch (form) {
    case 'kind':
    case 'type':
      return { form, name, atomic: more[0] === 'atomic', lines };
    case 'variant':
      return { form, name, variant: more[0] as Variant['form'], lines };
    case 'alias':
      return { form, name, number: Number(more[0]), of: (more[1] ?? '').slice(1, -1) };
    case undefined:
    default:
      throw new TypeError(`a type begins with kind, type, alias or variant: ${first}`);
  }
}

function parseType(text: string): TypeUse {
  const pointer = text.endsWith('?');
  const bare = pointer ? text.slice(0, -1) : text;
  if (bare.startsWith('[')) return { shape: 'list', of: bare.slice(1, -1), pointer };
  if (bare.startsWith('{')) return { shape: 'map', of: bare.slice(1, -1), pointer };
  return { shape: 'single', of: bare, pointer };
}

function parseField(line: string): FieldLine {
  const equals = line.indexOf('  = ');
  const declared = equals < 0 ? line : line.slice(0, equals);
  const [name, number, type, ...flags] = declared.trim().split(/ {2,}/);
  if (name === undefined || number === undefined || type === undefined) throw new TypeError(`not a field: ${line}`);
  const words = new Set(flags);
  const argument = (flag: string): string | undefined =>
    flags.find((text) => text.startsWith(`${flag}(`))?.slice(flag.length + 1, -1);
  const keys = argument('map');
  const [lowest, highest] = argument('range')?.split('..') ?? [argument('min')];
  const [patchStrategy, patchMergeKey] = argument('patch')?.split(':') ?? [];
  return {
    name,
    number: number === '-' ? undefined : Number(number),
    type: parseType(type),
    required: words.has('required'),
    unchecked: words.has('unchecked'),
    written: words.has('written'),
    omitZero: words.has('omitzero'),
    listType: keys !== undefined ? 'map' : words.has('set') ? 'set' : 'atomic',
    keys: keys?.split(',') ?? [],
    tolerant: words.has('tolerant'),
    mapType: words.has('atomic') ? 'atomic' : words.has('granular') ? 'granular' : undefined,
    enum: argument('enum')?.split('|'),
    minimum: lowest === undefined ? undefined : Number(lowest),
    maximum: highest === undefined ? undefined : Number(highest),
    milli: words.has('milli'),
    format: argument('format') as Format | undefined,
    patchStrategy: patchStrategy as Field['patchStrategy'],
    patchMergeKey,
    featureGates: argument('gates')?.split(','),
    discriminator: words.has('discriminator'),
    default: equals < 0 ? undefined : line.slice(equals + 4),
  };
}
