// The type of a schema: one description of a kind that decoding, pruning, defaulting, validation, patching, protobuf, OpenAPI
// and tables all use (design, decision 1). Built-in kinds compile to it from `data/`, extension definitions from their
// OpenAPI. This file imports nothing else of ours.

export interface DecodeOptions {
  /** Levels of nesting that are read. Default 256. */
  readonly maxDepth?: number;
  /**
   * Of extension kinds: nulls stay in fields that may not be null, for validation to refuse. Default: such a null counts as nothing.
   */
  readonly keepsNulls?: boolean;
}

export interface Decoded {
  readonly object: Record<string, unknown>;
  /** Paths of the fields that the schema does not know, in the order of the input; at most 100. */
  readonly unknownFields: readonly string[];
  /**
   * Paths of required fields that were not given (see `isLeftOut`), those below
   * structs that always exist included; at most 100.
   */
  readonly missingFields: readonly string[];
  /**
   * The way to lists that were given, are empty and became null, and to lists and maps that became nothing in a list that is
   * compared whole; those in maps are left out, those in other lists too; at most 100.
   */
  readonly emptyLists: readonly (readonly (string | number)[])[];
  /** The way to lists and maps outside of the metadata that were given, are empty and became nothing, or null; at most 100. */
  readonly emptyContent: readonly (readonly (string | number)[])[];
}

export type Schema = ScalarSchema | ListSchema | MapSchema | StructSchema | RawSchema;

/** A value without fields. The JSON form follows from `type`: int64 is a number, bytes is base64, time RFC 3339. */
export interface ScalarSchema {
  readonly type:
    | 'string'
    | 'int32'
    | 'int64'
    | 'bool'
    | 'double'
    | 'bytes'
    | 'time'
    | 'microTime'
    | 'duration'
    | 'quantity'
    | 'intOrString';
  /** The only values allowed (unless `openEnum`), in the order of the message. Absent: any. */
  readonly enum?: readonly string[];
  /** The enumeration is published, but other texts are accepted. */
  readonly openEnum?: boolean;
  readonly minimum?: number;
  /** With `minimum`: error messages name the whole range. */
  readonly maximum?: number;
  /** Of quantities: what is finer than a thousandth is rounded up. */
  readonly milli?: boolean;
  /** What a text that is not empty must look like. */
  readonly format?: Format;
}

/** True for a schema of values without fields. */
export function isScalar(schema: Schema): schema is ScalarSchema {
  return schema.type !== 'struct' && schema.type !== 'list' && schema.type !== 'map' && schema.type !== 'raw';
}

/** Forms of text that objects are full of; `format.ts` checks them. */
export type Format = 'cidr' | 'ip' | 'label' | 'portName' | 'qualified' | 'subdomain';

/** A list. `atomic` lists are replaced whole, `set` lists hold unique scalars, `map` lists are keyed by `keys`. */
export interface ListSchema {
  readonly type: 'list';
  readonly items: Schema;
  readonly listType: 'atomic' | 'set' | 'map';
  /** Key fields of a `map` list; empty otherwise. */
  readonly keys: readonly string[];
  /** Defaults of key fields of a kind that clients defined; those of built-in kinds are facts of the fields. */
  readonly keyDefaults?: ReadonlyMap<string, unknown>;
  /** A `set` or `map` list in which the server has always accepted duplicates (environment variables, finalizers). */
  readonly tolerant?: boolean;
  /** Set when the list has a name of its own: on the protobuf wire it is a message whose field of this number repeats. */
  readonly messageNumber?: number;
}

/** A map with string keys that clients choose. */
export interface MapSchema {
  readonly type: 'map';
  readonly values: Schema;
  readonly mapType: 'granular' | 'atomic';
}

/** An object with declared fields. */
export interface StructSchema {
  readonly type: 'struct';
  /** `<group>/<version>.<Type>` with the group as templates spell it (`core/v1.Pod`, `authentication.{api}/v1.UserInfo`). */
  readonly name: string;
  /** Fields by JSON name, in the order in which they are written. Inlined types are already flattened. */
  readonly fields: ReadonlyMap<string, Field>;
  /** The same fields as an array, for iteration. */
  readonly list: readonly Field[];
  /** Those of them that have a default, themselves or further down. */
  readonly defaulted: readonly Field[];
  /** Those of them that say something about values, themselves or further down. */
  readonly ruled: readonly Field[];
  /** Those of them that belong to a feature, or hold some that do. */
  readonly gated: readonly Field[];
  readonly mapType: 'granular' | 'atomic';
  /** Fields not declared are kept as they came (extension kinds only). Default false. */
  readonly preserveUnknown?: boolean;
  /** True when the kind carries apiVersion and kind of its own. */
  readonly isKind: boolean;
  /**
   * Of extension kinds: how their objects are read. Fields are pruned and keep the values that they have; whether these have the
   * right type is a matter of validation. Absent: by the fields.
   */
  readonly read?: ((value: unknown, options: DecodeOptions) => Decoded) | undefined;
  /** Of extension kinds: the OpenAPI v3 document that describes them. Absent: it is made of the fields. */
  readonly document?: (() => Readonly<Record<string, unknown>>) | undefined;
}

/** Any JSON value, kept as it came (RawExtension, FieldsV1, JSON). */
export interface RawSchema {
  readonly type: 'raw';
  /** Set when the value is one of two JSON forms. */
  readonly variant?: Variant;
  /** The value is owned and replaced whole (an embedded object). Default false: objects in it are owned key by key. */
  readonly atomic?: boolean;
}

/** A value that is either an object of the first field's type or: a boolean, a list of such objects, a list of strings. */
export interface Variant {
  readonly form: 'bool' | 'list' | 'strings';
  /** The message on the protobuf wire; in JSON either the `schema` field's value stands alone, or the other form. */
  readonly message: StructSchema;
}

export interface Field {
  readonly name: string;
  /** Resolved on first use, because types may refer to themselves. */
  readonly schema: Schema;
  /** Path of protobuf numbers: one number, or the numbers of the inlined messages before it. Empty: no protobuf form. */
  readonly numbers: readonly number[];
  readonly required: boolean;
  /** Published as required, but an object without it is accepted. */
  readonly unchecked: boolean;
  /** True when absent and zero differ: a zero value is kept. False: a zero value is dropped unless `alwaysWritten`. */
  readonly pointer: boolean;
  /** The zero value (or null) is written even when it was not given. */
  readonly alwaysWritten: boolean;
  /** Default from the type's own declaration. Undefined: none. */
  readonly default: unknown;
  /** Strategic merge: how a list or map of this field is patched, and by which key. */
  readonly patchStrategy: 'merge' | 'merge,retainKeys' | 'retainKeys' | 'replace' | undefined;
  readonly patchMergeKey: string | undefined;
  /** Union discriminator. */
  readonly discriminator: boolean;
  /** Feature gates that must be on for the field to be kept. */
  readonly featureGates: readonly string[] | undefined;
}
