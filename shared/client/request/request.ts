// The requests of this API as values: method, path, query and body for each verb on a resource. Pure; `exchange.ts` sends
// them.

import type { GroupVersionResource } from '../../object/api-object.ts';
import { stringifyJson } from '../../codec/json/json.ts';
import { apiVersionOf } from '../../object/group-version.ts';

/** The target of a request. `namespace` absent: cluster scope, or all namespaces. */
export interface Target extends GroupVersionResource {
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

export interface WriteOptions {
  /** The owner of the written fields. Default: the server derives it from the user agent. */
  readonly fieldManager?: string;
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
  /** The server does everything but store the result. */
  readonly dryRun?: boolean;
}

export interface ReadOptions {
  readonly resourceVersion?: string;
}

export interface SelectOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

export interface ListOptions extends SelectOptions, ReadOptions {
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  /** Most items of one page; absent: all. */
  readonly limit?: number;
  /** The token of the previous page. */
  readonly continue?: string;
}

export interface WatchOptions extends SelectOptions, ReadOptions {
  readonly resourceVersionMatch?: 'NotOlderThan';
  readonly allowWatchBookmarks?: boolean;
  readonly sendInitialEvents?: boolean;
  /** Seconds after which the server ends the watch. */
  readonly timeoutSeconds?: number;
}

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: boolean;
}

/** The patch formats and their media types. */
export const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

export type PatchType = keyof typeof patchTypes;

export interface PatchOptions extends WriteOptions {
  /** For `apply` only: takes over fields of other managers. */
  readonly force?: boolean;
}

/** A request before it is sent. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const json = 'application/json';

export function getRequest(target: Target, options: ReadOptions = {}): ApiRequest {
  return without('GET', target, queryOf(options));
}

export function listRequest(target: Target, options: ListOptions = {}): ApiRequest {
  return without('GET', target, queryOf(options));
}

export function watchRequest(target: Target, options: WatchOptions = {}): ApiRequest {
  return without('GET', target, [...queryOf(options), ['watch', 'true']]);
}

export function createRequest(target: Target, object: unknown, options: WriteOptions = {}): ApiRequest {
  return withBody('POST', target, queryOf(writeQuery(options)), object, json);
}

export function updateRequest(target: Target, object: unknown, options: WriteOptions = {}): ApiRequest {
  return withBody('PUT', target, queryOf(writeQuery(options)), object, json);
}

/** JSON is YAML, so an apply patch too is written as JSON. */
export function patchRequest(target: Target, type: PatchType, patch: unknown, options: PatchOptions = {}): ApiRequest {
  const { force, ...rest } = options;
  const query = { ...writeQuery(rest), ...(force === undefined ? {} : { force }) };
  return withBody('PATCH', target, queryOf(query), patch, patchTypes[type]);
}

export function deleteRequest(target: Target, options: DeleteOptions = {}): ApiRequest {
  return withDeleteOptions(target, [], options);
}

/** Deletes the objects that the selection matches. */
export function deleteCollectionRequest(
  target: Target,
  select: ListOptions = {},
  options: DeleteOptions = {},
): ApiRequest {
  return withDeleteOptions(target, queryOf(select), options);
}

/** `/api/v1/...` for the core group, `/apis/<group>/<version>/...` for others. Throws TypeError for impossible names. */
export function pathOf(target: Target): string {
  const { group, version, resource, namespace, name, subresource } = target;
  if (subresource !== undefined && name === undefined) throw new TypeError(`sub-resource ${subresource} needs a name`);
  const root = group === '' ? '/api' : '/apis';
  return [
    `${root}/${apiVersionOf(group, version)}`,
    ...(namespace === undefined ? [] : ['namespaces', segment('namespace', namespace)]),
    segment('resource', resource),
    ...(name === undefined ? [] : [segment('name', name)]),
    ...(subresource === undefined
      ? []
      : [
          subresource
            .split('/')
            .map((part) => segment('sub-resource', part))
            .join('/'),
        ]),
  ].join('/');
}

/** A name with a slash, or a single dot, would address another resource. */
function segment(what: string, text: string): string {
  if (text === '' || text === '.' || text === '..' || /[/%]/.test(text)) {
    throw new TypeError(`${JSON.stringify(text)} cannot be a ${what} in a path`);
  }
  return encodeURIComponent(text).replaceAll('%3A', ':');
}

type Query = readonly (readonly [string, string])[];

function queryOf(options: object): Query {
  return Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
}

function writeQuery({ dryRun, ...rest }: WriteOptions): Record<string, unknown> {
  return { ...rest, ...(dryRun === true ? { dryRun: 'All' } : {}) };
}

function withQuery(target: Target, query: Query): string {
  const text = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return text === '' ? pathOf(target) : `${pathOf(target)}?${text}`;
}

function without(method: 'GET' | 'DELETE', target: Target, query: Query): ApiRequest {
  return { method, path: withQuery(target, query), headers: { accept: json } };
}

function withBody(
  method: 'POST' | 'PUT' | 'PATCH',
  target: Target,
  query: Query,
  body: unknown,
  type: string,
): ApiRequest {
  return {
    method,
    path: withQuery(target, query),
    headers: { accept: json, 'content-type': type },
    body: stringifyJson(body),
  };
}

function withDeleteOptions(target: Target, query: Query, { dryRun, ...options }: DeleteOptions): ApiRequest {
  const request = without('DELETE', target, query);
  const given = { ...options, ...(dryRun === true ? { dryRun: ['All'] } : {}) };
  if (Object.values(given).every((value) => value === undefined)) return request;
  const body = stringifyJson({ apiVersion: 'v1', kind: 'DeleteOptions', ...given });
  return { ...request, headers: { ...request.headers, 'content-type': json }, body };
}
