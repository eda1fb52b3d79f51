// The form of an answer: format, and whether the client wants the object, only its metadata, or a table (wire 5.5).

import type { Representation } from '../../../shared/codec/negotiate.ts';
import type { VerbRequest } from '../verb.ts';
import type { Negotiator } from './negotiator.ts';
import type { ProtobufForm } from './protobuf-form.ts';
import { isPretty } from '../../../shared/codec/negotiate.ts';
import { encodeCbor } from '../../../shared/codec/cbor-encoder.ts';
import { stringifyJson } from '../../../shared/codec/json.ts';
import { toYaml } from '../../../shared/codec/yaml.ts';
import { badRequest, notConvertible } from '../../../shared/object/errors.ts';

/** What `includeObject` asks the rows of a table to carry. */
export type IncludeObject = 'Metadata' | 'Object' | 'None';

export interface Form {
  readonly representation: Representation;
  readonly include: IncludeObject;
  readonly protobuf: ProtobufForm;
}

/** What negotiation needs of the registry's parts. */
export interface FormParts {
  readonly negotiator: Negotiator;
  readonly protobuf: ProtobufForm;
}

/** Sub-resources that are shown as tables, as the objects themselves are. */
const tabular: ReadonlySet<string> = new Set(['scale', 'status']);

/** Reviews, and what is only done to an object, are never tables. */
function hasTable({ resource, subresource }: VerbRequest): boolean {
  return resource.storage !== undefined && (subresource === undefined || tabular.has(subresource.name));
}

const includes = ['Metadata', 'Object', 'None'] as const;

/** Throws 406 when nothing that the client accepts can be made, 400 for an unknown `includeObject`. */
export function formOf(parts: FormParts, request: VerbRequest, what: 'object' | 'list' | 'watch'): Form {
  const pretty = what !== 'watch' && isPretty(request.query.get('pretty'), request.userAgent);
  const representation = parts.negotiator.representation(request.accept, {
    stream: what === 'watch',
    pretty,
    table: hasTable(request),
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
export function isPlainJson({ representation }: Form): boolean {
  return representation.format === 'json' && !representation.pretty && representation.transform === undefined;
}

/** A value in the form's format. JSON on one line ends with a newline, as text does. */
export function render({ representation, protobuf }: Form, value: Readonly<Record<string, unknown>>): Buffer {
  if (representation.format === 'protobuf') return protobuf.encode(value);
  if (representation.format === 'cbor') return encodeCbor(value);
  if (representation.format === 'yaml') return Buffer.from(toYaml(value));
  return Buffer.from(representation.pretty ? stringifyJson(value, 2) : `${stringifyJson(value)}\n`);
}
