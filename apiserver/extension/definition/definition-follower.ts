// Keeps the table of resources in step with the definitions: those that are established are served, each change of one is a step
// of the table, and one that is gone takes its resources with it. Every server follows the definitions for itself.

import type { Definition } from '../../../shared/definition/definition.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Gauge } from '../../../shared/process/metric/metric.ts';
import type { Resource } from '../../registry/contract/resource.ts';
import {
  CacheClosedError,
  type CachedObject,
  type CacheEvent,
  type ResourceCache,
} from '../../storage/contract/resource-cache.ts';
import { hasCondition } from '../../../shared/definition/definition.ts';
import type { ResourceTable } from '../../registry/table.ts';
import { decodeJson } from '../../storage/format/stored-object.ts';
import { type CustomResourcesOptions, customResources, sourceOf } from './custom-resources.ts';

export interface DefinitionFollowerOptions extends Omit<CustomResourcesOptions, 'isTerminating' | 'source'> {
  readonly table: ResourceTable;
  /** Where the definitions are stored. */
  readonly prefix: string;
  /** Their watch cache. */
  readonly cache: () => ResourceCache | undefined;
  readonly log: Log;
  readonly clock: Clock;
  /** How many definitions are served. */
  readonly served: Gauge;
}

/** Milliseconds before the cache is read again after its store failed. */
const retryMilliseconds = 200;

/** What is served of a definition. */
interface Served {
  readonly source: string;
  readonly resources: readonly Resource[];
  /** Read by the strategies of its resources. */
  readonly state: { terminating: boolean; object: CachedObject };
}

export class DefinitionFollower implements Loop {
  readonly name = 'definitions';
  readonly #options: DefinitionFollowerOptions;
  readonly #served = new Map<string, Served>();

  constructor(options: DefinitionFollowerOptions) {
    this.#options = options;
  }

  /** Serves what the cache shows now, in one step. For the start of the server, when the cache is ready. */
  load(): void {
    const cache = this.#options.cache();
    if (cache === undefined) return;
    const objects = [...cache.current().scan(this.#options.prefix)];
    const names = new Set(objects.map(({ name }) => name));
    const gone = [...this.#served.keys()].filter((name) => !names.has(name));
    this.#change(objects, gone);
  }

  /** A cache that has lost its place is read from the start; a store that fails is asked again. Ends with the signal or the cache. */
  async run(signal: AbortSignal): Promise<void> {
    const { log, clock } = this.#options;
    while (!signal.aborted) {
      const cache = this.#options.cache();
      if (cache === undefined) return;
      try {
        // A cache that has lost the store shows a past state until it is loaded anew.
        await cache.consistent({ signal });
        await this.#follow(cache, signal);
      } catch (error) {
        if (signal.aborted || error instanceof CacheClosedError) return;
        log.warn('definitions could not be read; trying again', { error });
        await clock.sleep(retryMilliseconds, signal).catch(() => {});
      }
    }
  }

  /** Until the signal aborts, or the cache has lost its place. */
  #follow(cache: ResourceCache, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const after = cache.current().revision;
      this.load();
      const end = (): void => {
        if (typeof subscription !== 'string') subscription.close();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const subscription = cache.subscribe({ after, onEvents: (events) => this.#take(events), onLost: end });
      if (subscription === 'expired') return resolve();
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
    });
  }

  #take(events: readonly CacheEvent[]): void {
    const last = new Map<string, CachedObject | undefined>();
    for (const { object, removed, previous } of events) {
      const name = (object ?? removed ?? previous)?.name;
      if (name !== undefined) last.set(name, object);
    }
    const present = [...last.values()].filter((object) => object !== undefined);
    const gone = [...last].filter(([, object]) => object === undefined).map(([name]) => name);
    this.#change(present, gone);
  }

  #change(definitions: readonly CachedObject[], gone: readonly string[]): void {
    const put: Resource[] = [];
    const remove = new Map<string, Resource>();
    for (const name of gone) this.#forget(name, remove);
    for (const object of definitions) {
      const definition = read(object);
      const { name } = object;
      if (!hasCondition(definition, 'Established')) {
        this.#forget(name, remove);
        continue;
      }
      const known = this.#served.get(name);
      const source = sourceOf(definition);
      if (known?.source === source) {
        known.state.terminating = hasCondition(definition, 'Terminating');
        known.state.object = object;
        continue;
      }
      this.#forget(name, remove);
      const served = this.#make(object, definition, source);
      this.#served.set(name, served);
      put.push(...served.resources);
    }
    for (const resource of put) remove.delete(keyOf(resource));
    this.#options.table.change({ put, remove: [...remove.values()] });
    this.#options.served.set(this.#served.size);
  }

  #forget(name: string, remove: Map<string, Resource>): void {
    for (const resource of this.#served.get(name)?.resources ?? []) remove.set(keyOf(resource), resource);
    this.#served.delete(name);
  }

  /** A definition that cannot be served, of an older server say, is served by none of its versions. */
  #make(object: CachedObject, definition: Definition, source: string): Served {
    const state = { terminating: hasCondition(definition, 'Terminating'), object };
    const { metadata } = definition;
    try {
      const options = { ...this.#options, isTerminating: () => state.terminating, source: () => read(state.object) };
      const resources = customResources(options, definition).filter((resource) => !this.#isTaken(resource));
      return { source, state, resources };
    } catch (error) {
      this.#options.log.error('a definition cannot be served', { definition: metadata.name, error });
      return { source, state, resources: [] };
    }
  }

  /** By a built-in resource, or another definition. */
  #isTaken(resource: Resource): boolean {
    const { table } = this.#options;
    const present = table.find(resource.group, resource.version, resource.name);
    return present !== undefined && present.protobuf !== false;
  }
}

function keyOf({ group, version, name }: Resource): string {
  return `${group}/${version}/${name}`;
}

function read(object: CachedObject): Definition {
  return decodeJson(object.text);
}
