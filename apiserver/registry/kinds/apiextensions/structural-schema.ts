// Whether the schema of a definition is structural: every value in it says of which type it is, so that fields can be
// pruned and defaulted without knowing more.

import type { FieldError } from '../../../../shared/object/field-error.ts';
import { required } from '../../../../shared/object/field-error-message.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';

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
    for (const [name, property] of Object.entries(isNode(node['properties']) ? node['properties'] : {})) {
      visit(property, `${at}.properties[${name}]`, 'for specified object fields');
    }
    visit(node['items'], `${at}.items`, 'for specified array items');
    visit(node['additionalProperties'], `${at}.additionalProperties`, 'for specified object fields');
  };
  visit(schema, path, 'at the root');
  return errors;
}

function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
