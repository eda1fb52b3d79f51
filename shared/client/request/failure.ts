// Failures as a client sees them: the server's Status, or a Status made from a response without one, and predicates such as
// `isNotFound`. A known reason decides alone; otherwise the code does (requirements ERR).

import { reasonCodes } from '../../object/errors.ts';
import type { Status } from '../../object/status-error.ts';
import { StatusError } from '../../object/status-error.ts';

type Cause = { readonly reason?: unknown };

/** Most characters of a body that is not a Status in the message. */
const mostOfBody = 1024;

/** The error for a response of 400 or more. `body` is its parsed JSON, or undefined; `text` is the raw body. */
export function failureOf(method: string, code: number, body: unknown, text: string): StatusError {
  return isStatus(body)
    ? new StatusError({ ...body, code: body.code ?? code })
    : new StatusError(wrapped(method, code, text));
}

function isStatus(value: unknown): value is Status {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'Status';
}

function wrapped(method: string, code: number, text: string): Status {
  const excerpt = text.slice(0, mostOfBody).trim();
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `the server answered ${code}${excerpt === '' ? ' without an explanation' : `: ${excerpt}`}`,
    ...reasonFor(method, code),
    details: { causes: [{ reason: 'UnexpectedServerResponse', message: excerpt === '' ? 'unknown' : excerpt }] },
    code,
  };
}

/** The reason of a 409 depends on the method: AlreadyExists for POST, Conflict otherwise. 410 and 500 have several meanings. */
function reasonFor(method: string, code: number): { readonly reason?: string } {
  if (code === 409) return { reason: method === 'POST' ? 'AlreadyExists' : 'Conflict' };
  if (code === 410) return { reason: 'Gone' };
  if (code === 500) return { reason: 'InternalError' };
  const found = Object.entries(reasonCodes).find(([, own]) => own === code);
  return found === undefined ? {} : { reason: found[0] };
}

/** For failures that the code identifies. */
const byReasonOrCode =
  (reason: keyof typeof reasonCodes) =>
  (error: unknown): error is StatusError => {
    if (!(error instanceof StatusError)) return false;
    return Object.hasOwn(reasonCodes, error.reason) ? error.reason === reason : error.code === reasonCodes[reason];
  };

/** For failures whose code has several meanings. */
const byReason =
  (...reasons: readonly (keyof typeof reasonCodes)[]) =>
  (error: unknown): error is StatusError =>
    error instanceof StatusError && reasons.some((reason) => reason === error.reason);

export const isBadRequest = byReasonOrCode('BadRequest');
export const isUnauthorized = byReasonOrCode('Unauthorized');
export const isForbidden = byReasonOrCode('Forbidden');
export const isNotFound = byReasonOrCode('NotFound');
export const isConflict = byReasonOrCode('Conflict');
export const isInvalid = byReasonOrCode('Invalid');
export const isTooManyRequests = byReasonOrCode('TooManyRequests');
export const isServiceUnavailable = byReasonOrCode('ServiceUnavailable');
export const isTimeout = byReasonOrCode('Timeout');
export const isAlreadyExists = byReason('AlreadyExists');
export const isServerTimeout = byReason('ServerTimeout');
/** The resource version or continue token has expired: list again. */
export const isExpired = byReason('Expired', 'Gone');

/** The server has not reached the requested resource version yet. */
export function isTooLargeResourceVersion(error: unknown): error is StatusError {
  if (!(error instanceof StatusError)) return false;
  // Copied from the server's response, so they may have any type.
  const causes: unknown = error.status.details?.causes;
  return Array.isArray(causes) && causes.some((one: Cause | null) => one?.reason === 'ResourceVersionTooLarge');
}
