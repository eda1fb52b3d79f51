// From the one schema to OpenAPI v3 component schemas, with the markers that clients need for patching (list types, merge
// keys) and for making objects (the default of a field). Pure: collects every type that is reachable from the ones
// asked for.

import type { Descriptions } from '../../shared/schema/descriptions.ts';
import type { Field, ListSchema, Schema, StructSchema } from '../../shared/schema/schema.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { definitionSchema } from './definition-schema.ts';
import { type PublishedField, publishedField, unionOf } from './openapi-exceptions.ts';
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

  /** `kindOf` returns the kinds whose schema is this struct; empty for structs that are only parts of others. */
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
    return referenceTo(name);
  }

  /** Everything referred to so far, sorted by name. */
  documents(): Record<string, Document> {
    return Object.fromEntries([...this.#documents].sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  #struct(schema: StructSchema): Document {
    const fields = [...schema.fields.values()];
    const required = fields.filter((field) => field.required).map((field) => field.name);
    const kinds = this.#kindsOf(schema);
    const union = unionOf(schema.name);
    if (schema.document !== undefined) return this.#extension(schema, schema.document(), kinds);
    return {
      ...described(this.#descriptions.ofType(schema.name) ?? textOfList(schema)),
      type: 'object',
      ...(required.length === 0 ? {} : { required }),
      ...(fields.length === 0
        ? {}
        : { properties: Object.fromEntries(fields.map((field) => [field.name, this.#field(field, schema.name)])) }),
      ...(kinds.length === 0 ? {} : { [this.#marker('group-version-kind')]: kinds }),
      ...(schema.mapType === 'atomic' ? { [this.#marker('map-type')]: 'atomic' } : {}),
      ...(union === undefined ? {} : { [this.#marker('unions')]: [union] }),
    };
  }

  /** The kinds that a struct is: what is no resource, as lists and bodies, is the kind that it is named after. */
  #kindsOf({ name, isKind }: StructSchema): readonly KindRef[] {
    const kinds = this.#kindOf(name);
    if (kinds.length > 0 || !isKind) return kinds;
    const [, group = '', version = '', kind = ''] = /^(.+)\/([^.]+)\.(.+)$/.exec(name) ?? [];
    return [{ group: inCore.has(group) ? '' : this.#vendor.fill(group), version, kind }];
  }

  /** As its author wrote it, with what all objects have. */
  #extension(schema: StructSchema, own: Readonly<Document>, kinds: readonly KindRef[]): Document {
    const envelope = Object.fromEntries(
      ['apiVersion', 'kind', 'metadata'].flatMap((name) => {
        const field = schema.fields.get(name);
        return field === undefined ? [] : [[name, this.#field(field, schema.name)] as const];
      }),
    );
    const markers = { embedded: this.#marker('embedded-resource'), intOrString: this.#marker('int-or-string') };
    const document = definitionSchema(own, markers, envelope);
    return {
      ...document,
      properties: { ...(document['properties'] as object | undefined), ...envelope },
      ...(kinds.length === 0 ? {} : { [this.#marker('group-version-kind')]: kinds }),
    };
  }

  /** The list of a kind that has no schema for it, as those of definitions. */
  list(
    { group, version, kind }: KindRef,
    listKind: string,
    items: StructSchema,
    listMeta: StructSchema,
  ): { $ref: string } {
    const name = componentName(this.#vendor, items.name.replace(/[^.]*$/, listKind));
    const text = (field: string) => ({ ...described(this.#descriptions.ofField(items.name, field)), type: 'string' });
    this.#documents.set(name, {
      description: `A list of objects of kind ${kind}.`,
      type: 'object',
      required: ['items'],
      properties: {
        apiVersion: text('apiVersion'),
        items: { description: 'The objects.', type: 'array', items: this.reference(items) },
        kind: text('kind'),
        metadata: { description: 'Version of the list, and how to go on.', allOf: [this.reference(listMeta)] },
      },
      [this.#marker('group-version-kind')]: [{ group, version, kind: listKind }],
    });
    return referenceTo(name);
  }

  #field(field: Field, owner: string): Document {
    const beside: Document = {
      ...described(this.#descriptions.ofField(owner, field.name)),
      ...defaultOf(field, owner),
      ...(field.patchStrategy === undefined ? {} : { [this.#marker('patch-strategy')]: field.patchStrategy }),
      ...(field.patchMergeKey === undefined ? {} : { [this.#marker('patch-merge-key')]: field.patchMergeKey }),
    };
    const published = publishedField(owner, field.name);
    if (published?.mapType !== undefined) beside[this.#marker('map-type')] = published.mapType;
    if (published?.listType !== undefined) beside[this.#marker('list-type')] = published.listType;
    return besides(beside, this.#fieldValue(field, owner, published));
  }

  #fieldValue({ name, schema }: Field, owner: string, published: PublishedField | undefined): Document {
    if (name === 'fieldsV1') return this.#shared('fields');
    const value = this.#value(schema, owner);
    if (schema.type === 'list' && isMarked(schema, name, owner)) {
      value[this.#marker('list-type')] = schema.listType;
      if (schema.keys.length > 0) value[this.#marker('list-map-keys')] = schema.keys;
    }
    if (published === undefined || !('enum' in published)) return value;
    const { enum: _checked, ...rest } = value;
    return published.enum === undefined ? rest : { ...rest, enum: published.enum };
  }

  /** An item of a list or a value of a map: it is never absent, so it has its zero value as default. */
  #element(schema: Schema, owner: string): Document {
    const zero = zeroOf(schema);
    return besides(zero === undefined ? {} : { default: zero }, this.#value(schema, owner));
  }

  /** A reference stands alone here: what stands beside it comes with `besides`. */
  #value(schema: Schema, owner: string): Document {
    switch (schema.type) {
      case 'struct':
        return this.reference(schema);
      case 'list':
        return { type: 'array', items: this.#element(schema.items, owner) };
      case 'map':
        return {
          type: 'object',
          additionalProperties: this.#element(schema.values, owner),
          ...(schema.mapType === 'atomic' ? { [this.#marker('map-type')]: 'atomic' } : {}),
        };
      case 'raw':
        if (schema.variant !== undefined) return this.#anything(schema.variant.message);
        return this.#shared(owner.startsWith('apiextensions.') ? 'json' : 'raw');
      case 'quantity':
      case 'intOrString':
      case 'time':
      case 'microTime':
        return this.#shared(schema.type);
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

  /** A value of several forms, which the format cannot tell apart. */
  #anything({ name: struct }: StructSchema): Document {
    const name = componentName(this.#vendor, struct);
    this.#documents.set(name, { ...described(this.#descriptions.ofType(struct)) });
    return referenceTo(name);
  }

  #shared(type: keyof typeof sharedTypes): Document {
    const name = sharedTypeName(this.#vendor, type);
    const short = sharedTypes[type].slice(sharedTypes[type].lastIndexOf('.') + 1);
    const struct = `${type === 'json' ? 'apiextensions.{api}' : 'meta'}/v1.${short}`;
    this.#documents.set(name, { ...described(this.#descriptions.ofType(struct)), ...sharedForms[type] });
    return referenceTo(name);
  }

  #marker(name: string): string {
    return this.#vendor.fill(`x-{maker}-${name}`);
  }
}

/** Groups of names whose kinds are in the core group. */
const inCore: ReadonlySet<string> = new Set(['core', 'meta']);

/** Undefined for a struct that is no list of objects. */
function textOfList({ isKind, fields }: StructSchema): string | undefined {
  const items = fields.get('items')?.schema;
  if (!isKind || items?.type !== 'list' || items.items.type !== 'struct') return undefined;
  return `A list of objects of kind ${items.items.name.slice(items.items.name.lastIndexOf('.') + 1)}.`;
}

function referenceTo(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** Beside a reference nothing else may stand, so it is wrapped where something does. */
function besides(beside: Document, value: Document): Document {
  const wrapped = '$ref' in value && Object.keys(beside).length > 0;
  return { ...beside, ...(wrapped ? { allOf: [value] } : value) };
}

/** What a value is that is always there and that nothing was said about; undefined: it may be absent, or has a form of its own. */
function zeroOf({ type }: Schema): unknown {
  if (type === 'struct') return {};
  if (type === 'string') return '';
  if (type === 'bool') return false;
  return type === 'int32' || type === 'int64' || type === 'double' ? 0 : undefined;
}

function defaultOf({ name, pointer, alwaysWritten, schema }: Field, owner: string): Document {
  const published = publishedField(owner, name);
  if (published !== undefined && 'default' in published) return { default: published.default };
  const zero = !pointer && (schema.type === 'struct' || alwaysWritten) ? zeroOf(schema) : undefined;
  return zero === undefined ? {} : { default: zero };
}

/** The items of a list of objects, and a list that has a name of its own, have no marker. */
function isMarked({ messageNumber }: ListSchema, name: string, owner: string): boolean {
  return messageNumber === undefined && !(name === 'items' && owner.endsWith('List'));
}

const sharedForms: Readonly<Record<keyof typeof sharedTypes, Document>> = {
  raw: { type: 'object' },
  json: {},
  fields: { type: 'object' },
  quantity: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  intOrString: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
  time: { type: 'string', format: 'date-time' },
  microTime: { type: 'string', format: 'date-time' },
};

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
