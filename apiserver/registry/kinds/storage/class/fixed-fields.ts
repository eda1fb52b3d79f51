// What classes of volumes have in common: parameters for the driver, and fields that never change.

import { isDeepStrictEqual } from 'node:util';
import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { forbiddenField, invalidValue, tooLong } from '../../../../../shared/object/field-error-message.ts';

const mostParameters = 512;
const mostParameterBytes = 256 * 1024;

/** Parameters for the driver: their number and their total bytes are limited, and each has a name. */
export function parametersErrors(parameters: Readonly<Record<string, string>> = {}): readonly FieldError[] {
  const entries = Object.entries(parameters);
  if (entries.length > mostParameters) return [tooLong('parameters', mostParameters)];
  const bytes = entries.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0);
  return [
    ...(Object.hasOwn(parameters, '') ? [invalidValue('parameters', '', 'field can not be empty.')] : []),
    ...(bytes > mostParameterBytes ? [tooLong('parameters', mostParameterBytes)] : []),
  ];
}

/** The faults of changes to fields that never change. */
export function fixedErrors(object: ApiObject, old: ApiObject, fields: readonly string[]): readonly FieldError[] {
  return fields
    .filter((field) => differs(object, old, field))
    .map((field) => ({ ...forbiddenField(field, `updates to ${field} are forbidden.`), change: true }) as const);
}

/** A field that is absent is as one that is empty. */
export function differs(object: ApiObject, old: ApiObject, field: string): boolean {
  return !isDeepStrictEqual(object[field] ?? {}, old[field] ?? {});
}
