// Objects as values of their schema. Nothing is copied: a field becomes a value when an expression asks for it.

import type { ListSchema, Schema, StructSchema } from '../../schema/schema.ts';
import type { Type } from '../type/type.ts';
import { equal } from '../value/compare.ts';
import { parseDuration, parseTimestamp } from '../value/time.ts';
import { Double, Failure, type Key, Structure, type Value } from '../value/value.ts';
import { declaredType, fieldsByIdentifier } from './declared-type.ts';
import { type Adapt, JsonList, JsonMapping, type JsonObject, jsonValue } from './json-value.ts';
import { KeyedList, SetList } from './keyed-lists.ts';

interface StructPlan {
  readonly type: Type;
  /** Property and adapter of a field, by the identifier that expressions use. */
  field(identifier: string): { readonly property: string; readonly adapt: Adapt } | undefined;
  readonly identifiers: Iterable<string>;
}

/** An object with declared fields. What was not given is not there, whatever its type. */
class SchemaStructure extends Structure {
  private readonly plan: StructPlan;
  private readonly raw: JsonObject;

  constructor(plan: StructPlan, raw: JsonObject) {
    super();
    this.plan = plan;
    this.raw = raw;
  }

  get type(): Type {
    return this.plan.type;
  }

  get(identifier: string): Value | undefined {
    const field = this.plan.field(identifier);
    if (field === undefined || !Object.hasOwn(this.raw, field.property)) return undefined;
    const member = this.raw[field.property];
    return member === undefined ? undefined : field.adapt(member);
  }

  equals(other: Structure): boolean {
    for (const identifier of this.plan.identifiers) {
      const [own, others] = [this.get(identifier), other.get(identifier)];
      if (own === undefined || others === undefined ? own !== others : !equal(own, others)) return false;
    }
    return this.plan.type.name === other.type.name;
  }
}

/** An object with keys that clients choose. Asking it for a key of another type is an error. */
class TextMapping extends JsonMapping {
  override find(key: Key): Value | undefined {
    return typeof key === 'string' ? super.find(key) : new Failure('no such overload');
  }
}

class PlainList extends JsonList {
  override get intPlaces(): boolean {
    return true;
  }
}

/**
 * Turns JSON of a schema into values of `declaredType(schema, name)`. Made once for a schema: what the fields need is kept.
 * JSON that does not fit its schema becomes a failure where it is asked for.
 */
export function schemaValues(schema: Schema, name: string): Adapt {
  const adapt = adapterOf(schema, name);
  return (raw) => (raw === null ? null : adapt(raw));
}

function adapterOf(schema: Schema, name: string): Adapt {
  switch (schema.type) {
    case 'string':
    case 'quantity':
    case 'bool':
    case 'int32':
    case 'int64':
    case 'intOrString':
    case 'raw':
      return jsonValue;
    case 'double':
      return (raw) =>
        typeof raw === 'number' || typeof raw === 'bigint' ? new Double(Number(raw)) : misfit(raw, 'number');
    case 'bytes':
      return (raw) => (typeof raw === 'string' ? Buffer.from(raw, 'base64') : misfit(raw, 'string'));
    case 'time':
    case 'microTime':
      return (raw) => timeOf(raw) ?? misfit(raw, 'time');
    case 'duration':
      return (raw) => (typeof raw === 'string' ? parseDuration(raw) : undefined) ?? misfit(raw, 'duration');
    case 'list':
      return listAdapter(schema, name);
    case 'map': {
      const values = schemaValues(schema.values, `${name}.@elem`);
      return (raw) => (isObject(raw) ? new TextMapping(raw, values) : misfit(raw, 'object'));
    }
    case 'struct': {
      const plan = structPlan(schema, name);
      return (raw) => (isObject(raw) ? new SchemaStructure(plan, raw) : misfit(raw, 'object'));
    }
  }
}

/** Dates stand for their first instant. */
function timeOf(raw: unknown): Value | undefined {
  if (typeof raw !== 'string') return undefined;
  return parseTimestamp(/^\d{4}-\d\d-\d\d$/.test(raw) ? `${raw}T00:00:00Z` : raw.toUpperCase());
}

function isObject(raw: unknown): raw is JsonObject {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

function misfit(raw: unknown, wanted: string): Failure {
  return new Failure(`invalid data, expected a ${wanted} but got ${raw === null ? 'null' : typeof raw}`);
}

function listAdapter(schema: ListSchema, name: string): Adapt {
  const items = schemaValues(schema.items, `${name}.@idx`);
  const { keys, listType } = schema;
  const keyOf = (raw: unknown): string => JSON.stringify(keys.map((key) => (isObject(raw) ? String(raw[key]) : '')));
  return (raw) => {
    if (!Array.isArray(raw)) return misfit(raw, 'list');
    if (listType === 'set') return new SetList(raw, items);
    return listType === 'map' ? new KeyedList(raw, items, keyOf) : new PlainList(raw, items);
  };
}

function structPlan(schema: StructSchema, name: string): StructPlan {
  const properties = fieldsByIdentifier(schema);
  const known = new Map<string, { readonly property: string; readonly adapt: Adapt }>();
  return {
    type: declaredType(schema, name),
    identifiers: [...properties.keys()],
    field(identifier) {
      const field = known.get(identifier);
      if (field !== undefined) return field;
      const property = properties.get(identifier);
      const declared = property === undefined ? undefined : schema.fields.get(property);
      if (property === undefined || declared === undefined) return undefined;
      const made = { property, adapt: schemaValues(declared.schema, `${name}.${identifier}`) };
      known.set(identifier, made);
      return made;
    },
  };
}
