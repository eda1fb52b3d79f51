// Classes that others have been made by: what they say of how things are made never changes.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Strategy } from '../resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { forbiddenField, immutable } from '../../../shared/object/field-error-message.ts';

/** How storage is made; what is allowed with it later may change. */
export const storageClassStrategy: Strategy = {
  deleteReturnsObject: true,
  validateUpdate(object, old) {
    const errors: FieldError[] = ['parameters', 'provisioner', 'reclaimPolicy']
      .filter((field) => differs(object, old, field))
      .map((field) => forbiddenField(field, `updates to ${field} are forbidden.`));
    const mode = 'volumeBindingMode';
    return differs(object, old, mode) ? [...errors, immutable(mode, object[mode])] : errors;
  },
};

/** How containers are run. */
export const runtimeClassStrategy: Strategy = {
  createOnUpdate: true,
  unconditionalUpdate: false,
  validateUpdate: (object, old) => (differs(object, old, 'handler') ? [immutable('handler', object['handler'])] : []),
};

function differs(object: ApiObject, old: ApiObject, field: string): boolean {
  return !isDeepStrictEqual(object[field] ?? {}, old[field] ?? {});
}
