// The contract of what a written object takes from a pool that all objects share: addresses, ports. Imports nothing else
// of ours but the object shape.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';

/**
 * What one write has taken, so far only reserved. Giving back never fails a write that is decided: what the store does not
 * take back is logged and counted. A later request gets it, once it has no holder.
 */
export interface Allocation {
  /** Faults of what the object asks for; when there are any, nothing is held. */
  readonly errors: readonly FieldError[];
  /** The write did not happen: gives back what this claim has newly taken. Repeatable; never rejects. */
  rollback(): Promise<void>;
  /** The write happened: gives back what the old object held and the new one does not. Repeatable; never rejects. */
  commit(): Promise<void>;
}

export interface Allocator {
  /** Plural name and group template of the resource it works for. */
  readonly group: string;
  readonly resource: string;
  /**
   * Fills the object with what it needs (in place) and reserves it against every other writer, on this server or
   * another. `old` undefined: a create. In a dry run the object is filled and nothing is kept.
   */
  allocate(object: ApiObject, old: ApiObject | undefined, dryRun: boolean): Promise<Allocation>;
  /** The object was removed: gives back all it held. Never rejects. */
  release(object: ApiObject): Promise<void>;
}
