// What a write came to, before it is turned into an answer.

import type { ApiObject } from '../../../shared/object/api-object.ts';

/** Something was written. `revision` undefined: a dry run, nothing was stored. `value` is the stored form without its version. */
interface Change<Outcome extends string> {
  readonly outcome: Outcome;
  readonly object: ApiObject;
  readonly value: Buffer;
  readonly revision: number | undefined;
}

export type Created = Change<'created'>;

export type Written =
  | Created
  | Change<'updated'>
  /** Nothing had to change; `revision` is the one the object already had. */
  | { readonly outcome: 'unchanged'; readonly object: ApiObject; readonly value: Buffer; readonly revision: number }
  /** The object is gone; `object` is its last state. */
  | Change<'removed'>;
