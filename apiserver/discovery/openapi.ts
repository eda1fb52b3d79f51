// `/openapi/v3`: an index of one document per group version, each under an address that names its content's hash, so that
// clients may keep it for ever (wire section 4.4). Documents are made when first asked for, and kept.

import { createHash } from 'node:crypto';
import { apiVersionOf } from '../../shared/object/group-version.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Resource } from '../registry/resource.ts';
import { groupsOf } from './groups.ts';
import type { KindRef } from './openapi-schema.ts';
import { ComponentSchemas } from './openapi-schema.ts';
import { pathsOf } from './openapi-paths.ts';
import type { AnswerPath, PathAnswer, PathQuestion } from './path-answer.ts';

interface Published {
  readonly body: Buffer;
  /** SHA-512 of the body, upper-case hexadecimal. */
  readonly hash: string;
}

const root = '/openapi/v3';
const year = 31_536_000_000;

export interface OpenApiParts {
  readonly vendor: Vendor;
  readonly resources: readonly Resource[];
  /** Version of the API in `info`, e.g. `v1.34.0`. */
  readonly version: string;
  /** Milliseconds since the epoch, for Expires. */
  readonly now: () => number;
}

/** Answers `/openapi/v3` and below. */
export function openApi(parts: OpenApiParts): AnswerPath {
  const members = new Map<string, readonly Resource[]>();
  for (const group of groupsOf(parts.resources)) {
    for (const { version, resources } of group.versions) {
      members.set(`${group.name === '' ? 'api' : 'apis'}/${apiVersionOf(group.name, version)}`, resources);
    }
  }
  const published = new Map<string, Published>();
  const publish = (path: string, resources: readonly Resource[]): Published => {
    const known = published.get(path) ?? publishedOf(documentOf(parts, resources));
    published.set(path, known);
    return known;
  };
  let index: Published | undefined;
  return async (question) => {
    if (question.path === root) {
      index ??= publishedOf({ paths: Object.fromEntries([...members].map(([path, resources]) => [path, indexEntry(path, publish(path, resources))])) });
      return answer(question, index, { 'cache-control': 'no-cache, private' });
    }
    if (!question.path.startsWith(`${root}/`)) return undefined;
    const path = question.path.slice(root.length + 1);
    const resources = members.get(path);
    if (resources === undefined) return undefined;
    const document = publish(path, resources);
    const asked = question.query.get('hash');
    if (asked === null) return answer(question, document, { 'cache-control': 'no-cache, private' });
    if (asked !== document.hash) return moved(addressOf(path, document));
    const expires = new Date(parts.now() + year).toUTCString();
    return answer(question, document, { 'cache-control': 'public, immutable', expires });
  };
}

function documentOf({ vendor, version }: OpenApiParts, resources: readonly Resource[]): object {
  const kinds = new Map<string, KindRef[]>();
  for (const { group, version: kindVersion, kind, schema } of resources) {
    const refs = kinds.get(schema.name) ?? [];
    if (!refs.some((ref) => ref.kind === kind)) refs.push({ group, version: kindVersion, kind });
    kinds.set(schema.name, refs);
  }
  const schemas = new ComponentSchemas(vendor, (name) => kinds.get(name) ?? []);
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

function publishedOf(document: object): Published {
  const body = Buffer.from(JSON.stringify(document));
  return { body, hash: createHash('sha512').update(body).digest('hex').toUpperCase() };
}

function answer({ headers }: PathQuestion, { body, hash }: Published, more: Readonly<Record<string, string>>): PathAnswer {
  const etag = `"${hash}"`;
  const common = { etag, vary: 'Accept', ...more };
  if (headers['if-none-match'] === etag) return { status: 304, headers: common, body: Buffer.alloc(0) };
  return { status: 200, headers: { 'content-type': 'application/json', ...common }, body };
}

function moved(location: string): PathAnswer {
  return { status: 301, headers: { location, 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.alloc(0) };
}
