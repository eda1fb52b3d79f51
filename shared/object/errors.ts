// The catalogue of failures: for each documented one, the function that makes its Status (requirements ERR). Reason, HTTP code,
// message form and details are defined here only.

import type { ApiObject } from './api-object.ts';
import type { FieldError } from './field-error.ts';
import type { GroupKind, GroupResource } from './group-version.ts';
import type { StatusCause, StatusDetails } from './status-error.ts';
import { fieldErrorMessage } from './field-error-message.ts';
import { qualifiedKind, qualifiedResource } from './group-version.ts';
import { StatusError } from './status-error.ts';

/** The machine reasons and their HTTP codes. A reason decides alone for clients that know it. */
export const reasonCodes = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Expired: 410,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  ServerTimeout: 500,
  StorageReadError: 500,
  ServiceUnavailable: 503,
  Timeout: 504,
} as const;

export type Reason = keyof typeof reasonCodes;

/** A failure of this reason. `details` absent: none is sent. `cause` is for the log only. */
export function failure(
  reason: Reason,
  message: string,
  details?: StatusDetails,
  options: { readonly continueToken?: string; readonly cause?: unknown } = {},
): StatusError {
  return new StatusError(
    {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: options.continueToken === undefined ? {} : { continue: options.continueToken },
      status: 'Failure',
      message,
      reason,
      ...(details === undefined ? {} : { details }),
      code: reasonCodes[reason],
    },
    { cause: options.cause },
  );
}

/** 400: the request itself is malformed. */
export function badRequest(message: string): StatusError {
  return failure('BadRequest', message);
}

/** A new object that names a version. 500 has no reason: the store is said to have failed. */
export function versionOfNewObject(code: 400 | 500): StatusError {
  const message = 'resourceVersion should not be set on objects to be created';
  if (code === 400) return badRequest(message);
  return new StatusError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code });
}

/** 401: no acceptable credentials. Says nothing about why. */
export function unauthorized(): StatusError {
  return failure('Unauthorized', 'Unauthorized');
}

/** 403 of an admission plug-in or a protected object: `<resource> "name" is forbidden: <reason>`. */
export function forbidden(
  resource: GroupResource,
  name: string,
  reason: string,
  causes?: readonly StatusCause[],
): StatusError {
  const subject = resource.resource === '' ? '' : `${qualifiedResource(resource)} `;
  const named = name === '' ? subject : `${subject}${quote(name)} `;
  const text = named === '' ? `forbidden: ${reason}` : `${named}is forbidden: ${reason}`;
  return failure('Forbidden', text, detailsOf(resource, name, causes));
}

/** 404: the object does not exist. */
export function notFound(resource: GroupResource, name: string): StatusError {
  return failure('NotFound', `${qualifiedResource(resource)} ${quote(name)} not found`, detailsOf(resource, name));
}

/** 404: the path names no resource that is served. */
export function resourceNotFound(): StatusError {
  return failure('NotFound', 'the server could not find the requested resource', {});
}

/** 405: the resource does not have this method. */
export function methodNotAllowed(): StatusError {
  return failure('MethodNotAllowed', 'the server does not allow this method on the requested resource', {});
}

/** 405: the resource is stored, but not for this verb. */
export function verbNotSupported(resource: GroupResource, verb: string): StatusError {
  return failure(
    'MethodNotAllowed',
    `${verb} is not supported on resources of kind ${quote(qualifiedResource(resource))}`,
    detailsOf(resource, ''),
  );
}

/** 406: none of the media types asked for can be made. */
export function notAcceptable(mediaTypes: readonly string[]): StatusError {
  return failure('NotAcceptable', `only the following media types are accepted: ${mediaTypes.join(', ')}`);
}

/** 406: the media type is known, this object cannot be turned into it. */
export function notConvertible(message: string): StatusError {
  return failure('NotAcceptable', message);
}

/** 409: the name is taken. `detail` follows the sentence. */
export function alreadyExists(resource: GroupResource, name: string, prefix = ''): StatusError {
  const message = `${prefix}${qualifiedResource(resource)} ${quote(name)} already exists`;
  return failure('AlreadyExists', message, detailsOf(resource, name));
}

/** 409: every generated name was taken; worth trying again. */
export function generatedNameTaken(resource: GroupResource, name: string): StatusError {
  return failure(
    'AlreadyExists',
    `${qualifiedResource(resource)} ${quote(name)} already exists, the server was not able to generate a unique name for the object`,
    { ...detailsOf(resource, name), retryAfterSeconds: 1 },
  );
}

/** The text of a write whose resourceVersion is no longer the current one. */
const staleVersionDetail =
  'the object has been modified; please apply your changes to the latest version and try again';

/** 409: the state of the object does not allow the write. */
export function conflict(resource: GroupResource, name: string, detail: string = staleVersionDetail): StatusError {
  return failure(
    'Conflict',
    `Operation cannot be fulfilled on ${qualifiedResource(resource)} ${quote(name)}: ${detail}`,
    detailsOf(resource, name),
  );
}

/** 410: a version or token has expired. `continueToken` allows an inconsistent continuation of the list. */
export function expired(message: string, continueToken?: string): StatusError {
  return failure('Expired', message, undefined, continueToken === undefined ? {} : { continueToken });
}

/** 413: the body is larger than the limit in bytes. */
export function requestTooLarge(limit: number): StatusError {
  return failure('RequestEntityTooLarge', `Request entity too large: limit is ${limit}`);
}

/** 413: another limit of the body. */
export function requestBeyondLimit(message: string): StatusError {
  return failure('RequestEntityTooLarge', `Request entity too large: ${message}`);
}

/** 415: the body is of a type that is not read here. */
export function unsupportedMediaType(mediaTypes: readonly string[]): StatusError {
  const accepted = mediaTypes.join(', ');
  return failure(
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted}`,
  );
}

/** 415: no route takes the type, as the reference server says it. */
export function unroutedMediaType(): StatusError {
  return failure('UnsupportedMediaType', '415: Unsupported Media Type', {});
}

/** 415: the body is compressed, or encoded otherwise, and is not read so. */
export function encodedBody(coding: string): StatusError {
  return failure(
    'UnsupportedMediaType',
    `the body of the request has the Content-Encoding ${quote(coding)}: bodies are read as they are, without any`,
  );
}

/** Most violations in one response, and most characters: the violations of a body could be twenty times its size. */
const mostCauses = 1000;
const mostCharacters = 128 * 1024;

/**
 * 422: fields that are wrong, all of them up to a thousand or 128 Ki characters. Duplicates are listed once,
 * unless two validations found them.
 */
export function invalid(kind: GroupKind, name: string, errors: readonly FieldError[]): StatusError {
  const causes: StatusCause[] = [];
  const texts = new Set<string>();
  let characters = 0;
  for (const error of errors) {
    if (causes.length === mostCauses || characters > mostCharacters) break;
    const message = fieldErrorMessage(error);
    const text = `${error.field}: ${message}`;
    if (texts.has(text) && error.again !== true) continue;
    texts.add(text);
    characters += text.length;
    causes.push({ reason: error.type, message, field: error.field });
  }
  const all = [...texts];
  const list = all.length === 1 ? all[0] : `[${all.join(', ')}]`;
  return failure('Invalid', `${qualifiedKind(kind)} ${quote(name)} is invalid: ${list}`, {
    ...(name === '' ? {} : { name }),
    ...(kind.group === '' ? {} : { group: kind.group }),
    ...(kind.kind === '' ? {} : { kind: kind.kind }),
    causes,
  });
}

/** 422 without fields: a patch that does not fit the object. */
export function unprocessable(message: string): StatusError {
  return failure('Invalid', message, {});
}

/** 429: try again after some seconds. */
export function tooManyRequests(
  message: string,
  retryAfterSeconds: number,
  causes?: readonly StatusCause[],
): StatusError {
  return failure('TooManyRequests', message, {
    ...(causes === undefined ? {} : { causes }),
    ...(retryAfterSeconds > 0 ? { retryAfterSeconds } : {}),
  });
}

/** 500: a defect or a failing part. The error's text is sent: it must hold no secret. */
export function internalError(error: unknown): StatusError {
  const text = error instanceof Error ? error.message : String(error);
  return failure(
    'InternalError',
    `Internal error occurred: ${text}`,
    { causes: [{ message: text }] },
    { cause: error },
  );
}

/** 500 without a reason: something is wrong with the request that the service has no words of its own for. */
export function unclassified(message: string): StatusError {
  return new StatusError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 500 });
}

/** 409: an apply would change fields of other managers; one cause for each field and manager. */
export function applyConflict(message: string, causes: readonly StatusCause[]): StatusError {
  return failure('Conflict', message, { causes });
}

/** 500, retryable: the store did not take the operation in time. */
export function serverTimeout(resource: GroupResource, operation: string, retryAfterSeconds = 2): StatusError {
  const text = `The ${operation} operation against ${qualifiedResource(resource)} could not be completed at this time, please try again.`;
  return failure('ServerTimeout', text, { ...detailsOf(resource, operation), retryAfterSeconds });
}

/** 503: a part that the request needs is not there. */
export function serviceUnavailable(message: string, retryAfterSeconds?: number): StatusError {
  return failure('ServiceUnavailable', message, retryAfterSeconds === undefined ? undefined : { retryAfterSeconds });
}

/** 504: the deadline passed. */
export function timeout(message = 'request did not complete within the allotted timeout'): StatusError {
  return failure('Timeout', `Timeout: ${message}`, {});
}

/** 504: the resourceVersion asked for has not happened yet. */
export function tooLargeResourceVersion(asked: number | string, current: number): StatusError {
  return failure('Timeout', `Timeout: Too large resource version: ${asked}, current: ${current}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  });
}

function detailsOf(resource: GroupResource, name: string, causes?: readonly StatusCause[]): StatusDetails {
  return {
    ...(name === '' ? {} : { name }),
    ...(resource.group === '' ? {} : { group: resource.group }),
    ...(resource.resource === '' ? {} : { kind: resource.resource }),
    ...(causes === undefined ? {} : { causes }),
  };
}

function quote(text: string): string {
  return JSON.stringify(text);
}

/** Throws 400 for an object that says it is of another namespace than that of the path. */
export function requireNamespace({ metadata }: Pick<ApiObject, 'metadata'>, namespace: string): void {
  const said = metadata.namespace ?? '';
  if (said === '' || said === namespace) return;
  throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
}
