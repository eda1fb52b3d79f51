// What only a node can answer, asked of its agent: `nodes/proxy` and `pods/log`. The answer streams through unchanged.
// Interactive streams (exec, attach, port forwarding) and proxies into pods and services are refused.

import type { Dispatcher } from 'undici';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { ConnectHandler } from '../context/registry-dependencies.ts';
import type { Query } from '../contract/query.ts';
import type { Resource, Resources, Verb } from '../contract/resource.ts';
import type { Pod } from '../kinds/core/pod/pod-strategy.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import type { Store } from '../../storage/contract/store.ts';
import {
  badRequest,
  failure,
  internalError,
  notFound,
  type Reason,
  serviceUnavailable,
} from '../../../shared/object/errors.ts';
import type { StatusError } from '../../../shared/object/status-error.ts';
import { logQueryOf } from '../options/log-options.ts';
import { groupResourceOf, keyOf } from '../object/stored-objects.ts';
import { decodeStored } from '../../storage/format/stored-object.ts';
import {
  type NamedNode,
  type NodeOrigin,
  nodeOrigin,
  type NodeStatus,
  parseNamedNode,
  targetPath,
} from './node-target.ts';
import { type AddressFilter, UnproxyableAddressError } from './proxyable-address.ts';

export interface NodeForwardSettings {
  readonly resources: Resources;
  readonly store: Store;
  /** Connects to agents: holds the client certificate and the authority that agents are verified against. */
  readonly agents: Dispatcher;
  /** Connects to other ports of nodes, without a client certificate. */
  readonly otherPorts: Dispatcher;
  /** Which IP addresses are connected to. Both dispatchers must hold names to it, by `checkedLookup`. */
  readonly isAllowed: AddressFilter;
  /** Types of addresses in the order they are tried. Default: that of `preferredAddress`. */
  readonly addressTypes?: readonly string[];
  /** Default `https`. */
  readonly scheme?: 'https' | 'http';
}

interface Node extends ApiObject {
  readonly status?: NodeStatus;
}

const methods: Readonly<Record<Verb, Dispatcher.HttpMethod>> = {
  get: 'GET',
  list: 'GET',
  watch: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
};

export function makeNodeForward(settings: NodeForwardSettings): ConnectHandler {
  return (request) => {
    const { resource, subresource } = request;
    if (resource.name === 'nodes' && subresource?.name === 'proxy') return proxyToNode(settings, request);
    if (resource.name === 'pods' && subresource?.name === 'log') return readLog(settings, request);
    // Not 503, although that is what a missing part is: clients would ask again, some of them for a minute.
    throw failure('MethodNotAllowed', `${resource.name}/${subresource?.name ?? ''} is not served yet`);
  };
}

async function proxyToNode(settings: NodeForwardSettings, request: ResourceRequest): Promise<Response> {
  const origin = await originOf(settings, parseNamedNode(request.name));
  if (request.subpath === '' && request.verb === 'get') return withSlash(request);
  const body = request.verb === 'get' ? undefined : await request.body();
  const path = pathWith(targetPath(request.subpath), request.query);
  return streamOf(await ask(settings, request, { ...origin, path, body }));
}

/** Links of the page behind a proxy count from the path that ends with a slash. */
function withSlash({ name, query }: ResourceRequest): Response {
  const headers = { location: pathWith(`/api/v1/nodes/${name}/proxy/`, query) };
  return { kind: 'body', status: 301, contentType: '', parts: [], length: 0, headers };
}

function pathWith(path: string, query: Query): string {
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

async function readLog(settings: NodeForwardSettings, request: ResourceRequest): Promise<Response> {
  const { resource, namespace, name } = request;
  const query = logQueryOf(request.query, name);
  const pod = (await read(settings.store, resource, namespace, name)) as Pod;
  const container = containerOf(pod, query.get('container') ?? '');
  query.delete('container');
  const node = pod.spec?.nodeName ?? '';
  // Nothing has been written anywhere yet.
  if (node === '') return { kind: 'body', status: 204, contentType: 'text/plain', parts: [], length: 0 };
  const origin = await originOf(settings, { scheme: '', name: node, port: '' });
  const path = ['', 'containerLogs', namespace, name, container].map(encodeURIComponent).join('/');
  const answer = await ask(settings, request, { ...origin, path: pathWith(path, query) });
  // No redirect is followed: where it leads was not checked.
  if (answer.statusCode >= 300) throw refusalOf(answer.statusCode, await beginningOf(answer.body));
  return { ...streamOf(answer), contentType: 'text/plain' };
}

/** What an agent says of a log that it does not answer, in the terms of this API. */
function refusalOf(code: number, text: string): StatusError {
  const reason = refusals.get(code);
  return reason === undefined ? internalError(new Error(text)) : failure(reason, text);
}

const refusals: ReadonlyMap<number, Reason> = new Map([
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [422, 'Invalid'],
]);

/** Most bytes of an agent's refusal that are shown. */
const longestRefusal = 50_000;

async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= longestRefusal) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, longestRefusal).trim();
}

/** The container whose log is meant. Throws 400 when it must be named, or is not one of the pod's. */
function containerOf({ spec = {}, metadata }: Pod, asked: string): string {
  const all = [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])];
  if (asked !== '') {
    if (all.some((container) => container.name === asked)) return asked;
    throw badRequest(`container ${asked} is not valid for pod ${metadata.name}`);
  }
  const [first, ...others] = spec.containers ?? [];
  if (first?.name !== undefined && others.length === 0) return first.name;
  const names = (spec.containers ?? []).map((container) => container.name).join(' ');
  throw badRequest(`a container name must be specified for pod ${metadata.name}, choose one of: [${names}]`);
}

async function originOf(settings: NodeForwardSettings, named: NamedNode): Promise<NodeOrigin> {
  const nodes = settings.resources.find('', 'v1', 'nodes');
  if (nodes === undefined) throw internalError(new Error('nodes are not served'));
  const node = (await read(settings.store, nodes, '', named.name)) as Node;
  const { isAllowed, addressTypes, scheme = 'https' } = settings;
  return nodeOrigin(named, node.status ?? {}, { isAllowed, addressTypes, agentScheme: scheme });
}

async function read(store: Store, resource: Resource, namespace: string, name: string): Promise<ApiObject> {
  const entry = await store.get(keyOf(resource, namespace, name));
  if (entry === undefined) throw notFound(groupResourceOf(resource), name);
  // Pods and nodes have one version.
  return decodeStored(entry);
}

interface Target extends NodeOrigin {
  /** With its query, encoded. */
  readonly path: string;
  readonly body?: Buffer | undefined;
}

/** Rejects with 400 when the host is not connected to, with 503 when it cannot be reached. */
async function ask(
  { agents, otherPorts }: NodeForwardSettings,
  { contentType, accept, signal, verb }: ResourceRequest,
  { origin, isAgent, path, body }: Target,
): Promise<Dispatcher.ResponseData> {
  try {
    return await (isAgent ? agents : otherPorts).request({
      origin,
      path,
      method: methods[verb],
      signal,
      // A log that is followed may be silent for days, a checkpoint takes its time: the caller's signal ends either.
      bodyTimeout: 0,
      headersTimeout: 0,
      headers: {
        ...(accept === undefined ? {} : { accept }),
        ...(contentType === undefined || body === undefined ? {} : { 'content-type': contentType }),
      },
      ...(body === undefined ? {} : { body }),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UnproxyableAddressError) throw badRequest(error.message);
    const cause = error instanceof Error ? error.message : String(error);
    throw serviceUnavailable(`error trying to reach service: ${origin}: ${cause}`);
  }
}

function streamOf(answer: Dispatcher.ResponseData): Extract<Response, { kind: 'stream' }> {
  const type = answer.headers['content-type'];
  return {
    kind: 'stream',
    status: answer.statusCode,
    contentType: typeof type === 'string' ? type : 'text/plain',
    async run(sink) {
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        if (!sink.write(Buffer.from(chunk))) await sink.drained();
      }
    },
  };
}
