// What a kind declares of its values beside their types: rules, as data. They stand beside the schema and are judged apart from
// it, so that what they find can be compared with what the other validation finds (requirements DECLVAL).

import type { Format } from '../schema/schema.ts';

/** The rules of one kind. */
export interface KindRules {
  /** Writes that they are judged on: '' for those of the object itself, otherwise a sub-resource. */
  readonly endpoints: readonly string[];
  readonly fields: FieldRules;
}

/** By the name of a struct as the schema has it: `core/v1.ReplicationController`. */
export type RulesByKind = ReadonlyMap<string, KindRules>;

/** By the name of a field of a struct. A name that the struct has not is a defect of the rules. */
export type FieldRules = Readonly<Record<string, ValueRules>>;

/** What must hold for one value. On an update a value that is as it was is not judged, nor is what is in it. */
export interface ValueRules {
  /**
   * Required: a value that was not given is a fault, and nothing else of it is judged. Optional: the other rules are for a value
   * that was given. Forbidden: a value that was given is a fault. Absent: the other rules are for the zero value too.
   */
  readonly presence?: 'required' | 'optional' | 'forbidden';
  /** Of a value that never changes. */
  readonly immutable?: true;
  /** Of integers. */
  readonly minimum?: number;
  /** Of texts: the only ones allowed, in the order of the message. */
  readonly enum?: readonly string[];
  /** Of texts. */
  readonly format?: Format;
  /** Of texts, in bytes. */
  readonly maxLength?: number;
  /** Of lists. */
  readonly maxItems?: number;
  /** Of lists: the fields that identify items. An item is compared with the old item of the same keys. */
  readonly keys?: readonly string[];
  /** Of lists: no two items have the same keys; without keys, no two items are equal. */
  readonly unique?: true;
  /** Of structs and lists: at most one of these is there. */
  readonly zeroOrOneOf?: readonly Member[];
  /** Of structs and lists: exactly one of these is there. */
  readonly oneOf?: readonly Member[];
  /** Of structs: the rules of its fields. */
  readonly fields?: FieldRules;
  /** Of lists and maps: the rules of each item or value. */
  readonly items?: ValueRules;
  /** Of lists: the rules of the first item that matches. */
  readonly item?: readonly { readonly where: Match; readonly rules: ValueRules }[];
}

/** A member of a union: a field of the struct, or an item of the list. */
export type Member = { readonly field: string } | { readonly item: Match };

/** What the fields of an item must be. */
export type Match = Readonly<Record<string, string | number | boolean>>;
