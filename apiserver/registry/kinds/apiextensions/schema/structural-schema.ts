// Whether the schema of a definition is structural: every value in it says of which type it is, so that fields can be
// pruned and defaulted without knowing more. What would need more than that is refused.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import {
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import { keyedListErrors } from './keyed-list.ts';

type SchemaNode = Readonly<Record<string, unknown>>;

/** Errors by the path of the value that lacks its type; none for a structural schema. */
export function structuralErrors(vendor: Vendor, schema: unknown, path: string): readonly FieldError[] {
  const untyped = ['int-or-string', 'preserve-unknown-fields'].map((name) => vendor.fill(`x-{maker}-${name}`));
  const errors: FieldError[] = [];
  const visit = (node: unknown, at: string, what: string): void => {
    if (!isNode(node)) return;
    const type = typeof node['type'] === 'string' ? node['type'] : '';
    if (type === '' && !untyped.some((key) => node[key] === true)) {
      errors.push(required(`${at}.type`, `must not be empty ${what}`));
    }
    addAll(errors, nodeErrors(vendor, node, at));
    for (const [name, property] of Object.entries(isNode(node['properties']) ? node['properties'] : {})) {
      visit(property, `${at}.properties[${name}]`, 'for specified object fields');
    }
    visit(node['items'], `${at}.items`, 'for specified array items');
    visit(node['additionalProperties'], `${at}.additionalProperties`, 'for specified object fields');
  };
  visit(schema, path, 'at the root');
  if (isNode(schema)) addAll(errors, rootErrors(schema, path));
  return errors;
}

function rootErrors({ type, additionalProperties }: SchemaNode, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (typeof type === 'string' && type !== '' && type !== 'object')
    errors.push(invalidValue(`${path}.type`, type, 'must be object at the root'));
  if (additionalProperties !== undefined)
    errors.push(forbiddenField(`${path}.additionalProperties`, 'must not be used at the root'));
  return errors;
}

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const mapTypes = ['atomic', 'granular'];
const listTypes = ['atomic', 'map', 'set'];
const unsupported = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'];

function nodeErrors(vendor: Vendor, node: SchemaNode, path: string): readonly FieldError[] {
  const own = (name: string): string => vendor.fill(`x-{maker}-${name}`);
  const { type = '' } = node;
  const errors = unsupported
    .filter((name) => node[name] !== undefined && node[name] !== null)
    .map((name) => forbiddenField(`${path}.${name}`, `${name} is not supported`));
  if (type !== '' && !(typeof type === 'string' && types.includes(type)))
    errors.push(notSupported(`${path}.type`, type, types));
  for (const [name, known, of] of [
    [own('map-type'), mapTypes, 'object'],
    [own('list-type'), listTypes, 'array'],
  ] as const) {
    const value = node[name];
    if (value === undefined) continue;
    if (type !== of) errors.push(invalidValue(`${path}.type`, type, `must be ${of} if ${name} is specified`));
    if (!(typeof value === 'string' && known.includes(value)))
      errors.push(notSupported(`${path}.${name}`, value, known));
  }
  const [listType, keys] = [node[own('list-type')], node[own('list-map-keys')]];
  if (Array.isArray(keys) && keys.length > 0 && listType !== 'map') {
    const detail = `must be map if ${own('list-map-keys')} is non-empty`;
    const place = `${path}.${own('list-type')}`;
    errors.push(listType === undefined ? required(place, detail) : invalidValue(place, listType, detail));
  }
  addAll(errors, keyedListErrors(vendor, node, path));
  return errors;
}

function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
