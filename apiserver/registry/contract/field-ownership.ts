// The contract of field ownership: what a write does to `metadata.managedFields`. The write pipeline calls both functions
// once for each attempt of a write, and nothing else changes the entries.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Resource } from './resource.ts';
import type { ConversionRequest } from './version-converter.ts';

/** The entry of `managedFields` that a write belongs to: one for each manager, operation and sub-resource. */
export interface FieldWriter {
  /** In whose version the objects are, and whose schema says what a field is. */
  readonly resource: Resource;
  /** '' for the object's own endpoint. */
  readonly subresource: string;
  /** The option `fieldManager`, else what the User-Agent says before its first slash. '' when neither says anything. */
  readonly manager: string;
  /** `Apply` for a server-side apply, `Update` for every other write. */
  readonly operation: 'Update' | 'Apply';
  /** When the write was begun, as objects tell times. */
  readonly time: string;
  /** The way to lists that the writer gave empty, and that `object` does not have: they are set all the same. Default: none. */
  readonly emptyLists?: readonly (readonly (string | number)[])[];
}

/**
 * Both functions change nothing but `object.metadata.managedFields`. Entries that cannot be read are dropped. The list and its
 * entries may be shared with `live`: they are replaced, never changed in place. `live` is the stored object before the write in
 * the version of the request; undefined where the write makes the object.
 */
export interface FieldOwnership {
  /**
   * Records who owns the fields of `object`. Called after decoding and defaults and before mutating admission, as the
   * fields that admission sets belong to no manager. `object` has the entries that the client sent. Waits only where owners of
   * another version are compared and the conversion is waited for; throws, or rejects with, its failure and nothing else.
   *
   * - `Update`: every field that differs between `live` and `object` belongs to the writer alone afterwards;
   *   removed fields have no owner. An object without entries, or with unreadable ones, takes over those of
   *   `live`; one that resets them begins without any; other entries replace those of `live`. Through a sub-resource
   *   the entries that the client sent are ignored.
   * - `Apply`: the apply has merged the object and found the owners, so `object` has the right entries already.
   */
  own(
    live: ApiObject | undefined,
    object: ApiObject,
    writer: FieldWriter,
    request: ConversionRequest,
  ): void | Promise<void>;

  /**
   * Called after mutating admission and after the kind's strategy, before validation. `owned`: the entries as `own` left
   * them. Entries that admission made unreadable are replaced by `owned`; returns why, for a warning to the client.
   * Where the object differs from `live` in nothing but the times of entries, they become those of `live`: a write without
   * an effect stays one. Undefined: nothing to say.
   */
  settle(
    live: ApiObject | undefined,
    object: ApiObject,
    owned: ApiObject['metadata']['managedFields'],
  ): string | undefined;
}
