// Reads what a request asks for from its method, path and query (requirements AUTHZ), without building a URL object: this runs
// for every request. Percent-encoding is undone per segment, so that an encoded slash can never move a name into another place
// of the path.

import type { Query } from '../../registry/contract/query.ts';
import { badRequest } from '../../../shared/object/errors.ts';
import { parseFieldSelector } from '../../../shared/object/field-selector.ts';
import type { RequestInfo, ResourceRequestInfo } from '../contract/request-info.ts';
import { parseQuery } from './parse-query.ts';

const verbs: ReadonlyMap<string, string> = new Map([
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

/** What follows these names under `/namespaces/<name>/` is a sub-resource of the namespace, not a resource in it. */
const namespaceSubresources: ReadonlySet<string> = new Set(['status', 'finalize']);

/** Throws the 400 StatusError for a path that cannot be decoded. */
export function parseRequestInfo(method: string, url: string): RequestInfo {
  const mark = url.indexOf('?');
  const rawPath = mark === -1 ? url : url.slice(0, mark);
  const query = parseQuery(mark === -1 ? '' : url.slice(mark + 1));
  if (!rawPath.startsWith('/')) {
    throw badRequest('the request path must start with a slash');
  }
  const resource = parseResource(method, rawPath, query);
  return resource ?? { kind: 'path', verb: method.toLowerCase(), path: decode(rawPath), query };
}

function parseResource(method: string, rawPath: string, query: Query): ResourceRequestInfo | undefined {
  const core = rawPath.startsWith('/api/');
  if (!core && !rawPath.startsWith('/apis/')) {
    return undefined;
  }
  const segments = rawPath.slice(1).split('/');
  const from = core ? 2 : 3;
  // Group and version documents, and anything with an empty segment, are no resources. A slash at the end means nothing.
  if (segments.length <= from || (!core && segments[1] === '')) {
    return undefined;
  }
  let position = from;
  let verb = verbs.get(method) ?? '';
  const legacyWatch = segments[position] === 'watch' && segments.length > position + 1;
  if (legacyWatch) {
    position += 1;
    verb = 'watch';
  }
  const rest = restSegments(segments, position);
  if (rest === undefined) {
    return undefined;
  }
  const target = locate(rest);
  const reading = refineVerb(verb, target, query);
  // One literal: copying objects by spread costs more than everything else here.
  return {
    kind: 'resource',
    verb: reading.verb,
    group: core ? '' : decodeSegment(segments[1] ?? ''),
    version: decodeSegment(segments[from - 1] ?? ''),
    resource: target.resource,
    subresource: target.subresource,
    subpath: target.subpath,
    namespace: target.namespace,
    name: reading.selectedName === '' ? target.name : reading.selectedName,
    nameFromSelector: reading.selectedName !== '',
    path: decode(rawPath),
    query,
    shared: false,
  };
}

interface Reading {
  readonly verb: string;
  /** The name that a field selector of a collection request fixes; '' when none does. */
  readonly selectedName: string;
}

/** What the method alone does not tell: collections, watches. */
function refineVerb(verb: string, { name, subresource }: Target, query: Query): Reading {
  if (name !== '') {
    const watches = verb === 'get' && subresource === '' && isTrue(query, 'watch');
    return { verb: watches ? 'watch' : verb, selectedName: '' };
  }
  if (verb === 'get') {
    return { verb: isTrue(query, 'watch') ? 'watch' : 'list', selectedName: selectedName(query) };
  }
  if (verb === 'watch') {
    return { verb, selectedName: selectedName(query) };
  }
  return { verb: verb === 'delete' ? 'deletecollection' : verb, selectedName: '' };
}

interface Rest {
  readonly segments: readonly string[];
  /** All segments of the path as sent, and the position of the first of `segments` among them. */
  readonly raw: readonly string[];
  readonly position: number;
}

/** Decoded segments from `position` on; undefined when one before a proxy's sub-path is empty. */
function restSegments(raw: readonly string[], position: number): Rest | undefined {
  const segments: string[] = [];
  for (let index = position; index < raw.length; index += 1) {
    const segment = raw[index] ?? '';
    // What follows the sub-resource `proxy` (not an object of that name) belongs to the backend: empty segments and all.
    if (segments[segments[0] === 'namespaces' ? 4 : 2] === 'proxy') {
      break;
    }
    if (segment === '') {
      if (index === raw.length - 1 && segments.length > 0) {
        break;
      }
      return undefined;
    }
    segments.push(decodeSegment(segment));
  }
  return { segments, raw, position };
}

/** What follows the first `count` segments, as sent, with the slash before it. */
function rawAfter({ raw, position }: Rest, count: number): string {
  return raw.length <= position + count ? '' : `/${raw.slice(position + count).join('/')}`;
}

type Target = Pick<ResourceRequestInfo, 'resource' | 'namespace' | 'name' | 'subresource' | 'subpath'>;

function locate(rest: Rest): Target {
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = rest.segments;
  if (first !== 'namespaces' || second === '') {
    return { resource: first, namespace: '', name: second, subresource: third, subpath: rawAfter(rest, 3) };
  }
  if (third === '' || namespaceSubresources.has(third)) {
    return { resource: first, namespace: second, name: second, subresource: third, subpath: rawAfter(rest, 3) };
  }
  return { resource: third, namespace: second, name: fourth, subresource: fifth, subpath: rawAfter(rest, 5) };
}

/**
 * The name that a field selector of a collection request fixes, '' when it fixes none that an object can have. A selector that
 * cannot be read is the verb's to refuse.
 */
function selectedName(query: Query): string {
  const text = query.get('fieldSelector');
  if (text === null || !text.includes('metadata.name')) {
    return '';
  }
  try {
    const name = parseFieldSelector(text).exactValue('metadata.name') ?? '';
    return name === '.' || name === '..' || /[/%]/.test(name) ? '' : name;
  } catch {
    // The same text is parsed, and refused, by the verb.
    return '';
  }
}

/** How booleans are read from a query: present and neither `false`, in any letters, nor `0`. */
function isTrue(query: Query, name: string): boolean {
  const value = query.get(name);
  return value !== null && value.toLowerCase() !== 'false' && value !== '0';
}

function decodeSegment(segment: string): string {
  const text = segment.includes('%') ? decode(segment) : segment;
  if (text === '.' || text === '..' || text.includes('/')) {
    throw badRequest(`the path segment ${JSON.stringify(segment)} is not allowed`);
  }
  return text;
}

function decode(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    throw badRequest('the request path holds an invalid percent-encoding');
  }
}
