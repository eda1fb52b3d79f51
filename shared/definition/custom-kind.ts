// One version of a definition, compiled: how its objects are read, completed and validated.

import type { FieldError } from '../object/field-error.ts';
import type { Decoded, StructSchema } from '../schema/schema.ts';
import type { Vendor } from '../vendor/vendor.ts';
import type { LateRules } from './rule/late-rules.ts';
import type { RunRules } from './rule/rules.ts';
import { addAll } from '../object/add-all.ts';
import { invalidValue } from '../object/field-error-message.ts';
import { DecodeError, decodeObject } from '../schema/decode.ts';
import { CompiledStruct } from '../schema/compiled-struct.ts';
import { applyStructuralDefaults } from './structural/defaults.ts';
import { costLimits } from '../expression/cost/limits.ts';
import { structTree } from './structural/field-tree.ts';
import { isSchema, type JsonSchema, type Markers, markersOf, schemaAt } from './structural/json-schema.ts';
import { Pruner } from './structural/prune.ts';
import { type Structural, structuralOf } from './structural/structural.ts';
import { hasRules } from './rule/rule.ts';
import { embeddedErrors } from './validate/embedded-objects.ts';
import { listErrors } from './validate/distinct-items.ts';
import { compileValidator, type Validator } from './validate/validator.ts';

export interface CustomKindOptions {
  readonly vendor: Vendor;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /**
   * What the definition says of the version; undefined: nothing, every field is kept. Asked for once, when the first object needs
   * it: schemas are large, and most kinds have no objects at the start.
   */
  readonly schema: () => JsonSchema | undefined;
  /** The document that describes the kind to clients. */
  readonly document: (source: JsonSchema | undefined) => StructSchema['document'];
  /** The schema of metadata. */
  readonly metadata: StructSchema;
  /** Loads and runs the rules of the schema. */
  readonly rules: LateRules;
}

/** Takes what a client is warned of: faults of values that an update leaves as they were. */
export type Warn = (text: string) => void;

export interface CustomKind {
  /** Decoding by it prunes; types and values are left to `validate`. */
  readonly schema: StructSchema;
  readonly structural: Structural;
  /** In place; repeatable. */
  applyDefaults(object: Record<string, unknown>): void;
  /** To wait for before the first object is validated; undefined: nothing. */
  load(): Promise<void> | undefined;
  /** `old`: the object before an update; what did not change is not held against the client. */
  validate(
    object: Record<string, unknown>,
    old: Record<string, unknown> | undefined,
    warn: Warn,
  ): readonly FieldError[];
  /** The same for an update of the status only. */
  validateStatus(object: Record<string, unknown>, old: Record<string, unknown>, warn: Warn): readonly FieldError[];
}

const defaultMaxDepth = 256;
/** What all objects have; the definition says nothing of it but of names. */
const envelope: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** A kind that is compiled when it is first used. */
export function lazyKind(options: CustomKindOptions): CustomKind {
  const kind = lazily(() => compileKind(options));
  return {
    get schema() {
      return kind().schema;
    },
    get structural() {
      return kind().structural;
    },
    applyDefaults: (object) => kind().applyDefaults(object),
    load: () => kind().load(),
    validate: (object, old, warn) => kind().validate(object, old, warn),
    validateStatus: (object, old, warn) => kind().validateStatus(object, old, warn),
  };
}

export function compileKind(options: CustomKindOptions): CustomKind {
  const { vendor, metadata } = options;
  const markers = markersOf(vendor);
  const declared = options.schema();
  const source = declared ?? { type: 'object', [markers.preserveUnknown]: true };
  const document = options.document(declared);
  const structural = structuralOf(markers, source);
  const tree = structTree(structural, `${options.group}/${options.version}.${options.kind}`, metadata, true);
  const schema = new CompiledStruct({
    name: tree.name,
    fields: tree.fields,
    mapType: tree.mapType,
    isKind: true,
    ...(structural.preserveUnknown ? { preserveUnknown: true } : {}),
    ...(document === undefined ? {} : { document }),
    read: readerOf(structural, metadata),
  });
  const validator = lazily(() => compileValidator(markers, source));
  const status = lazily(() => statusValidator(markers, source));
  const ruled = hasRules(markers, source);
  const rules = lazily(() => (ruled ? options.rules.rules.of(source, true) : undefined));
  return {
    schema,
    structural,
    applyDefaults: (object) => applyStructuralDefaults(object, structural),
    load: () => (ruled ? options.rules.load() : undefined),
    validate(object, old, warn) {
      const errors = objectErrors(structural, validator(), object, old);
      return withRules(errors, rules(), object, old, warn);
    },
    validateStatus(object, old, warn) {
      const given = object['status'] !== undefined;
      const errors = (given && status()?.(object['status'], old['status'], 'status')) || [];
      return withRules([...errors, ...changedLists(structural, object, old)], rules(), object, old, warn);
    },
  };
}

/** Faults of the kind that an expression may stumble over. */
const blocking: ReadonlySet<FieldError['type']> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

/** The faults, and those that the rules find in an object of the right form. */
function withRules(
  errors: readonly FieldError[],
  rules: RunRules | undefined,
  value: Record<string, unknown>,
  old: Record<string, unknown> | undefined,
  warn: Warn,
): readonly FieldError[] {
  if (rules === undefined) return errors;
  if (errors.some(({ type }) => blocking.has(type))) {
    const detail =
      'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
    return [...errors, invalidValue('<nil>', null, detail)];
  }
  const judged = { value, old, field: '', ratchets: true, warn, budget: costLimits.object };
  return [...errors, ...rules(judged).errors];
}

function statusValidator(markers: Markers, source: JsonSchema): Validator | undefined {
  const properties = schemaAt(source, 'properties');
  const schema = properties === undefined ? undefined : schemaAt(properties, 'status');
  return schema === undefined ? undefined : compileValidator(markers, schema);
}

function objectErrors(
  structural: Structural,
  validator: Validator,
  object: Record<string, unknown>,
  old: Record<string, unknown> | undefined,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  addAll(errors, validator(object, old, ''));
  addAll(errors, embeddedErrors(object, structural, ''));
  addAll(errors, changedLists(structural, object, old));
  return errors;
}

/** Lists that had equal items before may keep them. */
function changedLists(
  structural: Structural,
  object: Record<string, unknown>,
  old: Record<string, unknown> | undefined,
): readonly FieldError[] {
  if (!structural.marked) return [];
  if (old !== undefined && listErrors(old, structural, '').length > 0) return [];
  return listErrors(object, structural, '');
}

/** Metadata is read by its schema, everything else by the definition. */
function readerOf(structural: Structural, metadata: StructSchema): NonNullable<StructSchema['read']> {
  return (value, options): Decoded => {
    if (!isSchema(value)) throw new DecodeError('', 'the body must be an object');
    const own = decodeObject(value['metadata'] ?? {}, metadata);
    const unknownFields = own.unknownFields.map((field) => `metadata.${field}`);
    const pruner = new Pruner({ ...options, metadata, maxDepth: options.maxDepth ?? defaultMaxDepth });
    const fields = pruner.fields(value, structural, envelope);
    const object = { ...text(value, 'kind'), ...text(value, 'apiVersion'), metadata: own.object, ...fields };
    const unknown = [...unknownFields, ...pruner.unknown];
    return { object, unknownFields: unknown, missingFields: [], emptyLists: [], emptyContent: [] };
  };
}

function text(value: JsonSchema, key: 'kind' | 'apiVersion'): object {
  return typeof value[key] === 'string' ? { [key]: value[key] } : {};
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
