// The contract of the conversion of objects between the versions of their kind. A converter may compute (the built-in kinds), or
// ask another program and answer later.

import type { ApiObject } from '../../../shared/object/api-object.ts';

/** Who waits for a conversion. The signal is read only where there is something to wait for. */
export interface ConversionRequest {
  readonly signal: AbortSignal;
}

/**
 * A failure of a conversion is an Error whose message is for clients, or a StatusError. What it refuses is refused as a whole: a
 * get and a list answer with the Status (500 without a reason for a plain Error), a watch sends it as an ERROR event and ends,
 * and a write changes nothing.
 */
export interface VersionConverter {
  /** Objects that are best converted at once: few where the conversion computes, so that others get their turn; many where it waits. */
  readonly atOnce: number;
  /** Whether objects that are in the version already are converted too: a schema that came later reads them anew. Default false. */
  readonly rereads?: boolean;
  /**
   * The objects in the version `apiVersion`: as many, in the same order, with the metadata that tells them apart as it was. They
   * may be in different versions, and none is in `apiVersion` already, unless it rereads. May change the arguments. Answers at once where nothing
   * has to be waited for. Throws, or rejects with, why it fails; with the reason of the signal once it has aborted.
   */
  convert(
    objects: readonly ApiObject[],
    apiVersion: string,
    request: ConversionRequest,
  ): readonly ApiObject[] | Promise<readonly ApiObject[]>;
}
