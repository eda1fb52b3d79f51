// The texts of values that do not fit their field, in the wording of the reference server: clients show them as they are.

import type { Schema } from './schema.ts';

/** `owner` is the name of the innermost struct, `fields` the path of fields to the value, without indices and map keys. */
export function mismatchWording(value: unknown, schema: Schema, owner: string, fields: readonly string[]): string {
  const place = fields.length === 0 ? 'value' : `struct field ${shortName(owner)}.${fields.join('.')}`;
  return `json: cannot unmarshal ${kindOf(value, schema)} into Go ${place} of type ${goType(schema)}`;
}

/** Characters of a path in a message: one may stand below a key of a megabyte, and be one of a hundred. */
const longestPath = 4096;

/** A path of a client's keys as it is shown. */
export function pathWording(path: string): string {
  return path.length > longestPath ? `${path.slice(0, longestPath)}...` : path;
}

function kindOf(value: unknown, schema: Schema): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return `number ${value}`;
  if (typeof value !== 'number') return value === null ? 'null' : typeof value === 'boolean' ? 'bool' : typeof value;
  return schema.type === 'int32' || schema.type === 'int64' ? `number ${value}` : 'number';
}

function goType(schema: Schema): string {
  switch (schema.type) {
    case 'list':
      return `[]${goType(schema.items)}`;
    case 'map':
      return `map[string]${goType(schema.values)}`;
    case 'struct':
      return schema.name.slice(schema.name.lastIndexOf('/') + 1);
    case 'double':
      return 'float64';
    case 'bytes':
      return '[]uint8';
    case 'intOrString':
      return 'int32';
    case 'int32':
    case 'int64':
    case 'bool':
      return schema.type;
    case 'raw':
      return schema.variant === undefined ? 'interface {}' : goType(schema.variant.message);
    case 'string':
    case 'quantity':
    case 'duration':
    case 'time':
    case 'microTime':
      return 'string';
  }
}

function shortName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** For a text that is no RFC 3339 time. */
export function timeWording(value: string, micro: boolean): string {
  const layout = micro ? '2006-01-02T15:04:05.000000Z07:00' : '2006-01-02T15:04:05Z07:00';
  const [rest, part] = unreadable(value, micro);
  return `parsing time ${JSON.stringify(value)} as "${layout}": cannot parse ${JSON.stringify(rest)} as "${part}"`;
}

/** Where a time cannot be read any further, and what should stand there. */
function unreadable(value: string, micro: boolean): readonly [rest: string, part: string] {
  const [date] = /^\d{4}-\d\d-\d\d/.exec(value) ?? [];
  if (date === undefined) return [value, '2006'];
  const [moment] = /^.{10}T\d\d:\d\d:\d\d/.exec(value) ?? [];
  if (moment === undefined) return [value.slice(date.length), 'T'];
  const rest = value.slice(moment.length);
  if (!micro) return [rest, 'Z07:00'];
  const [fraction] = /^\.\d{6}/.exec(rest) ?? [];
  return fraction === undefined ? [rest, '.000000'] : [rest.slice(fraction.length), 'Z07:00'];
}
