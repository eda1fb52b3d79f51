// The client that applies by itself keeps what it applied in an annotation. When it begins to apply through the server, what
// the annotation says and the object still has is the client's already.

import type { StructSchema } from '../../schema/schema.ts';
import { compare } from '../typed/compare.ts';
import { fieldsOf } from '../typed/fields-of.ts';
import type { FieldSet } from '../field/field-set.ts';
import { difference } from '../field/field-set.ts';
import type { JsonObject, Typed } from '../typed/typed-value.ts';
import { faultsOf } from '../typed/validate-typed.ts';

/** Fields of the annotation's object that the live one has with the same value. Undefined: it tells nothing of the live one. */
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
