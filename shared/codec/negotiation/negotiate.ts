// Negotiates the representation of a response: the first range of Accept that the endpoint can serve (RFC 9110 section 12.5.1;
// the parameters `as`, `g`, `v` ask for a Table or for metadata only).

import { notAcceptable, notConvertible } from '../../object/errors.ts';
import type { Vendor } from '../../vendor/vendor.ts';
import type { MediaRange } from './media-type.ts';
import { parseAccept, rangeMatches } from './media-type.ts';

export type Format = 'json' | 'yaml' | 'protobuf' | 'cbor';

export type TransformKind = 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

export interface Representation {
  readonly format: Format;
  /** For the Content-Type header; the same with and without a transform. */
  readonly contentType: string;
  /** Undefined: the object as it is. `version` is the one asked for (`v1`, `v1beta1`). */
  readonly transform: { readonly kind: TransformKind; readonly version: string } | undefined;
  /** Indented by two spaces. JSON only. */
  readonly pretty: boolean;
}

export interface NegotiationOptions {
  readonly vendor: Vendor;
  /** Formats of the endpoint in the order in which a wildcard prefers them. Default JSON, then YAML. */
  readonly formats?: readonly Format[];
  /** Those of them in which the object itself can be had; in the others there is only what it is turned into. Default all. */
  readonly wholeFormats?: readonly Format[];
  readonly allowTable: boolean;
  readonly allowPartial: boolean;
  /** A watch: YAML is not offered, since its documents cannot be separated in a stream. */
  readonly stream?: boolean;
  /** Whether the client asks for indented JSON beside Accept (`isPretty`). Default false. */
  readonly pretty?: boolean;
  /** The media types of the endpoint's route. If no range of Accept matches one, the request is refused before other checks. */
  readonly routed?: readonly string[];
}

const defaultFormats: readonly Format[] = ['json', 'yaml'];
const transformVersions = new Map<string, ReadonlySet<string>>([
  ['Table', new Set(['v1', 'v1beta1'])],
  ['PartialObjectMetadata', new Set(['v1', 'v1beta1'])],
  ['PartialObjectMetadataList', new Set(['v1', 'v1beta1'])],
]);

/** The representation for an Accept header. Throws the 406 StatusError when nothing in it can be served. */
export function negotiateResponse(accept: string | undefined, options: NegotiationOptions): Representation {
  const formats = (options.formats ?? defaultFormats).filter((format) => options.stream !== true || format !== 'yaml');
  const whole = formats.filter((format) => options.wholeFormats?.includes(format) ?? true);
  const ranges = parseAccept(accept);
  const literal = options.vendor.behaviour.acceptRanges === 'names';
  if (literal && options.routed !== undefined) requireNamed(accept ?? '', options.routed);
  const refused = literal ? [] : ranges.filter((range) => range.quality === 0);
  for (const range of ranges) {
    if (range.quality === 0 && !literal) break;
    for (const format of formats) {
      const contentType = contentTypeOf(format, options.vendor);
      const isRange = (one: MediaRange): boolean => rangeTakes(one, contentType, options.stream === true);
      if (!isRange(range)) continue;
      if (isWildcard(range) && refused.some((one) => !isWildcard(one) && isRange(one))) continue;
      const transform = transformOf(range, format, options);
      if (transform === 'unknown') continue;
      if (transform === undefined && !whole.includes(format)) continue;
      const pretty = format === 'json' && (options.pretty === true || isTrue(range.parameters.get('pretty')));
      return { format, contentType, transform, pretty };
    }
  }
  const suffix = options.stream === true ? ';stream=watch' : '';
  throw notAcceptable(whole.map((format) => `${contentTypeOf(format, options.vendor)}${suffix}`));
}

/** Throws 406 when no part of the header is one of these types, to the letter, or all types. */
export function requireNamed(accept: string, types: readonly string[]): void {
  if (accept === '') return;
  const named = accept.split(',').map((part) => (part.split(';')[0] ?? '').trim());
  if (named.some((name) => name === '*/*' || types.includes(name))) return;
  throw notConvertible(`406: Not Acceptable\n\nAvailable representations: ${types.join(', ')}`);
}

/** The media type of a format, without parameters. A stream of CBOR has `-seq` behind it. */
export function contentTypeOf(format: Format, vendor: Vendor): string {
  return format === 'protobuf' ? vendor.fill('application/vnd.{maker}.protobuf') : `application/${format}`;
}

/**
 * Whether JSON is indented for this request: `?pretty=true`, or no such parameter and a client that a person sits before.
 * `pretty` is the query parameter, null when it is absent; without a value it counts as absent.
 */
export function isPretty(pretty: string | null, userAgent: string): boolean {
  if (pretty !== null && pretty !== '') return isTrue(pretty);
  return /^(?:curl|Wget|Mozilla\/5\.0)/.test(userAgent);
}

/** A stream of CBOR may be asked for by the type of one item as well as by that of a sequence. */
function rangeTakes(range: MediaRange, contentType: string, stream: boolean): boolean {
  const [type = '', subtype = ''] = contentType.split('/');
  return rangeMatches(range, type, subtype) || (stream && subtype === 'cbor' && rangeMatches(range, type, 'cbor-seq'));
}

function transformOf(
  range: MediaRange,
  format: Format,
  options: NegotiationOptions,
): Representation['transform'] | 'unknown' {
  const kind = range.parameters.get('as');
  if (!streamsAs(range, format)) return 'unknown';
  // A group or a version of nothing.
  if (kind === undefined) return range.parameters.has('g') || range.parameters.has('v') ? 'unknown' : undefined;
  const version = range.parameters.get('v') ?? '';
  if (range.parameters.get('g') !== options.vendor.fill('meta.{api}')) return 'unknown';
  if (transformVersions.get(kind)?.has(version) !== true) return 'unknown';
  if (kind === 'Table') {
    return options.allowTable && format !== 'protobuf' ? { kind, version } : 'unknown';
  }
  return options.allowPartial ? { kind: kind as TransformKind, version } : 'unknown';
}

/** Whether what the parameter `stream` asks for, if it does, can be had in this format. */
function streamsAs(range: MediaRange, format: Format): boolean {
  const stream = range.parameters.get('stream') ?? '';
  return stream === '' || (stream === 'watch' && format !== 'yaml');
}

function isWildcard(range: MediaRange): boolean {
  return range.subtype === '*';
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text?.toLowerCase() === 'true';
}
