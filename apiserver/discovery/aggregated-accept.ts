// Whether and in which format a client requests all of `/api` or `/apis` in one document. Clients that do not request the
// aggregated form, or request a removed version of it, get the single documents.

import { parseAccept, rangeMatches } from '../../shared/codec/negotiation/media-type.ts';
import { contentTypeOf, type Format } from '../../shared/codec/negotiation/negotiate.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';

/** Formats of discovery, in the order in which a wildcard prefers them. */
export const discoveryFormats: readonly Format[] = ['json', 'yaml', 'protobuf'];

/** Undefined: the client does not ask for the aggregated form. */
export function aggregatedFormat(accept: string | undefined, vendor: Vendor): Format | undefined {
  const group = vendor.fill('apidiscovery.{api}');
  for (const range of parseAccept(accept)) {
    const { parameters } = range;
    if (range.quality === 0 || parameters.get('as') !== 'APIGroupDiscoveryList') continue;
    if (parameters.get('g') !== group || parameters.get('v') !== 'v2') continue;
    const format = discoveryFormats.find((one) => {
      const [type = '', subtype = ''] = contentTypeOf(one, vendor).split('/');
      return rangeMatches(range, type, subtype);
    });
    if (format !== undefined) return format;
  }
  return undefined;
}
