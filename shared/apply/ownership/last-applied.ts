// Client-side apply stores the applied object in an annotation. When the client changes to server-side apply, it already owns
// the fields of the annotation that the live object still has unchanged.

import type { StructSchema } from '../../schema/schema.ts';
import { compare } from '../typed/compare.ts';
import { fieldsOf } from '../typed/fields-of.ts';
import type { FieldSet } from '../field/field-set.ts';
import { difference } from '../field/field-set.ts';
import type { JsonObject, Typed } from '../typed/typed-value.ts';
import { faultsOf } from '../typed/validate-typed.ts';

/** Fields of `before` that `live` has with the same value. Undefined: another version, or one of the two misfits the schema. */
export function fieldsAppliedBefore(live: Typed, before: JsonObject): FieldSet | undefined {
  const { schema } = live;
  if (before['apiVersion'] !== live.apiVersion) return undefined;
  if (misfits(live.value, schema) || misfits(before, schema)) return undefined;
  const { added, modified, removed } = compare(before, live.value, schema);
  return difference(difference(difference(fieldsOf(before, schema), modified), added), removed);
}

function misfits(value: JsonObject, schema: StructSchema): boolean {
  return faultsOf(value, schema).length > 0;
}
