// The steps of an object that is sent to be answered or carried out, and is not stored.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { WriteSteps } from '../contract/write-operation.ts';

/** What differs between the endpoints that take such objects. */
export interface SentObject<T extends ApiObject> {
  /** '' for the object's own endpoint. */
  readonly subresource: string;
  /** Throws where the object does not fit the path, and completes it; before mutating admission and once more after it. */
  readonly check?: (object: T) => void;
  /** Completes it once more after mutating admission. */
  readonly prepare?: (object: T) => void;
  /** Default: nothing is wrong with it. */
  readonly validate?: (object: T) => readonly FieldError[];
}

export function sent<T extends ApiObject>({
  subresource,
  check,
  prepare,
  validate,
}: SentObject<T>): WriteSteps<undefined> {
  return {
    admission: 'CREATE',
    subresource,
    check: ({ object }) => check?.(object as T),
    complete() {},
    restore: ({ object }) => check?.(object as T),
    prepare: ({ object }) => prepare?.(object as T),
    validate: ({ object }) => validate?.(object as T) ?? [],
    isGone: () => false,
    warnings: () => [],
  };
}
