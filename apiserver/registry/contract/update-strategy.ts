// What an endpoint of an object may change of it.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';

/** Takes a warning to the client. */
export type Warn = (text: string) => void;

/** What admission is shown of an object that clients write in another form: the Scale of a workload. */
export interface AdmittedForm {
  of(object: ApiObject): ApiObject;
  /** Takes over what mutating admission made of it. In place. */
  take(object: ApiObject, admitted: ApiObject): void;
}

/** The part of an object that an endpoint may change. Made for one write. */
export interface UpdateStrategy {
  /** '' for the object's own endpoint. */
  readonly subresource: string;
  /** Puts back everything that this endpoint does not change. `now`: milliseconds since the epoch. */
  prepare(object: ApiObject, old: ApiObject, now: number): void;
  validate(object: ApiObject, old: ApiObject, warn: Warn): readonly FieldError[];
  /** Absent: admission is shown the object itself. */
  readonly admitted?: AdmittedForm;
  /** True where `metadata.generation` does not count what changes. */
  readonly uncounted?: boolean;
}
