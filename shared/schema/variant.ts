// Values that have one of two JSON forms, as schemas within extension definitions have them.

import type { Schema, Variant } from './schema.ts';

/** The schema of the form that the value has; undefined: it has neither. */
export function schemaOfForm(value: unknown, { form, message }: Variant): Schema | undefined {
  const [first, second] = message.list;
  // The message of a boolean form begins with the boolean, those of the others with the object.
  const [object, other] = form === 'bool' ? [second, first] : [first, second];
  const isOther = form === 'bool' ? typeof value === 'boolean' : Array.isArray(value);
  if (isOther) return other?.schema;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? object?.schema : undefined;
}
