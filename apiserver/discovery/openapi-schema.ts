// From the one schema to OpenAPI v3 component schemas, with the markers that clients need for patching (list types, merge
// keys). Pure: collects every type that is reachable from the ones asked for.

import type { Descriptions } from '../../shared/schema/descriptions.ts';
import type { Field, Schema, StructSchema } from '../../shared/schema/schema.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { componentName, sharedTypeName, sharedTypes } from './openapi-names.ts';

type Document = { [key: string]: unknown };

/** A kind as the documents' extension names it. */
export interface KindRef {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export class ComponentSchemas {
  readonly #vendor: Vendor;
  readonly #kindOf: (structName: string) => readonly KindRef[];
  readonly #descriptions: Descriptions;
  readonly #documents = new Map<string, Document>();

  /** `kindOf` tells the kinds that a struct is the schema of; empty for parts. */
  constructor(vendor: Vendor, kindOf: (structName: string) => readonly KindRef[], descriptions: Descriptions) {
    this.#vendor = vendor;
    this.#kindOf = kindOf;
    this.#descriptions = descriptions;
  }

  /** A reference to the struct's document, which is made together with all it refers to. */
  reference(schema: StructSchema): { $ref: string } {
    const name = componentName(this.#vendor, schema.name);
    if (!this.#documents.has(name)) {
      const document: Document = {};
      // Set before it is filled: types may refer to themselves.
      this.#documents.set(name, document);
      Object.assign(document, this.#struct(schema));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Everything referred to so far, sorted by name. */
  documents(): Record<string, Document> {
    return Object.fromEntries([...this.#documents].sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  #struct(schema: StructSchema): Document {
    const fields = [...schema.fields.values()];
    const required = fields.filter((field) => field.required).map((field) => field.name);
    const kinds = this.#kindOf(schema.name);
    if (schema.document !== undefined) return this.#extension(schema, schema.document(), kinds);
    return {
      ...described(this.#descriptions.ofType(schema.name)),
      type: 'object',
      ...(required.length === 0 ? {} : { required }),
      properties: Object.fromEntries(fields.map((field) => [field.name, this.#field(field, schema.name)])),
      ...(kinds.length === 0 ? {} : { [this.#marker('group-version-kind')]: kinds }),
      ...(schema.mapType === 'atomic' ? { [this.#marker('map-type')]: 'atomic' } : {}),
    };
  }

  /** As its author wrote it, with what all objects have. */
  #extension(schema: StructSchema, own: Readonly<Document>, kinds: readonly KindRef[]): Document {
    const envelope = ['apiVersion', 'kind', 'metadata'].flatMap((name) => {
      const field = schema.fields.get(name);
      return field === undefined ? [] : [[name, this.#field(field, schema.name)] as const];
    });
    return {
      ...own,
      properties: { ...(own['properties'] as object | undefined), ...Object.fromEntries(envelope) },
      ...(kinds.length === 0 ? {} : { [this.#marker('group-version-kind')]: kinds }),
    };
  }

  #field(field: Field, owner: string): Document {
    return {
      ...described(this.#descriptions.ofField(owner, field.name)),
      ...this.#value(field.schema),
      ...(field.default === undefined ? {} : { default: field.default }),
      ...(field.patchStrategy === undefined ? {} : { [this.#marker('patch-strategy')]: field.patchStrategy }),
      ...(field.patchMergeKey === undefined ? {} : { [this.#marker('patch-merge-key')]: field.patchMergeKey }),
    };
  }

  #value(schema: Schema): Document {
    switch (schema.type) {
      case 'struct':
        // Beside a bare reference nothing else may stand, so it is wrapped.
        return { allOf: [this.reference(schema)] };
      case 'list':
        return {
          type: 'array',
          items: this.#value(schema.items),
          [this.#marker('list-type')]: schema.listType,
          ...(schema.keys.length === 0 ? {} : { [this.#marker('list-map-keys')]: schema.keys }),
        };
      case 'map':
        return {
          type: 'object',
          additionalProperties: this.#value(schema.values),
          ...(schema.mapType === 'atomic' ? { [this.#marker('map-type')]: 'atomic' } : {}),
        };
      case 'raw':
        return this.#shared('raw', { type: 'object' });
      case 'quantity':
        return this.#shared('quantity', { oneOf: [{ type: 'string' }, { type: 'number' }] });
      case 'intOrString':
        return this.#shared('intOrString', {
          format: 'int-or-string',
          oneOf: [{ type: 'integer' }, { type: 'string' }],
        });
      case 'time':
      case 'microTime':
        return this.#shared(schema.type, { type: 'string', format: 'date-time' });
      case 'string':
      case 'int32':
      case 'int64':
      case 'bool':
      case 'double':
      case 'bytes':
      case 'duration':
        return { ...scalarForms[schema.type], ...(schema.enum === undefined ? {} : { enum: schema.enum.toSorted() }) };
    }
  }

  #shared(type: 'raw' | 'quantity' | 'intOrString' | 'time' | 'microTime', document: Document): Document {
    const name = sharedTypeName(this.#vendor, type);
    const short = sharedTypes[type].slice(sharedTypes[type].lastIndexOf('.') + 1);
    this.#documents.set(name, { ...described(this.#descriptions.ofType(`meta/v1.${short}`)), ...document });
    return { allOf: [{ $ref: `#/components/schemas/${name}` }] };
  }

  #marker(name: string): string {
    return this.#vendor.fill(`x-{maker}-${name}`);
  }
}

function described(description: string | undefined): Document {
  return description === undefined ? {} : { description };
}

const scalarForms = {
  string: { type: 'string' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  bool: { type: 'boolean' },
  double: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
  duration: { type: 'string' },
} as const;
