// As much of an API server as an agent talks to, over real HTTP, for tests: nodes, leases, pods with a watch, reviews.
// Remembers every request; can refuse to answer.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyText } from 'node:stream/consumers';
import type { ApiObject } from '../shared/object/api-object.ts';

type Fields = Record<string, unknown>;

const nodes = '/api/v1/nodes';

export interface StubApiServer {
  readonly server: string;
  /** Objects by collection path and name: `/api/v1/nodes/n1`. */
  readonly objects: Map<string, ApiObject>;
  readonly requests: {
    readonly method: string;
    readonly path: string;
    readonly type: string;
    readonly body: unknown;
  }[];
  /** True: nodes can be listed and watched, as by agents that may. Default: that is not found. */
  showsNodes: boolean;
  /** Removes a node and tells the watchers. */
  deleteNode(name: string): void;
  /** True: every connection is cut without an answer. */
  down: boolean;
  /** Adds or changes a pod and tells the watchers. */
  setPod(pod: ApiObject): void;
  close(): Promise<void>;
}

export async function startStubApiServer(): Promise<StubApiServer> {
  const objects = new Map<string, ApiObject>();
  let revision = 1;
  const watchers = new Set<ServerResponse>();
  const nodeWatchers = new Set<ServerResponse>();
  /** Of nodes, oldest first, with the version that the server had then. */
  const nodeEvents: { readonly revision: number; readonly line: string }[] = [];
  const tellOfNode = (type: string, object: ApiObject | undefined): void => {
    const line = `${JSON.stringify({ type, object })}\n`;
    nodeEvents.push({ revision, line });
    for (const watcher of nodeWatchers) watcher.write(line);
  };
  const stored = (object: ApiObject): ApiObject => {
    revision += 1;
    const metadata = { uid: `uid-${revision}`, ...object.metadata, resourceVersion: String(revision) };
    return { ...object, metadata };
  };

  const stub: StubApiServer = {
    server: '',
    objects,
    requests: [],
    showsNodes: false,
    deleteNode: (name) => {
      const path = `${nodes}/${name}`;
      const last = objects.get(path);
      objects.delete(path);
      if (last !== undefined) tellOfNode('DELETED', stored(last));
    },
    down: false,
    setPod: (pod) => {
      const kept = stored(pod);
      objects.set(`/pods/${pod.metadata.namespace}/${pod.metadata.name}`, kept);
      for (const watcher of watchers) watcher.write(`${JSON.stringify({ type: 'ADDED', object: kept })}\n`);
    },
    close: async () => {
      for (const watcher of [...watchers, ...nodeWatchers]) watcher.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stub');
    const content = await bodyText(request);
    const body: unknown = content === '' ? undefined : JSON.parse(content);
    const method = request.method ?? '';
    stub.requests.push({ method, path: url.pathname, type: request.headers['content-type'] ?? '', body });
    const send = (code: number, value: unknown): void => {
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const refuse = (code: number, reason: string): void =>
      send(code, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code, reason, message: reason });
    if (url.pathname === '/api/v1/pods') {
      if (url.searchParams.has('watch')) {
        watchers.add(response.writeHead(200, { 'content-type': 'application/json' }));
        response.flushHeaders();
        return;
      }
      const items = [...objects].filter(([path]) => path.startsWith('/pods/')).map(([, pod]) => pod);
      return send(200, { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: String(revision) }, items });
    }
    if (method === 'GET' && url.pathname === nodes && stub.showsNodes) {
      if (url.searchParams.has('watch')) {
        nodeWatchers.add(response.writeHead(200, { 'content-type': 'application/json' }));
        response.flushHeaders();
        const since = Number(url.searchParams.get('resourceVersion'));
        for (const event of nodeEvents) if (event.revision > since) response.write(event.line);
        return;
      }
      const items = [...objects].filter(([path]) => path.startsWith(`${nodes}/`)).map(([, node]) => node);
      return send(200, { kind: 'NodeList', apiVersion: 'v1', metadata: { resourceVersion: String(revision) }, items });
    }
    if (method === 'POST' && url.pathname.endsWith('reviews')) {
      const user = { username: 'robot', groups: ['system:authenticated'] };
      return send(201, { ...(body as Fields), status: { authenticated: true, allowed: true, user } });
    }
    const path = url.pathname.replace(/\/status$/, '');
    const found = objects.get(path);
    if (method === 'POST') {
      const object = body as ApiObject;
      const place = `${path}/${object.metadata.name}`;
      if (objects.has(place)) return refuse(409, 'AlreadyExists');
      objects.set(place, stored(object));
      if (path === nodes) tellOfNode('ADDED', objects.get(place));
      return send(201, objects.get(place));
    }
    if (found === undefined) return refuse(404, 'NotFound');
    if (method === 'PUT') {
      const object = body as ApiObject;
      if (object.metadata.resourceVersion !== found.metadata.resourceVersion) return refuse(409, 'Conflict');
      objects.set(path, stored(object));
    }
    if (method === 'PATCH') objects.set(path, stored(patched(found, body as Fields) as unknown as ApiObject));
    if (method !== 'GET' && path.startsWith(`${nodes}/`)) tellOfNode('MODIFIED', objects.get(path));
    return send(200, objects.get(path));
  }

  const server = createServer((request, response) => {
    if (stub.down) request.destroy();
    else void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(stub, { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** What a strategic merge patch of a node does. */
function patched(object: Fields, patch: Fields): Fields {
  const result: Fields = { ...object };
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith('$')) continue;
    const old = result[key];
    if (value === null) delete result[key];
    else if (key === 'conditions') result[key] = mergedByType((old ?? []) as Fields[], value as Fields[]);
    else if (Array.isArray(value)) result[key] = (value as Fields[]).filter((item) => item?.['$patch'] === undefined);
    else result[key] = typeof value === 'object' ? patched((old ?? {}) as Fields, value as Fields) : value;
  }
  return result;
}

function mergedByType(old: readonly Fields[], changes: readonly Fields[]): readonly Fields[] {
  const kept = old.map((one) => ({ ...one, ...changes.find(({ type }) => type === one['type']) }));
  return [...kept, ...changes.filter(({ type }) => !old.some((one) => one['type'] === type))];
}
