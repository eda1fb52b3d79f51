// What is left of the faults of an update without those that the kind tolerates, as the stored object has them already.

import { isDeepStrictEqual } from 'node:util';
import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Resource } from '../../contract/resource.ts';
import { isOf } from '../../contract/tolerance.ts';
import { mergeFaults, validateSchema } from '../../object/schema-steps.ts';

export function withoutTolerated(
  resource: Resource,
  faults: readonly FieldError[],
  object: ApiObject,
  old: ApiObject,
): readonly FieldError[] {
  const { tolerances = [], keptAsStored = [] } = resource.strategy;
  if (faults.length === 0 || (tolerances.length === 0 && keptAsStored.length === 0)) return faults;
  const kept = keptAsStored.filter((part) => isDeepStrictEqual(partOf(object, part), partOf(old, part)));
  let known: readonly FieldError[] | undefined;
  const storedFaults = () => (known ??= faultsOfNew(resource, old));
  const isTolerated = (fault: FieldError): boolean =>
    kept.some((part) => isWithin(fault.field, part)) ||
    tolerances.some((one) => isOf(one, fault) && one.when({ fault, stored: old, now: object, storedFaults }));
  return faults.filter((fault) => fault.change === true || !isTolerated(fault));
}

/** By the rules for a new object. */
function faultsOfNew(resource: Resource, object: ApiObject): readonly FieldError[] {
  return mergeFaults(validateSchema(resource, object, [], ''), resource.strategy.validateCreate?.(object) ?? []);
}

function partOf(object: ApiObject, part: string): unknown {
  let value: unknown = object;
  for (const step of part.split('.')) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[step];
  return value;
}

function isWithin(field: string, part: string): boolean {
  return field.startsWith(part) && ['', '.', '['].includes(field.slice(part.length, part.length + 1));
}
