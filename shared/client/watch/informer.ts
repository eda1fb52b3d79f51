// A local copy of a collection, which a watch keeps up to date, with handlers for changes. Readers use it through `Lister`,
// and never wait for the server.

import type { ApiObject } from '../../object/api-object.ts';
import type { Lister } from '../../object/lister.ts';
import type { Log } from '../../process/log/log.ts';
import { silentLog } from '../../process/log/log.ts';
import type { Loop } from '../../process/loop/loop.ts';
import type { ResourceClient } from '../request/api-client.ts';
import type { WatcherEvent } from './watch-state.ts';
import type { WatcherOptions } from './watcher.ts';
import { watchTogether } from './watcher.ts';

/**
 * Called one after another, in the order of the changes. They return at once (put work into a queue); one that throws is
 * logged. Objects are shared: never change them.
 */
export interface InformerHandler<T extends ApiObject> {
  added?(object: T): void;
  modified?(object: T, before: T): void;
  /** Called with the last known state. */
  deleted?(object: T): void;
}

export interface InformerOptions extends Omit<WatcherOptions, 'signal'> {
  readonly log?: Log;
  /** Default: from the resource, `informer-pods`. */
  readonly name?: string;
}

/** Returns the parts of an object that are kept; they must include name, namespace and resourceVersion. */
export type Kept<T extends ApiObject> = (object: T) => T;

export class Informer<T extends ApiObject> implements Lister, Loop, AsyncDisposable {
  readonly name: string;
  readonly #client: ResourceClient<T>;
  readonly #options: InformerOptions;
  readonly #log: Log;
  readonly #keep: Kept<T> | undefined;
  readonly #handlers = new Set<InformerHandler<T>>();
  /** By namespace, then name; '' for cluster scope. */
  #objects = new Map<string, Map<string, T>>();
  #sorted = new Map<string | undefined, { readonly revision: number; readonly objects: readonly T[] }>();
  #revision = 0;
  readonly #end = new AbortController();
  readonly #runs = new Set<Promise<void>>();
  #synced = false;
  #following = false;
  #waiting: (() => void)[] = [];

  /** `keep` saves memory by dropping parts without readers; default: whole objects are kept. */
  constructor(client: ResourceClient<T>, options: InformerOptions, keep?: Kept<T>) {
    const { resource, group } = client.target;
    this.name = options.name ?? `informer-${group === '' ? resource : `${resource}.${group}`}`;
    this.#client = client;
    this.#options = options;
    this.#keep = keep;
    this.#log = (options.log ?? silentLog).child({ informer: this.name });
  }

  /** Runs until the signal aborts or the informer is disposed. The copy stays readable afterwards. */
  run(signal?: AbortSignal): Promise<void> {
    const run = this.#follow(signal === undefined ? this.#end.signal : AbortSignal.any([signal, this.#end.signal]));
    this.#runs.add(run);
    const ended = (): unknown => this.#runs.delete(run);
    run.then(ended, ended);
    return run;
  }

  /** Stops `run`, and resolves when it has ended. Only `run` reports its error. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort(new Error('the informer was disposed of'));
    await Promise.allSettled(this.#runs);
  }

  async #follow(signal: AbortSignal): Promise<void> {
    for await (const events of watchTogether(this.#client, { ...this.#options, signal }, this.#keep)) {
      for (const event of events) {
        if (signal.aborted) return;
        this.#take(event);
      }
    }
  }

  /** Whether list and watch work: false until the first list, and from a failure to the next event or list. */
  get isFollowing(): boolean {
    return this.#following;
  }

  /** Whether the first list is complete. */
  get hasSynced(): boolean {
    return this.#synced;
  }

  /** Resolves when the first list is complete; rejects with the signal's reason when the signal aborts before. */
  synced(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(signal?.reason as Error);
      if (this.#synced) resolve();
      else if (signal?.aborted === true) onAbort();
      else {
        signal?.addEventListener('abort', onAbort, { once: true });
        this.#waiting.push(() => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        });
      }
    });
  }

  /** Adds a handler and calls `added` for all existing objects at once. Returns the function that removes it. */
  onChange(handler: InformerHandler<T>): () => void {
    this.#handlers.add(handler);
    for (const object of this.list()) this.#tell(handler, (one) => one.added?.(object));
    return () => this.#handlers.delete(handler);
  }

  get(namespace: string, name: string): T | undefined {
    return this.#objects.get(namespace)?.get(name);
  }

  list(namespace?: string): readonly T[] {
    const cached = this.#sorted.get(namespace);
    if (cached?.revision === this.#revision) return cached.objects;
    const spaces = namespace === undefined ? [...this.#objects.keys()].sort(byBytes) : [namespace];
    const objects = spaces.flatMap((space) => {
      const named = this.#objects.get(space) ?? new Map<string, T>();
      return [...named.entries()].sort(([one], [other]) => byBytes(one, other)).map(([, object]) => object);
    });
    this.#sorted.set(namespace, { revision: this.#revision, objects });
    return objects;
  }

  /** Every object, in no order. The iteration may span several turns of the event loop, while objects are added and removed. */
  *all(): Iterable<T> {
    for (const named of this.#objects.values()) yield* named.values();
  }

  revision(): number {
    return this.#revision;
  }

  #take(event: WatcherEvent<T>): void {
    this.#following = event.type !== 'failed';
    switch (event.type) {
      case 'synced':
        return this.#replace(event.objects);
      case 'failed':
        return this.#log.warn('the collection could not be followed; trying again', { error: String(event.error) });
      case 'deleted':
        return this.#remove(event.object);
      case 'added':
      case 'modified':
        return this.#put(event.object);
    }
  }

  #replace(objects: readonly T[]): void {
    const present = new Set(objects.map(keyOf));
    for (const known of this.list()) if (!present.has(keyOf(known))) this.#remove(known);
    for (const object of objects) this.#put(object);
    this.#synced = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #put(object: T): void {
    const { namespace = '', name = '', resourceVersion } = object.metadata;
    const named = this.#objects.get(namespace) ?? new Map<string, T>();
    const before = named.get(name);
    // A list after a failed watch repeats most of the known objects.
    if (before !== undefined && resourceVersion !== undefined && before.metadata.resourceVersion === resourceVersion)
      return;
    this.#objects.set(namespace, named.set(name, object));
    this.#revision++;
    for (const handler of this.#handlers) {
      this.#tell(handler, (one) => (before === undefined ? one.added?.(object) : one.modified?.(object, before)));
    }
  }

  #remove(object: T): void {
    const { namespace = '', name = '' } = object.metadata;
    const named = this.#objects.get(namespace);
    if (named?.delete(name) !== true) return;
    if (named.size === 0) {
      this.#objects.delete(namespace);
      this.#sorted.delete(namespace);
    }
    this.#revision++;
    for (const handler of this.#handlers) this.#tell(handler, (one) => one.deleted?.(object));
  }

  #tell(handler: InformerHandler<T>, call: (handler: InformerHandler<T>) => void): void {
    try {
      call(handler);
    } catch (error) {
      this.#log.error('a handler failed', { error });
    }
  }
}

function keyOf({ metadata }: ApiObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}

function byBytes(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
