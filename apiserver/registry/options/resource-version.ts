// How a client names a version of the collection: not at all, `0` for any, or a number. Versions are opaque to clients;
// here they are the revisions of the store.

import type { Query } from '../contract/query.ts';
import { badRequest } from '../../../shared/object/errors.ts';

export type AskedVersion =
  /** Not given: the newest state, consistent. */
  | { readonly kind: 'unset' }
  /** `0`: any state. */
  | { readonly kind: 'any' }
  /** `text` is the version as it was asked for: beyond 2^53 `revision` is only near it, and as far in the future. */
  | { readonly kind: 'at'; readonly revision: number; readonly text: string };

const decimal = /^[0-9]+$/;
/** Versions are unsigned numbers of 64 bits. */
const mostDigits = 20;
const largest = 2n ** 64n - 1n;

/** Undefined when the text is not a version. A version that was not issued yet is valid: it is in the future. */
export function parseResourceVersion(text: string | null): AskedVersion | undefined {
  if (text === null || text === '') return { kind: 'unset' };
  if (!decimal.test(text)) return undefined;
  const digits = text.replace(/^0+(?=.)/, '');
  if (digits.length >= mostDigits && (digits.length > mostDigits || BigInt(digits) > largest)) return undefined;
  const revision = Number(digits);
  return revision === 0 ? { kind: 'any' } : { kind: 'at', revision, text: digits };
}

/** As `parseResourceVersion`; throws 400 where that is undefined. */
export function resourceVersionOf(query: Query): AskedVersion {
  const text = query.get('resourceVersion');
  const asked = parseResourceVersion(text);
  if (asked === undefined) throw badRequest(`invalid resource version: ${JSON.stringify(text)} is not a version`);
  return asked;
}
