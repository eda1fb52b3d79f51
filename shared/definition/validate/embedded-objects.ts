// Objects embedded in another object: each needs an apiVersion and a kind, and its metadata must be valid.

import type { FieldError } from '../../object/field-error.ts';
import { invalidValue, required } from '../../object/field-error-message.ts';
import { checkDns1035Label, checkPathSegment, checkQualifiedName } from '../../object/names.ts';
import { isSchema, type JsonSchema } from '../structural/json-schema.ts';
import type { Structural } from '../structural/structural.ts';

/** Faults of all of them below a value; the value itself is not one. */
export function embeddedErrors(value: unknown, schema: Structural, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  collect(value, schema, path, errors);
  return errors;
}

function collect(value: unknown, schema: Structural, path: string, errors: FieldError[]): void {
  if (!schema.embeds) return;
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items !== undefined) value.forEach((one, index) => collect(one, items, `${path}[${index}]`, errors));
    return;
  }
  if (!isSchema(value)) return;
  if (schema.embedded) checkObject(value, path, errors);
  for (const [key, one] of Object.entries(value)) {
    const property = schema.properties.get(key);
    if (property !== undefined) collect(one, property, path === '' ? key : `${path}.${key}`, errors);
    else if (typeof schema.additional === 'object') collect(one, schema.additional, `${path}[${key}]`, errors);
  }
}

function checkObject(object: JsonSchema, path: string, errors: FieldError[]): void {
  const [kind, apiVersion] = [object['kind'], object['apiVersion']];
  if (apiVersion === undefined) errors.push(required(`${path}.apiVersion`));
  else if (typeof apiVersion !== 'string')
    errors.push(invalidValue(`${path}.apiVersion`, apiVersion, 'must be a string'));
  else if (apiVersion === '') errors.push(invalidValue(`${path}.apiVersion`, apiVersion, 'must not be empty'));
  else if (apiVersion.split('/').length > 2) {
    const detail = `unexpected GroupVersion string: ${apiVersion}`;
    errors.push(invalidValue(`${path}.apiVersion`, apiVersion, detail));
  }
  if (kind === undefined) errors.push(required(`${path}.kind`));
  else if (typeof kind !== 'string') errors.push(invalidValue(`${path}.kind`, kind, 'must be a string'));
  else if (kind === '') errors.push(invalidValue(`${path}.kind`, kind, 'must not be empty'));
  else {
    for (const fault of checkDns1035Label(kind.toLowerCase())) {
      const detail = `may have mixed case, but should otherwise match: ${fault}`;
      errors.push(invalidValue(`${path}.kind`, kind, detail));
    }
  }
  const metadata = object['metadata'];
  if (isSchema(metadata)) checkMetadata(metadata, `${path}.metadata`, errors);
}

function checkMetadata(metadata: JsonSchema, path: string, errors: FieldError[]): void {
  const [name, labels] = [metadata['name'], metadata['labels']];
  if (typeof name === 'string' && name !== '') {
    for (const fault of checkPathSegment(name)) errors.push(invalidValue(`${path}.name`, name, fault));
  }
  for (const key of isSchema(labels) ? Object.keys(labels) : []) {
    for (const fault of checkQualifiedName(key)) errors.push(invalidValue(`${path}.labels`, key, fault));
  }
}
