// Whether a value has the type that a schema asks for.

import type { FieldError } from '../../object/field-error.ts';
import { type JsonSchema, type Markers, textAt } from '../structural/json-schema.ts';
import { formatCheckOf } from './formats.ts';
import { fieldOf, type Place } from './verdict.ts';

/** Undefined: any type will do. The rule answers whether the type is right. */
export function typeRule(
  markers: Markers,
  schema: JsonSchema,
): ((value: unknown, place: Place, errors: FieldError[]) => boolean) | undefined {
  const type = textAt(schema, 'type');
  const types = schema[markers.intOrString] === true ? ['integer', 'string'] : type === '' ? [] : [type];
  const format = formatCheckOf(textAt(schema, 'format')) === undefined ? '' : textAt(schema, 'format');
  const nullable = schema['nullable'] === true;
  if (types.length === 0 && format === '') return undefined;
  const wanted = types.join(',');
  return (value, place, errors) => {
    const given = typeOf(value);
    if (given === 'null' ? nullable || types.length === 0 : isTaken(value, given, types, format)) return true;
    const name = place.text;
    // Of a value that has a format, the format is named, and that of what was given.
    const formatted = format !== '' && given !== 'null' && given !== 'string' && given !== 'array';
    const [asked, got] = formatted ? [format, formatOf(given)] : [wanted, given];
    const detail = `${name} in body must be of type ${asked}: ${JSON.stringify(got)}`;
    errors.push({ type: 'FieldValueTypeInvalid', field: fieldOf(place), value: got, detail });
    return false;
  };
}

function isTaken(value: unknown, given: string, types: readonly string[], format: string): boolean {
  if (types.includes(given)) return true;
  if (given === 'integer' && types.includes('number')) return true;
  // A value with a format is a text, whatever else is said of it.
  const numeric = types.includes('number') || types.includes('integer');
  return format !== '' && !numeric && (typeof value === 'string' || Array.isArray(value));
}

/** Only numbers have one. */
function formatOf(given: string): string {
  if (given === 'integer') return 'int64';
  return given === 'number' ? 'float64' : '';
}

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? 'integer' : 'number';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number';
  return typeof value;
}
