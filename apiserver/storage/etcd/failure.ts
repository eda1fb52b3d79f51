// Maps a failed call to an error of the store. etcd distinguishes several conditions by the text only. The texts are part of
// its API (rpctypes); this is their only place.

import { status } from '@grpc/grpc-js';

import { StoreUnavailableError, ValueTooLargeError } from '../contract/store.ts';
import { EtcdCallError } from './connection.ts';

/** With these codes etcd has refused a request. With any other the outcome is unknown. */
const refusals: ReadonlySet<number> = new Set([
  status.INVALID_ARGUMENT,
  status.NOT_FOUND,
  status.ALREADY_EXISTS,
  status.PERMISSION_DENIED,
  status.RESOURCE_EXHAUSTED,
  status.FAILED_PRECONDITION,
  status.OUT_OF_RANGE,
  status.UNIMPLEMENTED,
  status.UNAUTHENTICATED,
]);

/** Whether the same question may be answered when it is put again a little later. */
export function isPassing(error: unknown): error is EtcdCallError {
  return error instanceof EtcdCallError && !refusals.has(error.code);
}

export function isCompacted(error: unknown): boolean {
  return hasText(error, 'required revision has been compacted');
}

export function isFuture(error: unknown): boolean {
  return hasText(error, 'required revision is a future revision');
}

export function isLeaseGone(error: unknown): boolean {
  return hasText(error, 'requested lease not found');
}

/** The error of a call that only reads. Errors that are no call's pass as they are. */
export function readFailure(error: unknown): unknown {
  if (!(error instanceof EtcdCallError)) return error;
  return new StoreUnavailableError(error.message, { refused: true, cause: error });
}

/** The error of a call that writes. */
export function writeFailure(error: unknown): unknown {
  if (hasText(error, 'request is too large') || hasText(error, 'received message larger than max')) {
    return new ValueTooLargeError({ cause: error });
  }
  if (!(error instanceof EtcdCallError)) return error;
  return new StoreUnavailableError(error.message, { refused: !error.sent || refusals.has(error.code), cause: error });
}

function hasText(error: unknown, text: string): boolean {
  return error instanceof EtcdCallError && error.message.includes(text);
}
