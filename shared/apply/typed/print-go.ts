// Values as the reference server prints them where an applied configuration has the wrong type.

import { quoted } from '../../object/quoted.ts';
import { jsonText } from '../field/path-element.ts';
import { isObject } from './typed-value.ts';

/** `v`: `&{map[a:1]}`. `#v`: with the types: `&value.valueUnstructured{Value:1}`. */
export function printGo(value: unknown, form: 'v' | '#v'): string {
  return form === 'v' ? `&{${plain(value)}}` : `&value.valueUnstructured{Value:${typed(value)}}`;
}

export function typeOfGo(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (isObject(value)) return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : 'float64';
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(plain).join(' ')}]`;
  if (typeof value === 'string') return value;
  if (!isObject(value)) return jsonText(value);
  return `map[${sortedEntries(value)
    .map(([key, item]) => `${key}:${plain(item)}`)
    .join(' ')}]`;
}

function typed(value: unknown): string {
  if (value === null || value === undefined) return 'interface {}(nil)';
  if (Array.isArray(value)) return `[]interface {}{${value.map(typed).join(', ')}}`;
  if (typeof value === 'string') return quoted(value);
  if (!isObject(value)) return jsonText(value);
  const members = sortedEntries(value).map(([key, item]) => `${quoted(key)}:${typed(item)}`);
  return `map[string]interface {}{${members.join(', ')}}`;
}

function sortedEntries(value: object): [string, unknown][] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
