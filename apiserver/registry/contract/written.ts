// What a write came to, before it is turned into an answer.

import type { ApiObject } from '../../../shared/object/api-object.ts';

/** Something was written. `value` is the stored form without its version. */
interface Change<Outcome extends string> {
  readonly outcome: Outcome;
  readonly object: ApiObject;
  readonly value: Buffer;
  /** Of the write; of a dry run, which stores nothing, the one that the object has. */
  readonly revision: number;
}

/** `revision` undefined: a dry run, so that there is no version; otherwise the one that the client named. */
export type Created = Omit<Change<'created'>, 'revision'> & { readonly revision: number | undefined };

export type Written =
  | Created
  | Change<'updated'>
  /** Nothing had to change; `revision` is the one the object already had. */
  | Change<'unchanged'>
  /** The object is gone; `object` is its last state. `marked`: a dry run that would first have changed its finalizers. */
  | (Change<'removed'> & { readonly marked?: boolean });
