// Whether the best media type that a client accepts for `/api` and `/apis` is the aggregated document. Clients that do not
// name it, or name a version that is gone, get the single documents.

import { parseAccept, rangeMatches } from '../../shared/codec/media-type.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';

export function asksForAggregated(accept: string | undefined, vendor: Vendor): boolean {
  const group = vendor.fill('apidiscovery.{api}');
  for (const range of parseAccept(accept)) {
    if (!rangeMatches(range, 'application', 'json')) continue;
    const { parameters } = range;
    const as = parameters.get('as');
    if (as === undefined) return false;
    if (as === 'APIGroupDiscoveryList' && parameters.get('g') === group && parameters.get('v') === 'v2') return true;
  }
  return false;
}
