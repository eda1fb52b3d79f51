// `/openapi/v2`: all group versions in one document of the older form, as JSON or as protobuf. It is made at the first request,
// one group version at a time, yielding to other work in between. After a change only the changed group versions are made again.

import { setImmediate as turn } from 'node:timers/promises';

import { type Descriptions, loadDescriptions } from '../../shared/schema/descriptions.ts';
import { parseAccept, rangeMatches } from '../../shared/codec/negotiation/media-type.ts';
import { notAcceptable } from '../../shared/object/errors.ts';
import type { PathHandler } from '../http/contract/path-handler.ts';
import type { Resource } from '../registry/contract/resource.ts';
import { derived } from '../registry/derived.ts';
import { type Endpoint, endpointDocument, endpointsOf } from './openapi-endpoints.ts';
import type { OlderForm } from './older-form.ts';
import { type Published, publishedBytes, publishedResponse } from './published.ts';
import {
  changing,
  documentOf,
  type Members,
  membersOf,
  type OpenApiParts,
  remoteDocuments,
  type SchemaDocument,
} from './schema-document.ts';
import { swaggerPath, swaggerSchema } from './swagger.ts';
import { swaggerProtobuf } from './swagger-protobuf.ts';

/** The entries of one group version in one form. */
interface Piece {
  readonly paths: readonly Buffer[];
  readonly definitions: Map<string, Definition>;
}

interface Definition {
  readonly bytes: Buffer;
  /** How many kinds it says that it is the type of. */
  readonly kinds: number;
}

interface Documents {
  readonly members: Members<Map<OlderForm, Piece>>;
  readonly endpoints: readonly Endpoint[];
  /** What an endpoint is does not change with the resources. */
  readonly ofEndpoints: Map<OlderForm, Map<string, Piece>>;
  /** Documents of other servers, those that can be used. */
  readonly remote: readonly Pick<SchemaDocument, 'paths' | 'components'>[];
  /** Made, or being made. */
  readonly whole: Map<OlderForm, Promise<Published>>;
}

const json: OlderForm = {
  contentType: 'application/json',
  path: jsonEntry,
  definition: jsonEntry,
  whole: (info, paths, definitions) =>
    Buffer.concat([
      Buffer.from(`{"swagger":"2.0","info":${JSON.stringify(info)},"paths":{`),
      ...commaBetween(paths),
      Buffer.from('},"definitions":{'),
      ...commaBetween(definitions),
      Buffer.from('}}'),
    ]),
};

export function olderOpenApi(parts: OpenApiParts, descriptions = loadDescriptions(parts.vendor)): PathHandler {
  const served = derived<Documents>(changing(parts), (all, before) => ({
    members: membersOf<Map<OlderForm, Piece>>(all, before?.members, () => new Map()),
    endpoints: endpointsOf(parts, all),
    ofEndpoints: before?.ofEndpoints ?? new Map<OlderForm, Map<string, Piece>>(),
    remote: [...remoteDocuments(parts.remote)].flatMap(([path, { body }]) => usable(path, body)),
    whole: new Map(),
  }));
  return async (question) => {
    const form = acceptedForm(question.accept);
    const { whole, ...documents } = served();
    let document = whole.get(form);
    if (document === undefined) {
      document = wholeOf(parts, descriptions, form, documents);
      whole.set(form, document);
      // The next one tries again.
      document.catch(() => whole.delete(form));
    }
    return publishedResponse(question, await document, {}, form.contentType);
  };
}

async function wholeOf(
  parts: OpenApiParts,
  descriptions: Descriptions,
  form: OlderForm,
  { members, endpoints, ofEndpoints, remote }: Omit<Documents, 'whole'>,
): Promise<Published> {
  const paths: Buffer[] = [];
  const definitions = new Map<string, Definition>();
  for (const { resources, made } of members.values()) {
    let piece = made.get(form);
    if (piece === undefined) {
      piece = pieceOf(parts, descriptions, form, resources);
      made.set(form, piece);
      await turn();
    }
    paths.push(...piece.paths);
    for (const [name, definition] of piece.definitions) {
      const known = definitions.get(name);
      // A type of one group version may be a part of another's kinds, which do not say what it is.
      if (known === undefined || definition.kinds > known.kinds) definitions.set(name, definition);
      // Most are the same, and are kept once.
      else if (known.bytes.equals(definition.bytes)) piece.definitions.set(name, known);
    }
  }
  const known = ofEndpoints.get(form) ?? new Map<string, Piece>();
  ofEndpoints.set(form, known);
  const own = endpoints.map((endpoint) => {
    const piece =
      known.get(endpoint.name) ?? pieceOfDocument(parts, form, endpointDocument(parts, descriptions, endpoint));
    known.set(endpoint.name, piece);
    return piece;
  });
  // What this server describes itself stays as it is.
  const others = [...own, ...remote.flatMap((document) => pieceOfOther(parts, form, document))];
  for (const piece of others) {
    paths.push(...piece.paths);
    for (const [name, definition] of piece.definitions) if (!definitions.has(name)) definitions.set(name, definition);
  }
  const sorted = [...definitions].sort(([left], [right]) => (left < right ? -1 : 1));
  const { info } = documentOf(parts, descriptions, []);
  return publishedBytes(
    form.whole(
      info,
      paths,
      sorted.map(([, { bytes }]) => bytes),
    ),
  );
}

function pieceOf(
  parts: OpenApiParts,
  descriptions: Descriptions,
  form: OlderForm,
  resources: readonly Resource[],
): Piece {
  return pieceOfDocument(parts, form, documentOf(parts, descriptions, resources));
}

function pieceOfDocument(
  parts: OpenApiParts,
  form: OlderForm,
  { paths, components }: Pick<SchemaDocument, 'paths' | 'components'>,
): Piece {
  const marker = parts.vendor.fill('x-{maker}-group-version-kind');
  const definitions = Object.entries(components.schemas).map(([name, type]): [string, Definition] => {
    const kinds = (type[marker] as readonly unknown[] | undefined)?.length ?? 0;
    return [name, { bytes: form.definition(name, swaggerSchema(type)), kinds }];
  });
  return {
    paths: Object.entries(paths).map(([path, item]) => form.path(path, swaggerPath(item))),
    definitions: new Map(definitions),
  };
}

/** The entries of another server's document; none where it says something that the form cannot write. */
function pieceOfOther(parts: OpenApiParts, form: OlderForm, document: Documents['remote'][number]): readonly Piece[] {
  try {
    return [pieceOfDocument(parts, form, document)];
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return [];
    throw error;
  }
}

/** Paths below the version itself, and its types, of a document that has the form; none of another. */
function usable(path: string, body: Buffer): readonly Pick<SchemaDocument, 'paths' | 'components'>[] {
  const isObject = (value: unknown): value is Record<string, Record<string, unknown>> =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isRecord);
  try {
    const { paths, components } = JSON.parse(body.toString('utf8')) as Partial<SchemaDocument>;
    const schemas = components?.schemas ?? {};
    if (!isObject(paths) || !isObject(schemas)) return [];
    const own = Object.entries(paths).filter(([one]) => one === `/${path}/` || one.startsWith(`/${path}/`));
    return [{ paths: Object.fromEntries(own), components: { schemas } }];
  } catch {
    return [];
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Clients also spell the type with an at sign, which no media type may have. Throws 406. */
function acceptedForm(accept: string | undefined): OlderForm {
  for (const range of parseAccept(accept?.replaceAll('spec.v2@v1.0', 'spec.v2.v1.0'))) {
    if (range.quality === 0) continue;
    if (rangeMatches(range, 'application', 'json')) return json;
    if (`${range.type}/${range.subtype}` === swaggerProtobuf.contentType) return swaggerProtobuf;
  }
  throw notAcceptable([json.contentType, swaggerProtobuf.contentType]);
}

function jsonEntry(name: string, value: object): Buffer {
  return Buffer.from(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
}

const comma = Buffer.from(',');

function commaBetween(entries: readonly Buffer[]): readonly Buffer[] {
  return entries.flatMap((entry, at) => (at === 0 ? [entry] : [comma, entry]));
}
