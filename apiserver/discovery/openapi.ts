// `/openapi/v2` and `/openapi/v3`: of the newer form an index of one document per group version, each under an address that
// names its content's hash, so that clients may keep it for ever. Documents are made when first asked for, and kept.

import { parseAccept, rangeMatches } from '../../shared/codec/negotiation/media-type.ts';
import { notAcceptable } from '../../shared/object/errors.ts';
import { apiVersionOf } from '../../shared/object/group-version.ts';
import { type Descriptions, loadDescriptions } from '../../shared/schema/descriptions.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { PathHandler, Mount } from '../http/contract/path-handler.ts';
import type { Resource } from '../registry/contract/resource.ts';
import { groupsOf } from './groups.ts';
import { pathsOf } from './openapi-paths.ts';
import type { KindRef } from './openapi-schema.ts';
import { ComponentSchemas } from './openapi-schema.ts';
import { moved, publishedResponse, publishedBytes, publishedOf } from './published.ts';
import type { Published } from './published.ts';
import { type NewerDocument, swaggerOf } from './swagger.ts';
import { encodeSwagger } from './swagger-protobuf.ts';

const root = '/openapi/v3';
const year = 31_536_000_000;
const protobufType = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

export interface OpenApiParts {
  readonly vendor: Vendor;
  readonly resources: readonly Resource[];
  /** Version of the API in `info`, e.g. `v1.34.0`. */
  readonly version: string;
  /** Milliseconds since the epoch, for Expires. */
  readonly now: () => number;
}

/** Answers `/openapi/v3` and below. */
export function openApi(parts: OpenApiParts, descriptions = loadDescriptions(parts.vendor)): PathHandler {
  const members = new Map<string, readonly Resource[]>();
  for (const group of groupsOf(parts.resources)) {
    for (const { version, resources } of group.versions) {
      members.set(`${group.name === '' ? 'api' : 'apis'}/${apiVersionOf(group.name, version)}`, resources);
    }
  }
  const published = new Map<string, Published>();
  const publish = (path: string, resources: readonly Resource[]): Published => {
    const known = published.get(path) ?? publishedOf(documentOf(parts, descriptions, resources));
    published.set(path, known);
    return known;
  };
  let index: Published | undefined;
  return (question) => {
    if (question.path === root) {
      index ??= publishedOf({
        paths: Object.fromEntries(
          [...members].map(([path, resources]) => [path, indexEntry(path, publish(path, resources))]),
        ),
      });
      return publishedResponse(question, index, { 'cache-control': 'no-cache, private' });
    }
    if (!question.path.startsWith(`${root}/`)) return undefined;
    const path = question.path.slice(root.length + 1);
    const resources = members.get(path);
    if (resources === undefined) return undefined;
    const document = publish(path, resources);
    const asked = question.query.get('hash');
    if (asked === null) return publishedResponse(question, document, { 'cache-control': 'no-cache, private' });
    if (asked !== document.hash) return moved(addressOf(path, document));
    const expires = new Date(parts.now() + year).toUTCString();
    return publishedResponse(question, document, { 'cache-control': 'public, immutable', expires });
  };
}

/** Answers `/openapi/v2`: all group versions in one document of the older form, as JSON or as protobuf. */
export function olderOpenApi(parts: OpenApiParts, descriptions = loadDescriptions(parts.vendor)): PathHandler {
  let json: Published | undefined;
  let protobuf: Published | undefined;
  const document = (): ReturnType<typeof swaggerOf> => swaggerOf(documentOf(parts, descriptions, parts.resources));
  return (question) => {
    if (acceptedForm(question.accept) === 'json') {
      json ??= publishedOf(document());
      return publishedResponse(question, json);
    }
    protobuf ??= publishedBytes(Buffer.from(encodeSwagger(document())));
    return publishedResponse(question, protobuf, {}, protobufType);
  };
}

/** Clients also spell the type with an at sign, which no media type may have. Throws 406. */
function acceptedForm(accept: string | undefined): 'json' | 'protobuf' {
  for (const range of parseAccept(accept?.replaceAll('spec.v2@v1.0', 'spec.v2.v1.0'))) {
    if (range.quality === 0) continue;
    if (rangeMatches(range, 'application', 'json')) return 'json';
    if (`${range.type}/${range.subtype}` === protobufType) return 'protobuf';
  }
  throw notAcceptable(['application/json', protobufType]);
}

function documentOf(
  { vendor, version }: OpenApiParts,
  descriptions: Descriptions,
  resources: readonly Resource[],
): NewerDocument {
  const kinds = new Map<string, KindRef[]>();
  for (const { group, version: kindVersion, kind, schema } of resources) {
    const refs = kinds.get(schema.name) ?? [];
    if (!refs.some((ref) => ref.kind === kind)) refs.push({ group, version: kindVersion, kind });
    kinds.set(schema.name, refs);
  }
  const schemas = new ComponentSchemas(vendor, (name) => kinds.get(name) ?? [], descriptions);
  const paths = pathsOf(vendor, resources, (schema) => schemas.reference(schema));
  return {
    openapi: '3.0.0',
    info: { title: vendor.fill('{Maker}'), version },
    paths,
    components: { schemas: schemas.documents() },
  };
}

function indexEntry(path: string, document: Published): object {
  return { serverRelativeURL: addressOf(path, document) };
}

function addressOf(path: string, { hash }: Published): string {
  return `${root}/${path}?hash=${hash}`;
}

/** Handlers for `/openapi/v2`, `/openapi/v3` and everything below. */
export function openApiMounts(parts: OpenApiParts): readonly Mount[] {
  const descriptions = loadDescriptions(parts.vendor);
  const answer = openApi(parts, descriptions);
  return [
    { path: '/openapi/v2', answer: olderOpenApi(parts, descriptions) },
    ...[root, `${root}/`].map((path) => ({ path, answer })),
  ];
}
