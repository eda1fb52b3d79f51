// What rules see of a schema (CEL-028 to CEL-042), as the schema tree that expressions are typed by. Values that no schema
// declares, and lists and maps of such, are not visible; objects show their declared fields only.

import type { Field, Schema } from '../../schema/schema.ts';
import type { Bounds } from '../../expression/schema/schema-sizes.ts';
import { CompiledField, CompiledStruct } from '../../schema/compiled-struct.ts';
import {
  isSchema,
  type JsonSchema,
  type Markers,
  namedSchemas,
  numberAt,
  schemaAt,
  textAt,
  textsAt,
} from '../structural/json-schema.ts';

const text: JsonSchema = { type: 'string' };
const objectMetadata: JsonSchema = { type: 'object', properties: { name: text, generateName: text } };

/** Schemas as expressions see them; each is made once, for all rules of one version. */
export class VisibleSchemas {
  readonly #markers: Markers;
  readonly #known = new Map<JsonSchema, Schema | undefined>();
  readonly #bounds = new Map<Schema, Bounds>();

  constructor(markers: Markers) {
    this.#markers = markers;
  }

  /** Undefined: rules cannot see such values. `isObject`: whether it has kind, version and metadata of its own. */
  of(schema: JsonSchema, isObject = schema[this.#markers.embedded] === true): Schema | undefined {
    if (this.#known.has(schema)) return this.#known.get(schema);
    const made = this.#make(schema, isObject);
    this.#known.set(schema, made);
    return made;
  }

  /** How large values may be. */
  readonly boundsOf = (schema: Schema): Bounds | undefined => this.#bounds.get(schema);

  #make(schema: JsonSchema, isObject: boolean): Schema | undefined {
    if (schema[this.#markers.intOrString] === true) {
      return this.#bounded({ type: 'intOrString' }, 'maxLength', numberAt(schema, 'maxLength'));
    }
    switch (textAt(schema, 'type')) {
      case 'array':
        return this.#list(schema);
      case 'object':
        return this.#object(schema, isObject);
      case 'string':
        return this.#text(schema);
      case 'boolean':
        return { type: 'bool' };
      case 'number':
        return { type: 'double' };
      case 'integer':
        return { type: 'int64' };
      default:
        return undefined;
    }
  }

  #list(schema: JsonSchema): Schema | undefined {
    const { listType: marker, listMapKeys } = this.#markers;
    const inner = schemaAt(schema, 'items');
    const items = inner === undefined ? undefined : this.of(inner);
    if (items === undefined) return undefined;
    const listType = textAt(schema, marker);
    const list: Schema = {
      type: 'list',
      items,
      listType: listType === 'set' || listType === 'map' ? listType : 'atomic',
      keys: textsAt(schema, listMapKeys),
    };
    return this.#bounded(list, 'maxItems', numberAt(schema, 'maxItems'));
  }

  #object(schema: JsonSchema, isObject: boolean): Schema | undefined {
    const additional = schema['additionalProperties'];
    if (isSchema(additional)) {
      const values = this.of(additional);
      if (values === undefined) return undefined;
      return this.#bounded(
        { type: 'map', values, mapType: 'granular' },
        'maxProperties',
        numberAt(schema, 'maxProperties'),
      );
    }
    const fields = new Map<string, Field>();
    const required = new Set(textsAt(schema, 'required'));
    for (const [name, property] of isObject ? withObjectFields(schema) : namedSchemas(schema, 'properties')) {
      const visible = this.of(property);
      if (visible === undefined) continue;
      fields.set(name, visibleField(name, visible, required.has(name), property['default'] ?? undefined));
    }
    return new CompiledStruct({ name: 'object', fields, mapType: 'granular', isKind: false });
  }

  #text(schema: JsonSchema): Schema {
    const most = numberAt(schema, 'maxLength');
    switch (textAt(schema, 'format')) {
      case 'byte':
        return this.#bounded({ type: 'bytes' }, 'maxLength', most);
      case 'duration':
        return { type: 'duration' };
      case 'date': {
        const date: Schema = { type: 'time' };
        this.#bounds.set(date, { date: true });
        return date;
      }
      case 'date-time':
        return { type: 'time' };
    }
    const values: unknown = schema['enum'];
    const options = Array.isArray(values) ? values.filter((one) => typeof one === 'string') : [];
    return this.#bounded(
      options.length > 0 ? { type: 'string', enum: options } : { type: 'string' },
      'maxLength',
      most,
    );
  }

  #bounded(schema: Schema, bound: 'maxItems' | 'maxLength' | 'maxProperties', most: number | undefined): Schema {
    if (most !== undefined) this.#bounds.set(schema, { [bound]: Math.max(0, most) });
    return schema;
  }
}

/** The properties of an object with kind, version and metadata: of the latter the two names are visible. */
function withObjectFields(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const properties = schemaAt(schema, 'properties') ?? {};
  const metadata = schemaAt(properties, 'metadata') ?? {};
  const names = schemaAt(metadata, 'properties') ?? {};
  const isText = (of: JsonSchema, name: string): boolean => textAt(schemaAt(of, name) ?? {}, 'type') === 'string';
  const declared = isText(properties, 'kind') && isText(properties, 'apiVersion');
  if (declared && textAt(metadata, 'type') === 'object' && isText(names, 'name') && isText(names, 'generateName'))
    return namedSchemas(schema, 'properties');
  const own = ['apiVersion', 'kind', 'metadata'];
  const others = namedSchemas(schema, 'properties').filter(([name]) => !own.includes(name));
  return [['apiVersion', text], ['kind', text], ['metadata', objectMetadata], ...others];
}

function visibleField(name: string, schema: Schema, required: boolean, value: unknown): Field {
  const facts = {
    name,
    numbers: [],
    required,
    unchecked: false,
    pointer: true,
    alwaysWritten: false,
    default: value,
    patchStrategy: undefined,
    patchMergeKey: undefined,
    discriminator: false,
    featureGates: undefined,
  };
  return new CompiledField(facts, () => schema);
}
