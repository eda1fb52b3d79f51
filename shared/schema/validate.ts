// Validation of what the schema declares: required fields, enumerations, bounds, forms of text, and the uniqueness of
// list-map keys and set items. The strategy of a kind validates its other rules. All violations are reported, in field order.

import type { FieldError } from '../object/field-error.ts';
import { duplicateValue, invalidValue, notSupported, required } from '../object/field-error-message.ts';
import { ownValue } from './assign-key.ts';
import { formatChecks } from './format.ts';
import type { Field, ListSchema, ScalarSchema, Schema, StructSchema } from './schema.ts';
import { schemaOfForm } from './variant.ts';

export interface DeclaredOptions {
  /** `missingFields` of the decoding: a required field counts as missing when the client left it out. */
  readonly missingFields?: readonly string[];
  /** Top-level fields that are not validated, such as `status` on the main endpoint. */
  readonly except?: readonly string[];
}

/** Validates a decoded object. Missing fields come first. */
export function validateBySchema(
  object: Record<string, unknown>,
  schema: StructSchema,
  options: DeclaredOptions = {},
): FieldError[] {
  const except = new Set(options.except);
  const errors: FieldError[] = [];
  for (const path of options.missingFields ?? []) {
    if (!except.has(path.split(/[.[]/, 1)[0] ?? '')) errors.push(required(path));
  }
  for (const field of schema.ruled) {
    if (!except.has(field.name)) checkField(object, field, '', errors);
  }
  return errors;
}

function checkField(object: Record<string, unknown>, field: Field, path: string, errors: FieldError[]): void {
  const value = ownValue(object, field.name);
  if (value === undefined || value === null || (value === '' && meansNothing(field))) return;
  check(value, field.schema, path === '' ? field.name : `${path}.${field.name}`, errors);
}

/** An empty text is one that was not set; but a pointer to it must be one of the texts allowed, if there are such. */
function meansNothing({ pointer, schema }: Field): boolean {
  return !pointer || (schema.type === 'string' && schema.format !== undefined);
}

function check(value: unknown, schema: Schema, path: string, errors: FieldError[]): void {
  if (schema.type === 'struct') {
    if (typeof value !== 'object' || value === null) return;
    for (const field of schema.ruled) checkField(value as Record<string, unknown>, field, path, errors);
  } else if (schema.type === 'list') {
    if (Array.isArray(value)) checkList(value, schema, path, errors);
  } else if (schema.type === 'map') {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) check(item, schema.values, `${path}[${key}]`, errors);
  } else if (schema.type !== 'raw') {
    checkScalar(value, schema, path, errors);
  } else if (schema.variant !== undefined) {
    const own = schemaOfForm(value, schema.variant);
    if (own !== undefined) check(value, own, path, errors);
  }
}

function checkScalar(value: unknown, schema: ScalarSchema, path: string, errors: FieldError[]): void {
  if (typeof value === 'string') {
    if (schema.enum?.includes(value) === false && schema.openEnum !== true)
      errors.push(notSupported(path, value, schema.enum));
    if (schema.format === undefined) return;
    for (const fault of formatChecks[schema.format](value)) errors.push(invalidValue(path, value, fault));
  } else if (schema.minimum !== undefined && (typeof value === 'number' || typeof value === 'bigint')) {
    const { minimum, maximum } = schema;
    if (maximum === undefined) {
      if (value < minimum) errors.push(invalidValue(path, value, `must be greater than or equal to ${minimum}`));
    } else if (value < minimum || value > maximum) {
      errors.push(invalidValue(path, value, `must be between ${minimum} and ${maximum}, inclusive`));
    }
  }
}

function checkList(value: readonly unknown[], schema: ListSchema, path: string, errors: FieldError[]): void {
  const seen = new Set<string>();
  const unique = schema.listType !== 'atomic' && schema.tolerant !== true;
  for (const [index, item] of value.entries()) {
    const place = `${path}[${index}]`;
    if (unique) {
      const identity = schema.listType === 'set' ? item : keysOf(item, schema.keys);
      const text = JSON.stringify(identity, bigintText);
      if (seen.has(text)) errors.push(duplicate(place, identity, schema));
      seen.add(text);
    }
    check(item, schema.items, place, errors);
  }
}

/** One key is named at its field, several at the item. */
function duplicate(place: string, identity: unknown, schema: ListSchema): FieldError {
  const [key] = schema.keys;
  if (schema.listType === 'set' || schema.keys.length !== 1 || key === undefined)
    return duplicateValue(place, identity);
  return duplicateValue(`${place}.${key}`, (identity as Record<string, unknown>)[key]);
}

function keysOf(item: unknown, keys: readonly string[]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  if (typeof item !== 'object' || item === null) return found;
  for (const key of keys) {
    if (Object.hasOwn(item, key)) found[key] = (item as Record<string, unknown>)[key];
  }
  return found;
}

function bigintText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
