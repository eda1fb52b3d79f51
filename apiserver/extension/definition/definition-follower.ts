// Keeps the resource table in sync with the definitions: established definitions are served, simultaneous changes are one step
// of the table, and the resources of a deleted definition are removed. Every server follows the definitions independently.

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
import { definitionHead } from './definition-head.ts';
import { type DefinitionStates, PendingDefinitions } from './pending-definitions.ts';
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
  readonly uid: string;
  /** Read by the strategies of its resources, also of those that served the definition before it was changed. */
  readonly life: { terminating: boolean };
  /** Where its schemas are read. */
  readonly state: { object: CachedObject };
}

export class DefinitionFollower implements Loop {
  readonly name = 'definitions';
  readonly #options: DefinitionFollowerOptions;
  readonly #served = new Map<string, Served>();
  readonly #pending: PendingDefinitions;

  constructor(options: DefinitionFollowerOptions) {
    this.#options = options;
    this.#pending = new PendingDefinitions(options.clock, (states) => this.#change(states));
    options.table.expect(this.#pending);
  }

  /** Serves what the cache shows now, in one step. For the start of the server, when the cache is ready. */
  load(): void {
    const cache = this.#options.cache();
    if (cache === undefined) return;
    this.#pending.clear();
    const states = new Map<string, CachedObject | undefined>([...this.#served.keys()].map((name) => [name, undefined]));
    for (const object of cache.current().scan(this.#options.prefix)) states.set(object.name, object);
    this.#change(states);
  }

  /** Restarts after the cache has lost its place, and retries when the store fails. Ends with the signal or the cache. */
  async run(signal: AbortSignal): Promise<void> {
    const { log, clock } = this.#options;
    while (!signal.aborted) {
      const cache = this.#options.cache();
      if (cache === undefined) return;
      try {
        // A cache that has lost the store shows a past state until it is reloaded.
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
    this.#pending.add(last);
  }

  #change(states: DefinitionStates): void {
    const put: Resource[] = [];
    const remove = new Map<string, Resource>();
    for (const [name, object] of states) {
      if (object !== undefined) continue;
      const gone = this.#served.get(name);
      // Creates that are under way still have its resources.
      if (gone !== undefined) gone.life.terminating = true;
      this.#forget(name, remove);
    }
    for (const [name, object] of states) {
      if (object === undefined) continue;
      const definition = definitionHead(object.bytes);
      if (!hasCondition(definition, 'Established')) {
        this.#forget(name, remove);
        continue;
      }
      const known = this.#served.get(name);
      const source = sourceOf(definition);
      if (known?.source === source) {
        known.life.terminating = hasCondition(definition, 'Terminating');
        known.state.object = object;
        continue;
      }
      this.#forget(name, remove);
      const served = this.#make(object, definition, { source, life: lifeOf(known, definition) });
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
  #make(object: CachedObject, definition: Definition, { source, life }: Pick<Served, 'source' | 'life'>): Served {
    const state = { object };
    const { metadata } = definition;
    const served = { source, uid: metadata.uid ?? '', life, state };
    try {
      const options = { ...this.#options, isTerminating: () => life.terminating, source: () => read(state.object) };
      const resources = customResources(options, definition).filter((resource) => !this.#isTaken(resource));
      return { ...served, resources };
    } catch (error) {
      this.#options.log.error('a definition cannot be served', { definition: metadata.name, error });
      return { ...served, resources: [] };
    }
  }

  /** By a built-in resource, or another definition. */
  #isTaken(resource: Resource): boolean {
    const { table } = this.#options;
    const present = table.find(resource.group, resource.version, resource.name);
    return present !== undefined && present.custom !== true;
  }
}

/** One for all that a definition was and is; another that has its name has its own. */
function lifeOf(known: Served | undefined, definition: Definition): Served['life'] {
  const terminating = hasCondition(definition, 'Terminating');
  if (known === undefined) return { terminating };
  const same = known.uid === definition.metadata.uid;
  known.life.terminating = !same || terminating;
  return same ? known.life : { terminating };
}

function keyOf({ group, version, name }: Resource): string {
  return `${group}/${version}/${name}`;
}

function read(object: CachedObject): Definition {
  return decodeJson(object.text);
}
