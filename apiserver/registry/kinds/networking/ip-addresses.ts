// Addresses of services as objects: the name is the address, and who holds it never changes.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { immutable, invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain, checkPathSegment } from '../../../../shared/object/names.ts';

interface Address extends ApiObject {
  spec?: {
    readonly parentRef?: {
      readonly group?: string;
      readonly resource?: string;
      readonly name?: string;
      readonly namespace?: string;
    };
  };
}

const path = 'spec.parentRef';

export const ipAddressStrategy: Strategy = {
  nameRule: 'address',
  validateCreate: (object) => parentErrors(object),
  validateUpdate({ spec }: Address, { spec: before }: Address) {
    if (isDeepStrictEqual(spec?.parentRef, before?.parentRef)) return [];
    return [immutable(path, spec?.parentRef)];
  },
};

function parentErrors({ spec }: Address): readonly FieldError[] {
  const parent = spec?.parentRef;
  if (parent === undefined) return [required(path)];
  const errors: FieldError[] = [];
  const { group = '' } = parent;
  // Services are of the group without a name.
  if (group !== '')
    for (const fault of checkDns1123Subdomain(group)) errors.push(invalidValue(`${path}.group`, group, fault));
  for (const field of ['resource', 'name', 'namespace'] as const) {
    const value = parent[field] ?? '';
    if (value !== '')
      for (const fault of checkPathSegment(value)) errors.push(invalidValue(`${path}.${field}`, value, fault));
    else if (field !== 'namespace') errors.push(required(`${path}.${field}`));
  }
  return errors;
}
