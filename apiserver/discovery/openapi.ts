// `/openapi/v3`: an index of one document per group version, each under an address that names its content's hash, so that clients
// may keep it for ever. Documents are made when first asked for, and kept until one of their resources changes.

import { loadDescriptions } from '../../shared/schema/descriptions.ts';
import type { PathHandler, Mount } from '../http/contract/path-handler.ts';
import { derived } from '../registry/derived.ts';
import { olderOpenApi } from './older-openapi.ts';
import { type Endpoint, endpointDocument, endpointsOf } from './openapi-endpoints.ts';
import { moved, publishedResponse, publishedOf } from './published.ts';
import type { Published } from './published.ts';
import {
  changing,
  documentOf,
  type Member,
  type Members,
  membersOf,
  type OpenApiParts,
  remoteDocuments,
} from './schema-document.ts';

const root = '/openapi/v3';
const year = 31_536_000_000;

/** The document of a group version once it is asked for. */
interface Made {
  document: Published | undefined;
}

interface Documents {
  readonly members: Members<Made>;
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly remote: ReadonlyMap<string, Published>;
  index: Published | undefined;
}

/** Answers `/openapi/v3` and below. */
export function openApi(parts: OpenApiParts, descriptions = loadDescriptions(parts.vendor)): PathHandler {
  const served = derived<Documents>(changing(parts), (all, before) => ({
    members: membersOf<Made>(all, before?.members, () => ({ document: undefined })),
    endpoints: new Map(endpointsOf(parts, all).map((endpoint) => [endpoint.name, endpoint])),
    remote: remoteDocuments(parts.remote),
    index: undefined,
  }));
  const publish = ({ resources, made }: Member<Made>): Published => {
    made.document ??= publishedOf(documentOf(parts, descriptions, resources));
    return made.document;
  };
  // What an endpoint is does not change with the resources.
  const made = new Map<string, Published>();
  const publishEndpoint = (endpoint: Endpoint): Published => {
    const known = made.get(endpoint.name) ?? publishedOf(endpointDocument(parts, descriptions, endpoint));
    made.set(endpoint.name, known);
    return known;
  };
  return (question) => {
    if (question.path === root) {
      const documents = served();
      documents.index ??= publishedOf({
        paths: Object.fromEntries([
          ...[...documents.endpoints].map(([path, endpoint]) => [path, indexEntry(path, publishEndpoint(endpoint))]),
          ...[...documents.members].map(([path, member]) => [path, indexEntry(path, publish(member))]),
          ...[...documents.remote].map(([path, document]) => [path, indexEntry(path, document)]),
        ]),
      });
      return publishedResponse(question, documents.index, { 'cache-control': 'no-cache, private' });
    }
    if (!question.path.startsWith(`${root}/`)) return undefined;
    const path = question.path.slice(root.length + 1);
    const { members, endpoints, remote } = served();
    const member = members.get(path);
    const endpoint = endpoints.get(path);
    const document = remote.get(path) ?? (member && publish(member)) ?? (endpoint && publishEndpoint(endpoint));
    if (document === undefined) return undefined;
    const asked = question.query.get('hash');
    if (asked === null) return publishedResponse(question, document, { 'cache-control': 'no-cache, private' });
    if (asked !== document.hash) return moved(addressOf(path, document));
    const expires = new Date(parts.now() + year).toUTCString();
    return publishedResponse(question, document, { 'cache-control': 'public, immutable', expires });
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
