// The types of served kinds for expressions, made of what OpenAPI publishes of them.

import type { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isNotFound } from '../../../shared/client/request/failure.ts';
import { VisibleSchemas } from '../../../shared/definition/rule/visible-schema.ts';
import {
  isSchema,
  type JsonSchema,
  type Markers,
  markersOf,
  namedSchemas,
  schemaAt,
  schemasAt,
  textAt,
} from '../../../shared/definition/structural/json-schema.ts';
import { declaredType } from '../../../shared/expression/schema/declared-type.ts';
import type { Type } from '../../../shared/expression/type/type.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

const references = '#/components/schemas/';

/** By name. */
type Schemas = ReadonlyMap<string, JsonSchema>;

/** The types of one reconciliation: each document is read once. */
export class KindTypes {
  readonly #client: ApiClient;
  readonly #signal: AbortSignal;
  readonly #markers: Markers;
  readonly #kindMarker: string;
  readonly #documents = new Map<string, Promise<Schemas>>();

  constructor(client: ApiClient, vendor: Vendor, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
    this.#markers = markersOf(vendor);
    this.#kindMarker = vendor.fill('x-{maker}-group-version-kind');
  }

  /** Undefined: nothing is published of the kind, or expressions cannot see its values. */
  async typeOf({ group, version, kind }: GroupVersionKind): Promise<Type | undefined> {
    const schemas = await this.#schemas(group, version);
    const names = (one: JsonSchema): boolean =>
      textAt(one, 'group') === group && textAt(one, 'version') === version && textAt(one, 'kind') === kind;
    for (const [name, schema] of schemas) {
      if (!schemasAt(schema, this.#kindMarker).some(names)) continue;
      const whole = this.#resolved(schema, schemas, new Set([`${references}${name}`]));
      const visible = new VisibleSchemas(this.#markers).of(whole, true);
      return visible === undefined ? undefined : declaredType(visible, kind);
    }
    return undefined;
  }

  #schemas(group: string, version: string): Promise<Schemas> {
    const path = group === '' ? `/openapi/v3/api/${version}` : `/openapi/v3/apis/${group}/${version}`;
    let schemas = this.#documents.get(path);
    if (schemas === undefined) this.#documents.set(path, (schemas = this.#read(path)));
    return schemas;
  }

  async #read(path: string): Promise<Schemas> {
    try {
      const document = await this.#client.request({ method: 'GET', path }, { signal: this.#signal });
      const components = isSchema(document) ? schemaAt(document, 'components') : undefined;
      return new Map(namedSchemas(components ?? {}, 'schemas'));
    } catch (error) {
      if (isNotFound(error)) return new Map();
      throw error;
    }
  }

  /** With what it refers to in place. A schema inside of itself becomes an object without fields. */
  #resolved(schema: JsonSchema, schemas: Schemas, around: ReadonlySet<string>): JsonSchema {
    const reference = referenceOf(schema);
    if (reference !== undefined && around.has(reference)) return { type: 'object' };
    const inside = reference === undefined ? around : new Set([...around, reference]);
    const own = reference === undefined ? schema : (schemas.get(reference.slice(references.length)) ?? {});
    const resolve = (one: JsonSchema): JsonSchema => this.#resolved(one, schemas, inside);
    const properties = schemaAt(own, 'properties');
    const additional = schemaAt(own, 'additionalProperties');
    const items = schemaAt(own, 'items');
    return {
      ...own,
      // Built-in kinds say it by the format.
      ...(textAt(own, 'format') === 'int-or-string' ? { [this.#markers.intOrString]: true } : {}),
      ...(properties === undefined
        ? {}
        : {
            properties: Object.fromEntries(namedSchemas(own, 'properties').map(([name, one]) => [name, resolve(one)])),
          }),
      ...(additional === undefined ? {} : { additionalProperties: resolve(additional) }),
      ...(items === undefined ? {} : { items: resolve(items) }),
    };
  }
}

/** A reference may stand in `allOf`, beside a description. */
function referenceOf(schema: JsonSchema): string | undefined {
  const own = textAt(schema, '$ref');
  if (own !== '') return own;
  for (const part of schemasAt(schema, 'allOf')) {
    const found = referenceOf(part);
    if (found !== undefined) return found;
  }
  return undefined;
}
