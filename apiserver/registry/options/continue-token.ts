// The continue token of a chunked list: the version of the first chunk and the key after which to go on, relative to the prefix
// of the list. Opaque to clients; read as hostile input.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { badRequest } from '../../../shared/object/errors.ts';

export interface ContinueToken {
  /** Version of the first chunk; negative: the newest at the time of the request (an inconsistent continuation). */
  readonly revision: number;
  /** First key of the next chunk, relative to the list's prefix. */
  readonly start: string;
}

export function encodeContinueToken(vendor: Vendor, token: ContinueToken): string {
  const body = { v: vendor.fill('meta.{api}/v1'), rv: token.revision, start: token.start };
  return Buffer.from(JSON.stringify(body), 'utf8').toString('base64url');
}

/** Throws 400 for a token that is not one of ours. */
export function decodeContinueToken(vendor: Vendor, text: string): ContinueToken {
  const body = parse(text);
  if (body.v !== vendor.fill('meta.{api}/v1')) throw malformed('the version of the token is not known');
  const { rv, start } = body;
  if (typeof rv !== 'number' || !Number.isSafeInteger(rv) || rv === 0) throw malformed('it holds no version');
  if (typeof start !== 'string' || start === '') throw malformed('it holds no position');
  // A position that leaves the prefix would read other collections.
  if (start.startsWith('/') || start.split('/').includes('..')) throw malformed('its position is outside of the list');
  return { revision: rv, start };
}

function parse(text: string): { readonly v?: unknown; readonly rv?: unknown; readonly start?: unknown } {
  try {
    const body: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch {
    throw malformed('it cannot be read');
  }
  throw malformed('it cannot be read');
}

function malformed(why: string): Error {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`);
}
