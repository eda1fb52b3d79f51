// How a client names a version of the collection: not at all, `0` for any, or a number. Versions are opaque to clients;
// here they are the revisions of the store.

import { badRequest } from '../../../shared/object/errors.ts';

export type AskedVersion =
  /** Not given: the newest state, consistent. */
  | { readonly kind: 'unset' }
  /** `0`: any state. */
  | { readonly kind: 'any' }
  | { readonly kind: 'at'; readonly revision: number };

const decimal = /^[0-9]+$/;

/** Undefined when the text is not a version that this service could have issued. */
export function parseResourceVersion(text: string | null): AskedVersion | undefined {
  if (text === null || text === '') return { kind: 'unset' };
  if (!decimal.test(text)) return undefined;
  const revision = Number(text);
  if (!Number.isSafeInteger(revision)) return undefined;
  return revision === 0 ? { kind: 'any' } : { kind: 'at', revision };
}

/** As `parseResourceVersion`; throws 400 where that is undefined. */
export function resourceVersionOf(query: URLSearchParams): AskedVersion {
  const text = query.get('resourceVersion');
  const asked = parseResourceVersion(text);
  if (asked === undefined) throw badRequest(`invalid resource version: ${JSON.stringify(text)} is not a version`);
  return asked;
}
