// The form of an answer: format, and whether the client wants the object, only its metadata, or a table.

import type { Representation } from '../../../../shared/codec/negotiation/negotiate.ts';
import type { ResourceRequest } from '../../contract/resource-handler.ts';
import type { Negotiator } from './negotiator.ts';
import type { ProtobufCodec } from './protobuf-codec.ts';
import { isPretty } from '../../../../shared/codec/negotiation/negotiate.ts';
import { encodeCbor } from '../../../../shared/codec/cbor/cbor-encoder.ts';
import { stringifyJson } from '../../../../shared/codec/json/json.ts';
import { toYaml } from '../../../../shared/codec/yaml/yaml-writer.ts';
import { badRequest, notConvertible } from '../../../../shared/object/errors.ts';

/** What `includeObject` asks the rows of a table to carry. */
export type IncludeObject = 'Metadata' | 'Object' | 'None';

export interface NegotiatedOutput {
  readonly representation: Representation;
  readonly include: IncludeObject;
  readonly protobuf: ProtobufCodec;
}

/** What negotiation needs of the registry's parts. */
export interface NegotiationDependencies {
  readonly negotiator: Negotiator;
  readonly protobuf: ProtobufCodec;
}

/** Sub-resources that are shown as tables, as the objects themselves are. */
const tabular: ReadonlySet<string> = new Set(['scale', 'status']);

/** Reviews, and what is only done to an object, are never tables. */
function hasTable({ resource, subresource }: ResourceRequest): boolean {
  return resource.storage !== undefined && (subresource === undefined || tabular.has(subresource.name));
}

/** Sub-resources of another kind have the form of that kind. */
export function hasProtobuf({ resource, subresource }: Pick<ResourceRequest, 'resource' | 'subresource'>): boolean {
  return resource.custom !== true || (subresource !== undefined && subresource.kind !== resource.kind);
}

const includes = ['Metadata', 'Object', 'None'] as const;

/** Throws 406 when nothing that the client accepts can be made, 400 for an unknown `includeObject`. */
export function negotiateOutput(
  parts: NegotiationDependencies,
  request: ResourceRequest,
  what: 'object' | 'list' | 'watch',
): NegotiatedOutput {
  const pretty = what !== 'watch' && isPretty(request.query.get('pretty'), request.userAgent);
  const representation = parts.negotiator.representation(request.accept, {
    stream: what === 'watch',
    pretty,
    table: hasTable(request),
    protobuf: hasProtobuf(request),
    listed: what !== 'object',
  });
  const kind = representation.transform?.kind;
  if (what === 'list' && kind === 'PartialObjectMetadata') {
    throw notConvertible('you requested PartialObjectMetadata, but the requested object is a list');
  }
  if (what !== 'list' && kind === 'PartialObjectMetadataList') {
    throw notConvertible('you requested PartialObjectMetadataList, but the requested object is not a list');
  }
  const asked = request.query.get('includeObject') ?? '';
  const include = asked === '' ? 'Metadata' : includes.find((known) => known === asked);
  if (include === undefined && kind === 'Table') {
    throw badRequest(
      `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(asked)}: must be 'Metadata', 'Object', 'None', or empty`,
    );
  }
  return { representation, include: include ?? 'Metadata', protobuf: parts.protobuf };
}

/** True when stored JSON can be sent as it is. */
export function isPlainJson({ representation }: NegotiatedOutput): boolean {
  return representation.format === 'json' && !representation.pretty && representation.transform === undefined;
}

/** A value in the form's format. JSON on one line ends with a newline, as text does. */
export function render(
  { representation, protobuf }: NegotiatedOutput,
  value: Readonly<Record<string, unknown>>,
): Buffer {
  if (representation.format === 'protobuf') return protobuf.encode(value);
  if (representation.format === 'cbor') return encodeCbor(value);
  if (representation.format === 'yaml') return Buffer.from(toYaml(value));
  return Buffer.from(representation.pretty ? stringifyJson(value, 2) : `${stringifyJson(value)}\n`);
}
