// A small API in memory behind a transport: enough of the verbs for the tests of controllers, none of the rest. Deletion
// knows finalizers; what the server itself would refuse is not checked.

import type { Transport, TransportRequest, TransportResponse } from '../../shared/client/transport.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';
import { formatTime } from '../../shared/object/time.ts';
import type { Clock } from '../../shared/process/clock.ts';
import { silentLog } from '../../shared/process/log.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { ControllerEnvironment } from './controller.ts';

interface Served {
  readonly kind: string;
  readonly namespaced: boolean;
}

interface Event {
  readonly type: string;
  readonly collection: string;
  readonly object: ApiObject;
}

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

export class TestApi {
  /** By `<group version path>/<resource>`, such as `/api/v1/pods`. */
  readonly served: ReadonlyMap<string, Served>;
  /** Requests as `METHOD path`, without the query. */
  readonly requests: string[] = [];
  /** Requests (`METHOD path`) that are refused with 500, and how often still. */
  readonly refusals = new Map<string, number>();
  /** Called when a DELETE has come, before it is judged. */
  beforeDelete: (() => void) | undefined;
  readonly #objects = new Map<string, ApiObject>();
  readonly #events: Event[] = [];
  #version = 0;
  #changed: (() => void)[] = [];

  constructor(served: Readonly<Record<string, Served>>) {
    this.served = new Map(Object.entries(served));
  }

  environment(vendor: Vendor, clock: Clock): ControllerEnvironment {
    return { vendor, clock, log: silentLog, transportFor: () => this.transport, readerTransport: this.transport };
  }

  readonly transport: Transport = async (request) => {
    await Promise.resolve();
    request.signal?.throwIfAborted();
    const url = new URL(request.path, 'http://test');
    const asked = `${request.method} ${url.pathname}`;
    this.requests.push(asked);
    const refusals = this.refusals.get(asked) ?? 0;
    if (refusals > 0) {
      this.refusals.set(asked, refusals - 1);
      return failure(500, 'InternalError', 'refused for a test');
    }
    return this.#discovery(url.pathname) ?? this.#answer(request, url);
  };

  /** Puts an object in as a server would after a create. `collection` as in `served`. */
  put(collection: string, object: ApiObject): ApiObject {
    const key = keyOf(collection, object.metadata.namespace, object.metadata.name ?? '');
    const known = this.#objects.get(key);
    const metadata = {
      uid: known?.metadata.uid ?? `uid-${this.#version + 1}`,
      ...object.metadata,
      resourceVersion: `${++this.#version}`,
    };
    const stored = { ...object, metadata };
    this.#objects.set(key, stored);
    this.#publish(known === undefined ? 'ADDED' : 'MODIFIED', collection, stored);
    return stored;
  }

  get(collection: string, namespace: string, name: string): ApiObject | undefined {
    return this.#objects.get(keyOf(collection, namespace, name));
  }

  list(collection: string, namespace = ''): readonly ApiObject[] {
    const prefix = namespace === '' ? `${collection}|` : `${collection}|${namespace}/`;
    return [...this.#objects].filter(([key]) => key.startsWith(prefix)).map(([, object]) => object);
  }

  remove(collection: string, namespace: string, name: string): void {
    const key = keyOf(collection, namespace, name);
    const object = this.#objects.get(key);
    if (object === undefined) return;
    this.#objects.delete(key);
    const metadata = { ...object.metadata, resourceVersion: `${++this.#version}` };
    this.#publish('DELETED', collection, { ...object, metadata });
  }

  /** Starts the deletion of an object, as DELETE does. */
  startDelete(collection: string, namespace: string, name: string, finalizer?: string): ApiObject | undefined {
    const object = this.get(collection, namespace, name);
    if (object === undefined) return undefined;
    const finalizers = [...(object.metadata.finalizers ?? []), ...(finalizer === undefined ? [] : [finalizer])];
    const spec = object['spec'] as { finalizers?: string[] } | undefined;
    if (finalizers.length === 0 && (spec?.finalizers ?? []).length === 0) {
      this.remove(collection, namespace, name);
      return object;
    }
    if (object.metadata.deletionTimestamp !== undefined) return object;
    return this.put(collection, {
      ...object,
      metadata: { ...object.metadata, finalizers, deletionTimestamp: formatTime(0) },
    });
  }

  #publish(type: string, collection: string, object: ApiObject): void {
    this.#events.push({ type, collection, object });
    for (const wake of this.#changed.splice(0)) wake();
  }

  #discovery(path: string): TransportResponse | undefined {
    const bases = [...new Set([...this.served.keys()].map((key) => key.slice(0, key.lastIndexOf('/'))))];
    if (path === '/apis') {
      const groups = bases.filter((base) => base.startsWith('/apis/')).map((base) => base.slice('/apis/'.length));
      return json(200, { groups: groups.map((groupVersion) => ({ preferredVersion: { groupVersion } })) });
    }
    if (!bases.includes(path)) return path === '/api/v1' ? json(200, { resources: [] }) : undefined;
    const resources = [...this.served]
      .filter(([key]) => key.startsWith(`${path}/`) && !key.slice(path.length + 1).includes('/'))
      .map(([key, { kind, namespaced }]) => ({ name: key.slice(path.length + 1), kind, namespaced, verbs }));
    return json(200, { resources });
  }

  #answer(request: TransportRequest, url: URL): TransportResponse {
    const match =
      /^(\/api\/v1|\/apis\/[^/]+\/[^/]+)\/(?:namespaces\/([^/]+)\/(?!status$|finalize$))?([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(
        url.pathname,
      );
    const collection = `${match?.[1] ?? ''}/${match?.[3] ?? ''}`;
    const [namespace, name] = [match?.[2] ?? '', match?.[4]];
    const served = this.served.get(collection);
    if (served === undefined) return failure(404, 'NotFound', url.pathname);
    if (name === undefined) return this.#collection(request, url, collection, namespace, served);
    return this.#item(request, collection, namespace, name);
  }

  #collection(
    request: TransportRequest,
    url: URL,
    collection: string,
    namespace: string,
    served: Served,
  ): TransportResponse {
    if (request.method === 'POST') {
      const object = JSON.parse(String(request.body)) as ApiObject;
      const at = namespace === '' ? {} : { namespace };
      const named = { ...object, metadata: { ...object.metadata, ...at } };
      if (this.get(collection, namespace, named.metadata.name ?? '') !== undefined)
        return failure(409, 'AlreadyExists', 'exists');
      return json(201, this.put(collection, named));
    }
    const selector = url.searchParams.get('fieldSelector') ?? '';
    if (url.searchParams.get('watch') === 'true') {
      const after = Number(url.searchParams.get('resourceVersion'));
      return { status: 200, headers: {}, body: this.#follow(collection, selector, after, request.signal) };
    }
    const items = this.list(collection, namespace).filter((object) => selects(selector, object));
    if (request.method === 'DELETE') {
      for (const { metadata } of items) this.startDelete(collection, metadata.namespace ?? '', metadata.name ?? '');
    }
    return json(200, {
      apiVersion: 'v1',
      kind: `${served.kind}List`,
      metadata: { resourceVersion: `${this.#version}` },
      items,
    });
  }

  #item(request: TransportRequest, collection: string, namespace: string, name: string): TransportResponse {
    if (request.method === 'DELETE') this.beforeDelete?.();
    const object = this.get(collection, namespace, name);
    if (object === undefined) return failure(404, 'NotFound', name);
    const body = request.body === undefined ? { metadata: {} } : (JSON.parse(String(request.body)) as ApiObject);
    const { preconditions } = body as { readonly preconditions?: { readonly resourceVersion?: string } };
    const asked = preconditions?.resourceVersion ?? (body as Partial<ApiObject>).metadata?.resourceVersion;
    if (asked !== undefined && asked !== object.metadata.resourceVersion) return failure(409, 'Conflict', name);
    switch (request.method) {
      case 'GET':
        return json(200, object);
      case 'DELETE': {
        const policy = (body as { propagationPolicy?: string }).propagationPolicy;
        const finalizer = policy === 'Foreground' ? 'foregroundDeletion' : policy === 'Orphan' ? 'orphan' : undefined;
        return json(200, this.startDelete(collection, namespace, name, finalizer) ?? {});
      }
      default: {
        const next = (request.method === 'PUT' ? body : merge(object, body)) as ApiObject;
        const { finalizers = [], deletionTimestamp } = next.metadata;
        const spec = next['spec'] as { finalizers?: string[] } | undefined;
        const stored = this.put(collection, { ...next, metadata: { ...object.metadata, ...next.metadata } });
        if (deletionTimestamp !== undefined && finalizers.length === 0 && (spec?.finalizers ?? []).length === 0) {
          this.remove(collection, namespace, name);
        }
        return json(200, stored);
      }
    }
  }

  async *#follow(
    collection: string,
    selector: string,
    after: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Uint8Array> {
    let at = 0;
    const wakeAll = (): void => {
      for (const wake of this.#changed.splice(0)) wake();
    };
    signal?.addEventListener('abort', wakeAll, { once: true });
    for (;;) {
      for (; at < this.#events.length; at += 1) {
        const event = this.#events[at];
        if (event === undefined || event.collection !== collection || !selects(selector, event.object)) continue;
        if (Number(event.object.metadata.resourceVersion) <= after) continue;
        yield Buffer.from(`${JSON.stringify({ type: event.type, object: event.object })}\n`);
      }
      await new Promise<void>((resolve) => this.#changed.push(resolve));
      if (signal?.aborted === true) return;
    }
  }
}

function keyOf(collection: string, namespace: string | undefined, name: string): string {
  return `${collection}|${namespace ?? ''}/${name}`;
}

function selects(selector: string, object: ApiObject): boolean {
  if (selector === '') return true;
  const [field = '', value] = selector.split('=');
  const found = field
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], object);
  return found === value;
}

function merge(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const result = new Map(Object.entries(target ?? {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, merge(result.get(key), value));
  }
  return Object.fromEntries(result);
}

function json(status: number, body: unknown): TransportResponse {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(JSON.stringify(body));
  }
  return { status, headers: { 'content-type': 'application/json' }, body: chunks() };
}

function failure(code: number, reason: string, message: string): TransportResponse {
  return json(code, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason, message, code });
}

/** Resolves when the condition holds; fails after a minute of real time. */
export async function eventually(condition: () => boolean, what: string): Promise<void> {
  const limit = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > limit) throw new Error(`did not happen: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
