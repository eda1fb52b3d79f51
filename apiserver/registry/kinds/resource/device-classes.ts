// Classes of devices: each selector is an expression, each configuration is for one driver.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Strategy } from '../../contract/resource.ts';
import { required } from '../../../../shared/object/field-error-message.ts';

interface DeviceClass extends ApiObject {
  readonly spec?: {
    readonly selectors?: readonly { readonly cel?: object }[];
    readonly config?: readonly { readonly opaque?: object }[];
  };
}

export const deviceClassStrategy: Strategy = {
  deleteReturnsObject: true,
  validateCreate: (object) => classErrors(object),
  validateUpdate: (object) => classErrors(object),
};

function classErrors({ spec = {} }: DeviceClass): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, { cel }] of (spec.selectors ?? []).entries())
    if (cel === undefined) errors.push(required(`spec.selectors[${index}].cel`));
  for (const [index, { opaque }] of (spec.config ?? []).entries())
    if (opaque === undefined) errors.push(required(`spec.config[${index}].opaque`));
  return errors;
}
