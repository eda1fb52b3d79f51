// `/openapi/v2` and `/openapi/v3`: of the newer form an index of one document per group version, each under an address that
// names its content's hash, so that clients may keep it for ever. Documents are made when first asked for, and kept until one of
// their resources changes.

import { parseAccept, rangeMatches } from '../../shared/codec/negotiation/media-type.ts';
import { notAcceptable } from '../../shared/object/errors.ts';
import { apiVersionOf } from '../../shared/object/group-version.ts';
import { type Descriptions, loadDescriptions } from '../../shared/schema/descriptions.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { PathHandler, Mount } from '../http/contract/path-handler.ts';
import type { Resource, Resources } from '../registry/contract/resource.ts';
import { derived } from '../registry/derived.ts';
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
  readonly resources: Pick<Resources, 'version' | 'all'>;
  /** Version of the API in `info`, e.g. `v1.34.0`. */
  readonly version: string;
  /** Milliseconds since the epoch, for Expires. */
  readonly now: () => number;
}

/** The resources of one group version, and their document once it is asked for. */
interface Member {
  readonly resources: readonly Resource[];
  document: Published | undefined;
}

interface Members {
  readonly byPath: ReadonlyMap<string, Member>;
  index: Published | undefined;
}

/** Answers `/openapi/v3` and below. */
export function openApi(parts: OpenApiParts, descriptions = loadDescriptions(parts.vendor)): PathHandler {
  const served = derived<Members>(parts.resources, membersOf);
  const publish = (member: Member): Published => {
    member.document ??= publishedOf(documentOf(parts, descriptions, member.resources));
    return member.document;
  };
  return (question) => {
    if (question.path === root) {
      const members = served();
      members.index ??= publishedOf({
        paths: Object.fromEntries(
          [...members.byPath].map(([path, member]) => [path, indexEntry(path, publish(member))]),
        ),
      });
      return publishedResponse(question, members.index, { 'cache-control': 'no-cache, private' });
    }
    if (!question.path.startsWith(`${root}/`)) return undefined;
    const path = question.path.slice(root.length + 1);
    const member = served().byPath.get(path);
    if (member === undefined) return undefined;
    const document = publish(member);
    const asked = question.query.get('hash');
    if (asked === null) return publishedResponse(question, document, { 'cache-control': 'no-cache, private' });
    if (asked !== document.hash) return moved(addressOf(path, document));
    const expires = new Date(parts.now() + year).toUTCString();
    return publishedResponse(question, document, { 'cache-control': 'public, immutable', expires });
  };
}

/** A group version whose resources are the same as before keeps its document. */
function membersOf(all: readonly Resource[], before: Members | undefined): Members {
  const byPath = new Map<string, Member>();
  for (const group of groupsOf(all)) {
    for (const { version, resources } of group.versions) {
      const path = `${group.name === '' ? 'api' : 'apis'}/${apiVersionOf(group.name, version)}`;
      const known = before?.byPath.get(path);
      const same =
        known?.resources.length === resources.length && resources.every((one, at) => one === known.resources[at]);
      byPath.set(path, known !== undefined && same ? known : { resources, document: undefined });
    }
  }
  return { byPath, index: undefined };
}

/** Answers `/openapi/v2`: all group versions in one document of the older form, as JSON or as protobuf. */
export function olderOpenApi(parts: OpenApiParts, descriptions = loadDescriptions(parts.vendor)): PathHandler {
  const served = derived(parts.resources, (all) => {
    const document = (): ReturnType<typeof swaggerOf> => swaggerOf(documentOf(parts, descriptions, all));
    let json: Published | undefined;
    let protobuf: Published | undefined;
    return {
      json: () => (json ??= publishedOf(document())),
      protobuf: () => (protobuf ??= publishedBytes(Buffer.from(encodeSwagger(document())))),
    };
  });
  return (question) => {
    if (acceptedForm(question.accept) === 'json') return publishedResponse(question, served().json());
    return publishedResponse(question, served().protobuf(), {}, protobufType);
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
