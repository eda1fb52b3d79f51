// The contract of the conversion of objects between the versions of their kind. A converter may compute (the built-in kinds), or
// ask another program and answer later.

import type { ApiObject } from '../../../shared/object/api-object.ts';

/** Who waits for a conversion. The signal is read only where there is something to wait for. */
export interface ConversionRequest {
  readonly signal: AbortSignal;
  /** The objects are parts of objects: nothing that they lack is filled in. Default false. */
  readonly partial?: boolean;
}

/**
 * A failure of a conversion is an Error whose message is for clients, or a StatusError. What it refuses is refused as a whole: a
 * get and a list answer with the Status (500 without a reason for a plain Error), a watch sends it as an ERROR event and ends,
 * and a write changes nothing.
 */
export interface VersionConverter {
  /** Objects that are best converted at once: few where the conversion computes, so that others get their turn; many where it waits. */
  readonly atOnce: number;
  /** Whether objects in the requested version are converted too, so that a later schema decodes them again. Default false. */
  readonly rereads?: boolean;
  /** What selectors may find changed by the conversion: fields, or labels too. Default: neither. */
  readonly rewrites?: 'fields' | 'labels-and-fields';
  /**
   * Returns the objects in the version `apiVersion`: as many, in the same order, with name, namespace and uid unchanged. The
   * arguments may be in different versions; none is in `apiVersion` already, unless the converter rereads. May change the
   * arguments. Returns no promise where there is nothing to wait for. Throws, or rejects with, the reason of a failure; with
   * the reason of the signal after an abort.
   */
  convert(
    objects: readonly ApiObject[],
    apiVersion: string,
    request: ConversionRequest,
  ): readonly ApiObject[] | Promise<readonly ApiObject[]>;
}
