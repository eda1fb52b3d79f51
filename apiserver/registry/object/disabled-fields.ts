// Fields of features that are switched off. They are dropped silently from a new object, and from an update unless the stored
// object uses the feature, so that a feature can be switched off again without breaking existing objects.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { ownValue } from '../../../shared/schema/assign-key.ts';
import type { Field, Schema, StructSchema } from '../../../shared/schema/schema.ts';
import type { DroppedTogether, IsDropped } from '../contract/kind.ts';

type Struct = Record<string, unknown>;

export interface DisabledFields {
  /** Gates that are off. */
  readonly gates: ReadonlySet<string>;
  readonly together: DroppedTogether;
}

/** In place; `old` is what is stored, undefined for a new object. Returns whether it dropped anything that was set. */
export function dropDisabledFields(
  schema: StructSchema,
  object: ApiObject,
  old: ApiObject | undefined,
  { gates, together }: DisabledFields,
): boolean {
  if (gates.size === 0 || schema.gated.length === 0) return false;
  const used = new Set<string>();
  if (old !== undefined) noteUsed(old, schema, used);
  const drops = ({ featureGates }: Field): boolean =>
    featureGates !== undefined && featureGates.some((gate) => gates.has(gate)) && !used.has(featureGates.join());
  const isDropped: IsDropped = (gate) => gates.has(gate) && !used.has(gate);
  let dropped = false;
  visit(object, schema, (struct, { name, gated }) => {
    together.get(name)?.(struct, isDropped);
    for (const field of gated) {
      if (!drops(field)) continue;
      dropped ||= isSet(ownValue(struct, field.name));
      delete struct[field.name];
    }
  });
  return dropped;
}

function noteUsed(object: ApiObject, schema: StructSchema, used: Set<string>): void {
  visit(object, schema, (struct, { gated }) => {
    for (const { featureGates, name } of gated) {
      if (featureGates !== undefined && isSet(ownValue(struct, name))) used.add(featureGates.join());
    }
  });
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/** Every struct that has fields of features, or holds some that have, from the outside in. */
function visit(value: unknown, schema: Schema, see: (struct: Struct, schema: StructSchema) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (schema.type === 'list') {
    if (Array.isArray(value)) for (const item of value) visit(item, schema.items, see);
  } else if (schema.type === 'map') {
    for (const item of Object.values(value)) visit(item, schema.values, see);
  } else if (schema.type === 'struct' && schema.gated.length > 0) {
    see(value as Struct, schema);
    for (const field of schema.gated) visit(ownValue(value as Struct, field.name), field.schema, see);
  }
}
