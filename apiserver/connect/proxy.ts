// `nodes/proxy`, `pods/proxy` and `services/proxy`: forwards any request to the target that the path names. Pages are not
// changed: links in them are not rewritten. Redirects to the same host are.

import type { Dispatcher } from 'undici';
import type { Query } from '../registry/contract/query.ts';
import type { Response, ResourceRequest } from '../registry/contract/resource-handler.ts';
import { type NodeOrigin, parseNamed, parseNamedNode, targetPath } from './address/node-target.ts';
import { changeProtocol } from './change-protocol.ts';
import { ask, streamOf } from './forward-request.ts';
import { forwardedHeaders, type ForwardedHeaders } from './forwarded-headers.ts';
import { originOf } from './known-objects.ts';
import { podOrigin, serviceOrigin } from './pod-origin.ts';
import type { ConnectSettings } from './settings.ts';

export async function proxyTo(settings: ConnectSettings, request: ResourceRequest): Promise<Response> {
  const origin = await originFor(settings, request);
  const target = { ...origin, path: pathWith(targetPath(request.subpath), request.query) };
  const prefix = prefixOf(request);
  if (request.head.upgrade !== undefined) return changeProtocol(settings, request, target);
  // Links of the page behind a proxy count from the path that ends with a slash.
  if (request.subpath === '' && request.verb === 'get') return moved(pathWith(`${prefix}/`, request.query));
  const body = request.verb === 'get' ? undefined : await request.body();
  const answer = await ask(settings, request, target, headersFor(request, prefix), body);
  return streamOf(answer, headersOf(answer, target.origin, prefix));
}

function originFor(settings: ConnectSettings, { resource, namespace, name }: ResourceRequest): Promise<NodeOrigin> {
  if (resource.name === 'nodes') return originOf(settings, parseNamedNode(name));
  if (resource.name === 'pods') return podOrigin(settings, namespace, parseNamedNode(name, 'pod'));
  return serviceOrigin(settings, namespace, parseNamed(name, 'service'));
}

/** The path of the proxy itself. */
function prefixOf({ resource, namespace, name }: ResourceRequest): string {
  const home = resource.namespaced ? `namespaces/${namespace}/` : '';
  return `/api/v1/${home}${resource.name}/${name}/proxy`;
}

function moved(location: string): Response {
  return { kind: 'body', status: 301, contentType: '', parts: [], length: 0, headers: { location } };
}

function pathWith(path: string, query: Query): string {
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

function headersFor({ head, subpath }: ResourceRequest, prefix: string): ForwardedHeaders {
  const { host } = head.headers;
  return {
    ...forwardedHeaders(head),
    'x-forwarded-uri': encodeURI(`${prefix}${decodeURIComponent(subpath)}`),
    'x-forwarded-proto': 'https',
    ...(typeof host === 'string' ? { 'x-forwarded-host': host } : {}),
  };
}

/** Of the connection, or said of the answer elsewhere. */
const notPassed: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function headersOf({ headers }: Dispatcher.ResponseData, origin: string, prefix: string): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || notPassed.has(name)) continue;
    const text = typeof value === 'string' ? value : value.join(', ');
    passed[name] = name === 'location' ? relocated(text, origin, prefix) : text;
  }
  return passed;
}

/** A redirect to the same host leads through the proxy. */
function relocated(location: string, origin: string, prefix: string): string {
  if (!URL.canParse(location, origin)) return location;
  const url = new URL(location, origin);
  const relative = !/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(location);
  return relative || url.origin !== origin ? location : `${prefix}${url.pathname}${url.search}${url.hash}`;
}
