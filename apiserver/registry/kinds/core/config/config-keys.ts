// The data of config maps and secrets: keys are valid file names, the size is limited, and immutable data cannot change.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { isDeepStrictEqual } from 'node:util';
import { forbiddenField, invalidValue } from '../../../../../shared/object/field-error-message.ts';

/** Bytes of all values of a ConfigMap or Secret together. */
export const mostDataBytes = 1_048_576;
const longestKey = 253;

/** Faults of a key of `data`. */
export function keyErrors(key: string, field: string): readonly FieldError[] {
  return configKeyFaults(key).map((fault) => invalidValue(`${field}[${key}]`, key, fault));
}

/** What is wrong with a key of a map that can be a file's name. */
export function configKeyFaults(key: string): readonly string[] {
  const faults: string[] = [];
  if (key.length > longestKey) faults.push(`must be no more than ${longestKey} characters`);
  if (!/^[-._a-zA-Z0-9]+$/.test(key)) {
    faults.push(
      "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
    );
  }
  if (key === '.' || key === '..') faults.push(`must not be '${key}'`);
  else if (key.startsWith('..')) faults.push("must not start with '..'");
  return faults;
}

/** Faults of changes to an object that was made immutable. */
export function immutableErrors(
  object: ApiObject & { readonly immutable?: boolean },
  old: ApiObject & { readonly immutable?: boolean },
  fields: readonly string[],
): readonly FieldError[] {
  if (old.immutable !== true) return [];
  const errors: FieldError[] = [];
  if (object.immutable !== true) errors.push(forbiddenField('immutable', 'field is immutable when `immutable` is set'));
  for (const field of fields) {
    if (!isDeepStrictEqual(object[field], old[field])) {
      errors.push(forbiddenField(field, 'field is immutable when `immutable` is set'));
    }
  }
  return errors;
}
