// The client of the API: `client.resource(pods).in('default').get('x')`. Requests are made by `request.ts`, sent by
// `exchange.ts`; this file gives them types and names.

import type { ApiObject, GroupVersionResource } from '../../object/api-object.ts';
import type { Status } from '../../object/status-error.ts';
import type { Clock } from '../../process/time/clock.ts';
import { systemClock } from '../../process/time/system-clock.ts';
import type { CallOptions } from './exchange.ts';
import { call, ResponseError, send } from './exchange.ts';
import type {
  ApiRequest,
  DeleteOptions,
  ListOptions,
  PatchOptions,
  PatchType,
  ReadOptions,
  Target,
  WatchOptions,
  WriteOptions,
} from './request.ts';
import * as requests from './request.ts';
import type { Transport } from '../contract/transport.ts';
import type { WatchEvent } from './watch-stream.ts';
import { hasMetadata, readEvents } from './watch-stream.ts';
import { isNotFound } from './failure.ts';

/** Default number of items of a page. */
const pageSize = 500;

/** A page of a collection, or all of it. */
export interface ApiList<T extends ApiObject = ApiObject> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    /** The version from which a watch continues this list. */
    readonly resourceVersion?: string;
    /** Present when more pages follow. */
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items: readonly T[];
}

/** `scale`, `status`, `eviction`... instead of the object itself. */
export interface SubresourceOption {
  readonly subresource?: string;
}

export interface ApiClientOptions {
  /** The clock for pauses before retries; default: the system's. */
  readonly clock?: Clock;
}

/** A client over any transport. It has no state of its own. */
export class ApiClient {
  readonly #transport: Transport;
  readonly #clock: Clock;

  constructor(transport: Transport, options: ApiClientOptions = {}) {
    this.#transport = transport;
    this.#clock = options.clock ?? systemClock;
  }

  /** The collection of a resource: cluster-wide until `in` narrows it to a namespace. */
  resource<T extends ApiObject = ApiObject>(resource: GroupVersionResource): ResourceClient<T> {
    return new ResourceClient<T>(this.#transport, this.#clock, resource);
  }

  /** Any other request, such as `GET /version`; resolves with the JSON of the response. Rejects as all calls do. */
  request(
    request: Omit<ApiRequest, 'headers'> & { readonly headers?: ApiRequest['headers'] },
    options: CallOptions = {},
  ): Promise<unknown> {
    return call(
      this.#transport,
      this.#clock,
      { ...request, headers: { accept: 'application/json', ...request.headers } },
      options,
    );
  }
}

/**
 * The verbs on one resource. Every call rejects with StatusError when the server refuses (use `isNotFound` and its
 * like), with ConnectionError when there is no response, and with the signal's reason when the signal aborts.
 */
export class ResourceClient<T extends ApiObject = ApiObject> {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #target: Target;

  constructor(transport: Transport, clock: Clock, target: Target) {
    this.#transport = transport;
    this.#clock = clock;
    this.#target = target;
  }

  /** The resource and the namespace of this client. */
  get target(): Target {
    return this.#target;
  }

  /** The same resource in one namespace; undefined or '': in all of them, or cluster-scoped. */
  in(namespace?: string): ResourceClient<T> {
    const { group, version, resource } = this.#target;
    const scope = namespace === undefined || namespace === '' ? {} : { namespace };
    return new ResourceClient<T>(this.#transport, this.#clock, { group, version, resource, ...scope });
  }

  get(name: string, options: ReadOptions & SubresourceOption & CallOptions = {}): Promise<T> {
    const { target, own, rest } = this.#split(options, name);
    return this.#call<T>(requests.getRequest(target, rest), own);
  }

  /** The same; undefined: there is none. */
  find(name: string, options: ReadOptions & SubresourceOption & CallOptions = {}): Promise<T | undefined> {
    return this.get(name, options).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
  }

  /**
   * One page when `limit` is given, else everything. Items always say their kind, though servers leave it out. With the
   * match `Exact` the list has that very version, or the call rejects: with ResponseError when the server has no other way.
   */
  async list(options: ListOptions & CallOptions = {}): Promise<ApiList<T>> {
    const list = await this.#page(options);
    const { resourceVersion, resourceVersionMatch, limit } = options;
    if (resourceVersionMatch !== 'Exact' || list.metadata.resourceVersion === resourceVersion) return list;
    // A server that does not know the match treats a version with a limit as exact.
    if (limit === undefined) return this.#allPages({ ...options, limit: pageSize });
    const got = list.metadata.resourceVersion ?? 'none';
    throw new ResponseError(`the list has version ${got} instead of exactly ${resourceVersion}`);
  }

  async #allPages(options: ListOptions & CallOptions): Promise<ApiList<T>> {
    const items: T[] = [];
    for await (const page of this.listPages(options)) {
      for (const item of page.items) items.push(item);
      if ((page.metadata.continue ?? '') === '') return { ...page, items };
    }
    throw new ResponseError('the list has no pages');
  }

  async #page(options: ListOptions & CallOptions): Promise<ApiList<T>> {
    const { target, own, rest } = this.#split(options);
    const list: unknown = await this.#call(requests.listRequest(target, rest), own);
    if (!isList<T>(list)) throw new ResponseError(`the answer for ${target.resource} is not a list of objects`);
    const type = { apiVersion: list.apiVersion, kind: list.kind.replace(/List$/, '') };
    return {
      ...list,
      items: (list.items ?? []).map((item) => (item.kind === undefined ? { ...type, ...item } : item)),
    };
  }

  /** Yields page after page; `limit` defaults to 500. Rejects for an expired continue token (`isExpired`): list again. */
  async *listPages(options: ListOptions & CallOptions = {}): AsyncGenerator<ApiList<T>, void> {
    let next: ListOptions & CallOptions = { limit: pageSize, ...options };
    for (;;) {
      const page = await this.list(next);
      yield page;
      const token = page.metadata.continue;
      if (token === undefined || token === '') return;
      // A token contains its version: servers refuse another version with it.
      const { resourceVersion: _, resourceVersionMatch: __, ...rest } = next;
      next = { ...rest, continue: token };
    }
  }

  create(object: T, options: WriteOptions & CallOptions = {}): Promise<T> {
    const { target, own, rest } = this.#split(options);
    return this.#call<T>(requests.createRequest(target, object, rest), own);
  }

  /** Posts to a sub-resource (`eviction`, `token`, `binding`); resolves with the response of the server. */
  createSubresource(
    name: string,
    subresource: string,
    body: ApiObject,
    options: WriteOptions & CallOptions = {},
  ): Promise<unknown> {
    const { target, own, rest } = this.#split({ ...options, subresource }, name);
    return this.#call<unknown>(requests.createRequest(target, body, rest), own);
  }

  /** Replaces the object of the same name; its resourceVersion, when present, must be the current one. */
  update(object: T, options: WriteOptions & SubresourceOption & CallOptions = {}): Promise<T> {
    const { target, own, rest } = this.#split(options, object.metadata.name ?? '');
    return this.#call<T>(requests.updateRequest(target, object, rest), own);
  }

  patch(
    name: string,
    type: PatchType,
    patch: unknown,
    options: PatchOptions & SubresourceOption & CallOptions = {},
  ): Promise<T> {
    const { target, own, rest } = this.#split(options, name);
    return this.#call<T>(requests.patchRequest(target, type, patch, rest), own);
  }

  /** Server-side apply of the fields in `object`; the manager becomes their owner. */
  apply(
    object: { readonly metadata: { readonly name?: string } },
    options: PatchOptions & { readonly fieldManager: string } & SubresourceOption & CallOptions,
  ): Promise<T> {
    return this.patch(object.metadata.name ?? '', 'apply', object, options);
  }

  /** Resolves with a Status when the object was removed, and with the object when its deletion waits for finalizers or grace. */
  delete(name: string, options: DeleteOptions & CallOptions = {}): Promise<T | Status> {
    const { target, own, rest } = this.#split(options, name);
    return this.#call<T | Status>(requests.deleteRequest(target, rest), own);
  }

  /** Deletes the objects that `select` matches; without it, the whole collection. */
  deleteCollection(select: ListOptions = {}, options: DeleteOptions & CallOptions = {}): Promise<ApiList<T> | Status> {
    const { target, own, rest } = this.#split(options);
    return this.#call<ApiList<T> | Status>(requests.deleteCollectionRequest(target, select, rest), own);
  }

  /** Yields events until the server ends the watch or the caller ends the iteration. Rejects for an ERROR event. */
  async *watch(options: WatchOptions & CallOptions = {}): AsyncGenerator<WatchEvent<T>, void> {
    for await (const events of this.watchTogether(options)) yield* events;
  }

  /** Like `watch`, with the events that arrive together in one list: for collections that change often. */
  async *watchTogether(options: WatchOptions & CallOptions = {}): AsyncGenerator<readonly WatchEvent<T>[], void> {
    const { target, own, rest } = this.#split(options);
    const response = await send(this.#transport, this.#clock, requests.watchRequest(target, rest), own);
    yield* readEvents<T>(response.body);
  }

  async #call<R>(request: ApiRequest, options: CallOptions): Promise<R> {
    return (await call(this.#transport, this.#clock, request, options)) as R;
  }

  /** Separates the options of the call from those of the request. */
  #split<O extends CallOptions & SubresourceOption>(options: O, name?: string) {
    const { signal, headTimeout, subresource, ...rest } = options;
    return {
      target: {
        ...this.#target,
        ...(name === undefined ? {} : { name }),
        ...(subresource === undefined ? {} : { subresource }),
      } satisfies Target,
      own: {
        ...(signal === undefined ? {} : { signal }),
        ...(headTimeout === undefined ? {} : { headTimeout }),
      } satisfies CallOptions,
      rest,
    };
  }
}

/** Rejects items without metadata: they would break informers, not only this call. */
function isList<T extends ApiObject>(value: unknown): value is ApiList<T> {
  const { kind, metadata, items } = (value ?? {}) as { [field in keyof ApiList]?: unknown };
  if (typeof kind !== 'string' || typeof metadata !== 'object' || metadata === null) return false;
  return (items ?? undefined) === undefined || (Array.isArray(items) && items.every(hasMetadata));
}
