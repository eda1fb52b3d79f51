// Checks that the schema of a definition can be used to serve objects.

import type { FieldError } from '../../object/field-error.ts';
import type { StructSchema } from '../../schema/schema.ts';
import type { Vendor } from '../../vendor/vendor.ts';
import type { KnownExpressions } from '../rule/rule-program.ts';
import type { Rules } from '../rule/rules.ts';
import { addAll } from '../../object/add-all.ts';
import { forbiddenField, invalidValue } from '../../object/field-error-message.ts';
import { hasRules } from '../rule/rule.ts';
import { type JsonSchema, markersOf, textAt } from '../structural/json-schema.ts';
import { defaultErrors } from './default-errors.ts';
import { schemaErrors } from './schema-errors.ts';
import { structuralErrors } from './structural-errors.ts';
import { unreadablePart } from './unreadable.ts';

export interface DefinitionSchemaOptions {
  readonly vendor: Vendor;
  /** The schema of metadata of objects inside of values. */
  readonly metadata: StructSchema;
  /** Whether the status has an endpoint of its own. */
  readonly status: boolean;
  /** Asked for where the schema has rules. */
  readonly rules: () => Rules;
  /** Expressions of the definition before an update. */
  readonly known: KnownExpressions;
  /** Whether the schema is as it was before an update. */
  readonly unchanged: boolean;
}

/** Faults of the schema of one version, by their place. */
export function definitionSchemaErrors(
  schema: JsonSchema,
  path: string,
  { vendor, metadata, status, rules, known, unchanged }: DefinitionSchemaOptions,
): readonly FieldError[] {
  const markers = markersOf(vendor);
  const errors: FieldError[] = [];
  if (status) addAll(errors, rootErrors(schema, path, [markers.preserveUnknown, markers.validations]));
  if (schema['nullable'] === true)
    errors.push(forbiddenField(`${path}.nullable`, 'nullable cannot be true at the root'));
  const unreadable = unreadablePart(markers, schema);
  const structural = unreadable === undefined ? structuralErrors(markers, schema, path) : [];
  addAll(errors, structural);
  const isReadable = unreadable === undefined && structural.length === 0;
  const ruled = isReadable && hasRules(markers, schema) ? rules() : undefined;
  const ofDefaults = isReadable ? defaultErrors({ markers, metadata, rules: ruled }, schema, path) : [];
  addAll(errors, ofDefaults);
  const judge = ofDefaults.length > 0 ? undefined : ruled?.judge(known, unchanged);
  addAll(errors, schemaErrors(markers, schema, path, judge));
  // Most such parts are reported by themselves.
  if (unreadable !== undefined && errors.length === 0) errors.push(invalidValue(path, '', unreadable));
  if (judge !== undefined) addAll(errors, judge.totalErrors(path));
  return errors;
}

/** What the root may say, so that the status can be validated alone. */
const rootKeys = [
  'description',
  'type',
  'format',
  'title',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'multipleOf',
  'required',
  'items',
  'properties',
  'externalDocs',
  'example',
];

/** The markers among them, as the message names them. */
const markerFields = ['XPreserveUnknownFields', 'XValidations'];

function rootErrors(schema: JsonSchema, path: string, markers: readonly string[]): readonly FieldError[] {
  const type = textAt(schema, 'type');
  if (type !== '' && type !== 'object') {
    const detail =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [invalidValue(`${path}.type`, type, detail)];
  }
  const other = Object.keys(schema).find(
    (key) => !rootKeys.includes(key) && !markers.includes(key) && key !== 'nullable',
  );
  if (other === undefined) return [];
  const names = [...rootKeys.map((key) => (key[0] ?? '').toUpperCase() + key.slice(1)), ...markerFields];
  const detail = `only [${names.join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [invalidValue(path, schema, detail)];
}
