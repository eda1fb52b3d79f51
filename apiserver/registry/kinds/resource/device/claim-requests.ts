// Requests of claims and of their templates: the default count of devices is one, and requests are
// immutable.

import { isDeepStrictEqual } from 'node:util';
import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { immutable } from '../../../../../shared/object/field-error-message.ts';
import type { ClaimSpec } from './device-claims.ts';

export function countDevices(spec: ClaimSpec | undefined): void {
  for (const { exactly, firstAvailable = [] } of spec?.devices?.requests ?? []) {
    for (const part of exactly === undefined ? firstAvailable : [exactly, ...firstAvailable]) {
      if (part.allocationMode === 'ExactCount' && Number(part.count ?? 0) === 0) part.count = 1;
    }
  }
}

/** `shown`: what refusals show of a specification. */
export function specChange(
  object: ApiObject,
  old: ApiObject,
  shown: (spec: unknown) => unknown = (spec) => spec,
): readonly FieldError[] {
  const { spec } = object;
  return isDeepStrictEqual(spec, old['spec']) ? [] : [immutable('spec', shown(spec))];
}
