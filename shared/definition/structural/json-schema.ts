// The schema of a definition as its author wrote it: a JSON Schema in the form that OpenAPI gave it, with markers of the
// vendor. It was decoded by the kind of definitions, so that its parts have the types that they should have.

import type { Vendor } from '../../vendor/vendor.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The names of the markers, as the vendor spells them. */
export interface Markers {
  readonly preserveUnknown: string;
  readonly embedded: string;
  readonly intOrString: string;
  readonly listType: string;
  readonly listMapKeys: string;
  readonly mapType: string;
  readonly validations: string;
}

export function markersOf(vendor: Vendor): Markers {
  const of = (name: string): string => vendor.fill(`x-{maker}-${name}`);
  return {
    preserveUnknown: of('preserve-unknown-fields'),
    embedded: of('embedded-resource'),
    intOrString: of('int-or-string'),
    listType: of('list-type'),
    listMapKeys: of('list-map-keys'),
    mapType: of('map-type'),
    validations: of('validations'),
  };
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema under a key; undefined where there is none. */
export function schemaAt(schema: JsonSchema, key: string): JsonSchema | undefined {
  const value = schema[key];
  return isSchema(value) ? value : undefined;
}

/** The schemas under a key that holds a list of them. */
export function schemasAt(schema: JsonSchema, key: string): readonly JsonSchema[] {
  const value = schema[key];
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** The schemas under a key that holds them by name, in the order of the names. */
export function namedSchemas(schema: JsonSchema, key: string): readonly (readonly [string, JsonSchema])[] {
  const value = schema[key];
  if (!isSchema(value)) return [];
  const entries: (readonly [string, JsonSchema])[] = [];
  for (const name of Object.keys(value)) {
    const one = value[name];
    if (isSchema(one)) entries.push([name, one]);
  }
  return entries.sort(([left], [right]) => (left < right ? -1 : 1));
}

export function textAt(schema: JsonSchema, key: string): string {
  const value = schema[key];
  return typeof value === 'string' ? value : '';
}

export function textsAt(schema: JsonSchema, key: string): readonly string[] {
  const value = schema[key];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Undefined: not set. */
export function numberAt(schema: JsonSchema, key: string): number | undefined {
  const value = schema[key];
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}
