// The compiled structs and fields of the built-in kinds. All objects of each sort have the same shape, because every write walks
// objects field by field. The fields that a walk must visit (those with defaults, gates or rules) are found once: most fields
// have none.

import type { Field, Schema, StructSchema } from './schema.ts';

/** What is known of a field before its type is. */
export type FieldFacts = Omit<Field, 'schema'>;

export class CompiledField implements Field {
  readonly name: string;
  readonly numbers: readonly number[];
  readonly required: boolean;
  readonly unchecked: boolean;
  readonly pointer: boolean;
  readonly alwaysWritten: boolean;
  readonly default: unknown;
  readonly patchStrategy: Field['patchStrategy'];
  readonly patchMergeKey: string | undefined;
  readonly discriminator: boolean;
  readonly featureGates: readonly string[] | undefined;
  readonly #resolve: () => Schema;
  #schema: Schema | undefined;

  /** `resolve` is called once, when the type is first asked for. */
  constructor(facts: FieldFacts, resolve: () => Schema) {
    this.name = facts.name;
    this.numbers = facts.numbers;
    this.required = facts.required;
    this.unchecked = facts.unchecked;
    this.pointer = facts.pointer;
    this.alwaysWritten = facts.alwaysWritten;
    this.default = facts.default;
    this.patchStrategy = facts.patchStrategy;
    this.patchMergeKey = facts.patchMergeKey;
    this.discriminator = facts.discriminator;
    this.featureGates = facts.featureGates;
    this.#resolve = resolve;
  }

  get schema(): Schema {
    return (this.#schema ??= this.#resolve());
  }
}

export class CompiledStruct implements StructSchema {
  readonly type = 'struct';
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly mapType: 'granular' | 'atomic';
  readonly isKind: boolean;
  readonly preserveUnknown?: boolean;
  readonly read: StructSchema['read'];
  readonly document: StructSchema['document'];
  #list: readonly Field[] | undefined;
  #defaulted: readonly Field[] | undefined;
  #ruled: readonly Field[] | undefined;
  #gated: readonly Field[] | undefined;

  /** `fields` may be filled until the first object is read. */
  constructor(
    facts: Pick<StructSchema, 'name' | 'fields' | 'mapType' | 'isKind' | 'preserveUnknown' | 'read' | 'document'>,
  ) {
    this.name = facts.name;
    this.fields = facts.fields;
    this.mapType = facts.mapType;
    this.isKind = facts.isKind;
    if (facts.preserveUnknown !== undefined) this.preserveUnknown = facts.preserveUnknown;
    this.read = facts.read;
    this.document = facts.document;
  }

  get list(): readonly Field[] {
    return (this.#list ??= [...this.fields.values()]);
  }

  get defaulted(): readonly Field[] {
    return (this.#defaulted ??= this.list.filter((field) => hasDefault(field, new Set())));
  }

  get ruled(): readonly Field[] {
    // Objects that are read by more than fields are validated by it too.
    if (this.read !== undefined) return [];
    return (this.#ruled ??= this.list.filter((field) => hasRules(field.schema, new Set())));
  }

  get gated(): readonly Field[] {
    return (this.#gated ??= this.list.filter((field) => isGated(field, new Set())));
  }
}

/** `above`: the enclosing structs, which are not visited again when they contain themselves. */
function hasDefault(field: Field, above: ReadonlySet<StructSchema>): boolean {
  return field.default !== undefined || holdsDefaults(field.schema, above);
}

function holdsDefaults(schema: Schema, above: ReadonlySet<StructSchema>): boolean {
  if (schema.type === 'struct') {
    if (above.has(schema)) return false;
    const inside = new Set([...above, schema]);
    return schema.list.some((field) => hasDefault(field, inside));
  }
  if (schema.type === 'list') return holdsDefaults(schema.items, above);
  return schema.type === 'map' && holdsDefaults(schema.values, above);
}

/** `seen`: structs that have been visited, or are being visited. */
function isGated({ featureGates, schema }: Field, seen: Set<StructSchema>): boolean {
  return featureGates !== undefined || holdsGated(schema, seen);
}

function holdsGated(schema: Schema, seen: Set<StructSchema>): boolean {
  if (schema.type === 'list') return holdsGated(schema.items, seen);
  if (schema.type === 'map') return holdsGated(schema.values, seen);
  if (schema.type !== 'struct' || seen.has(schema)) return false;
  seen.add(schema);
  return schema.list.some((field) => isGated(field, seen));
}

/** `seen`: structs that have been or are being visited. If a recursive struct has rules in one place, it has them in all. */
function hasRules(schema: Schema, seen: Set<StructSchema>): boolean {
  if (schema.type === 'struct') {
    if (seen.has(schema)) return false;
    seen.add(schema);
    return schema.list.some((field) => hasRules(field.schema, seen));
  }
  if (schema.type === 'list') {
    return (schema.listType !== 'atomic' && schema.tolerant !== true) || hasRules(schema.items, seen);
  }
  if (schema.type === 'map') return hasRules(schema.values, seen);
  if (schema.type === 'raw') return schema.variant !== undefined && hasRules(schema.variant.message, seen);
  return schema.enum !== undefined || schema.minimum !== undefined || schema.format !== undefined;
}
