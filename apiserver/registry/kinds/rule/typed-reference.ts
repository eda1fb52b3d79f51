// A reference to an object of any kind, in the same namespace or in none: what it names has to fit into a path.

import type { FieldError } from '../../../../shared/object/field-error.ts';
import { invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain, checkPathSegment } from '../../../../shared/object/names.ts';

export interface TypedReference {
  /** Null where it was left out. */
  readonly apiGroup?: string | null;
  readonly kind?: string;
  readonly name?: string;
}

export function typedReferenceErrors(reference: TypedReference, path: string): readonly FieldError[] {
  const apiGroup = reference.apiGroup ?? undefined;
  const errors: FieldError[] = [];
  if (apiGroup !== undefined)
    for (const fault of checkDns1123Subdomain(apiGroup)) errors.push(invalidValue(`${path}.apiGroup`, apiGroup, fault));
  for (const field of ['kind', 'name'] as const)
    for (const fault of segmentErrors(reference[field] ?? '', `${path}.${field}`)) errors.push(fault);
  return errors;
}

/** A name that is required, and stands in a path. */
export function segmentErrors(name: string, path: string): readonly FieldError[] {
  return name === '' ? [required(path)] : checkPathSegment(name).map((fault) => invalidValue(path, name, fault));
}
