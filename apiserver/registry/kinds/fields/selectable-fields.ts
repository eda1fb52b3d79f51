// How the text of a selectable field is read: by its path, with a text for nothing, or from the first of several paths.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldReader } from '../../contract/kind.ts';

type SelectableField = readonly [field: string, read: FieldReader];

/** The text of the value at a path: '' for nothing, else as JSON prints a scalar. */
export function readPath(object: ApiObject, path: readonly string[]): string {
  let value: unknown = object;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return typeof value === 'string' ? value : scalarText(value);
}

function scalarText(value: unknown): string {
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : '';
}

/** Each is read at the path that names it. */
export function atPath(...fields: readonly string[]): readonly SelectableField[] {
  return fields.map((field) => {
    const path = field.split('.');
    return [field, (object) => readPath(object, path)];
  });
}

/** As `atPath`, with a text for the absent value. */
export function orElse(field: string, absent: string): SelectableField {
  const path = field.split('.');
  return [field, (object) => readPath(object, path) || absent];
}

/** The first of several paths that holds something. */
export function firstOf(field: string, ...paths: readonly string[]): SelectableField {
  const split = paths.map((path) => path.split('.'));
  return [field, (object) => split.map((path) => readPath(object, path)).find((text) => text !== '') ?? ''];
}
