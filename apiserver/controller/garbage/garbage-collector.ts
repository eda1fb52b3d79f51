// Deletes objects whose owners are gone, and removes the finalizers of owners that wait for their dependents or orphan them.
// Watches every resource that can be deleted. Decisions about an object use its newest state, read from the server.

import { ApiClient, type ResourceClient } from '../../../shared/client/request/api-client.ts';
import { isConflict, isNotFound } from '../../../shared/client/request/failure.ts';
import type { WatcherEvent } from '../../../shared/client/watch/watch-state.ts';
import { watchTogether } from '../../../shared/client/watch/watcher.ts';
import type { ApiObject, OwnerReference } from '../../../shared/object/api-object.ts';
import { parseGroupVersion } from '../../../shared/object/group-version.ts';
import { inParallel } from '../../../shared/process/async/in-parallel.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { discover, type Discovery } from '../api/discover.ts';
import { WorkQueue } from '../loop/work-queue.ts';
import { deleteGuarded, removeFinalizer, setFree, setOwners } from './guarded-writes.ts';
import {
  type CollectedResource,
  type GraphObject,
  graphObjectOf,
  orphanFinalizer,
  OwnerGraph,
  ownershipOf,
  waitsForDependents,
} from './owner-graph.ts';
import { RecentSet } from './recent-set.ts';
import { type OwnerState, verdictOn } from './verdict.ts';

const account = 'generic-garbage-collector';
/** How often the served resources are asked for again (milliseconds), where no change of them was reported. */
const resyncPeriod = 30_000;
/** Milliseconds from a reported change to the next question: resources come in groups. */
const settling = 50;
/** Times what a question took until the next one: while many kinds join, most of the time is for other work. */
const restAfter = 4;
const workers = 8;
/** Milliseconds until a decision is tried again that has to know all dependents, while not every collection is known. */
const knowingPause = 500;
/** Owners that are remembered as gone: thousands of dependents may have the same one. */
const mostAbsent = 500;

export function garbageCollector(environment: ControllerEnvironment): Loop {
  return { name: account, run: (signal) => new Collector(environment).run(signal) };
}

class Collector {
  readonly #environment: ControllerEnvironment;
  readonly #client: ApiClient;
  readonly #graph = new OwnerGraph();
  readonly #queue: WorkQueue;
  /** By `<resource>.<group>`. */
  readonly #watched = new Map<string, Watched>();
  /** Reported changes of what is served, and what ends the wait for the next. */
  #changes = 0;
  #wake: () => void = () => {};
  /** Whether all that is served was known when it was asked for the last time. */
  #discovered = false;
  /** Owners that were looked up and are gone: uids are never reused. */
  readonly #absent = new RecentSet(mostAbsent);
  readonly #ignored: ReadonlySet<string>;

  constructor(environment: ControllerEnvironment) {
    const { vendor, clock, log, transportFor } = environment;
    this.#environment = environment;
    this.#client = new ApiClient(transportFor(account), { clock });
    // Events come in floods, own nothing and go by themselves.
    this.#ignored = new Set(['events.', vendor.fill('events.events.{api}')]);
    this.#queue = new WorkQueue({
      observer: environment.observeQueue?.(account),
      clock,
      onError: (uid, error) => {
        // The object changed between read and write: an ordinary conflict.
        if (!isConflict(error)) log.warn('an object could not be collected; trying again', { uid, error });
      },
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    const leave = this.#environment.onServedChange?.(() => {
      this.#changes += 1;
      this.#wake();
    });
    await Promise.all([this.#follow(signal), this.#queue.run(workers, (uid, end) => this.#process(uid, end), signal)]);
    leave?.();
  }

  /** Keeps one watch per collected resource. */
  async #follow(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#environment;
    const watches = new Set<Promise<void>>();
    while (!signal.aborted) {
      const seen = this.#changes;
      try {
        const begin = clock.monotonic();
        const { fresh, failures } = await this.#newResources(signal);
        const took = clock.monotonic() - begin;
        for (const resource of fresh) {
          const stop = new AbortController();
          this.#watched.set(keyOf(resource), { resource, stop, synced: false });
          const watch = this.#watch(resource, AbortSignal.any([signal, stop.signal])).finally(() =>
            watches.delete(watch),
          );
          watches.add(watch);
        }
        this.#discovered = failures.size === 0;
        for (const [groupVersion, error] of failures)
          log.warn('a group could not be discovered; owners with dependents in it keep waiting', {
            groupVersion,
            error,
          });
        await this.#untilChange(seen, Math.max(settling, took * restAfter), signal);
      } catch (error) {
        if (signal.aborted) break;
        log.warn('the served resources are not known; trying again', { error });
        await clock.sleep(1000, signal).catch(() => {});
      }
    }
    await Promise.all(watches);
  }

  /** Resolves after the period, or `rest` milliseconds after a change that is not among those seen. Rejects when the signal aborts. */
  async #untilChange(seen: number, rest: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#environment;
    if (this.#changes === seen) {
      const changed = new AbortController();
      this.#wake = () => changed.abort();
      await clock.sleep(resyncPeriod, AbortSignal.any([signal, changed.signal])).catch(() => {});
    }
    signal.throwIfAborted();
    if (this.#changes !== seen) await clock.sleep(rest, signal);
  }

  /** Resources not watched yet. Ends the watches of those that are served no more, or in another form. */
  async #newResources(
    signal: AbortSignal,
  ): Promise<{ readonly fresh: readonly CollectedResource[]; readonly failures: Discovery['failures'] }> {
    const { resources, failures } = await discover(this.#client, signal);
    const wanted = resources.filter(
      (resource) =>
        ['delete', 'list', 'watch'].every((verb) => resource.verbs.includes(verb)) &&
        !this.#ignored.has(keyOf(resource)),
    );
    const served = new Map(wanted.map((resource) => [keyOf(resource), resource]));
    for (const [key, { resource, stop }] of this.#watched) {
      const now = served.get(key);
      // A group that did not answer may still be there.
      if (now === undefined ? failures.size > 0 : isSame(now, resource)) continue;
      stop.abort();
      this.#watched.delete(key);
      for (const { uid } of this.#graph.ofResource(resource)) this.#enqueue(this.#graph.remove(uid));
    }
    const fresh = wanted
      .filter((resource) => !this.#watched.has(keyOf(resource)))
      .map(({ group, version, resource, kind, namespaced }) => ({ group, version, resource, kind, namespaced }));
    return { fresh, failures };
  }

  async #watch(resource: CollectedResource, signal: AbortSignal): Promise<void> {
    const { clock } = this.#environment;
    for await (const events of watchTogether(this.#client.resource(resource), { clock, signal }, ownershipOf)) {
      for (const event of events) this.#take(event, resource);
    }
  }

  #take(event: WatcherEvent<ApiObject>, resource: CollectedResource): void {
    switch (event.type) {
      case 'synced': {
        const present = new Set(event.objects.map(({ metadata }) => metadata.uid));
        for (const { uid } of this.#graph.ofResource(resource)) {
          if (!present.has(uid)) this.#enqueue(this.#graph.remove(uid));
        }
        for (const object of event.objects) this.#put(object, resource);
        const watched = this.#watched.get(keyOf(resource));
        if (watched?.resource === resource) watched.synced = true;
        break;
      }
      case 'failed':
        this.#environment.log.debug('a collection could not be followed; trying again', {
          resource: keyOf(resource),
          error: event.error,
        });
        break;
      case 'deleted':
        if (event.object.metadata.uid !== undefined) this.#enqueue(this.#graph.remove(event.object.metadata.uid));
        break;
      case 'added':
      case 'modified':
        this.#put(event.object, resource);
    }
  }

  #put(object: ApiObject, resource: CollectedResource): void {
    const known = graphObjectOf(object, resource);
    if (known !== undefined) this.#enqueue(this.#graph.put(known));
  }

  #enqueue(uids: readonly string[]): void {
    for (const uid of uids) this.#queue.add(uid);
  }

  /** Whether the graph holds the dependents of every object: after a start the collections come one after the other. */
  get #knowsAll(): boolean {
    return this.#discovered && [...this.#watched.values()].every(({ synced }) => synced);
  }

  async #process(uid: string, signal: AbortSignal): Promise<number | void> {
    const known = this.#graph.get(uid);
    // What is being deleted without our finalizers goes by itself: its watch reports when.
    if (known === undefined || (known.deleting && known.waits === undefined)) return;
    const objects = this.#client.resource(known.resource).in(known.namespace);
    try {
      const object = await objects.get(known.name, { signal });
      if (object.metadata.uid !== uid) return;
      return await this.#act(known, object, objects, signal);
    } catch (error) {
      // It is gone: its watch reports the same.
      if (!isNotFound(error)) throw error;
    }
  }

  /** A number: milliseconds until it is tried again. */
  async #act(
    known: GraphObject,
    object: ApiObject,
    objects: ResourceClient,
    signal: AbortSignal,
  ): Promise<number | void> {
    const states = new Map<OwnerReference, OwnerState>();
    for (const owner of object.metadata.ownerReferences ?? [])
      states.set(owner, await this.#stateOf(owner, known, signal));
    const dependents = this.#graph.dependentsOf(known.uid);
    const verdict = verdictOn(object, (owner) => states.get(owner) ?? 'unknown', dependents);
    switch (verdict.do) {
      case 'nothing':
        return;
      case 'delete': {
        const { owners } = verdict;
        const latest = owners === undefined ? object : await setOwners(object, owners, objects, signal);
        await deleteGuarded(latest, verdict.policy, objects, signal);
        return;
      }
      case 'set-owners':
        await setOwners(object, verdict.owners, objects, signal);
        return;
      case 'collect-dependents':
        this.#enqueue(verdict.uids);
        return;
      case 'orphan-dependents':
        // A dependent that is not known yet would find its owner gone, and be deleted instead of orphaned.
        if (!this.#knowsAll) return knowingPause;
        await inParallel(workers, dependents, (dependent) =>
          setFree(dependent, known.uid, this.#client.resource(dependent.resource).in(dependent.namespace), signal),
        );
        await removeFinalizer(object, orphanFinalizer, objects, signal);
        return;
      case 'remove-finalizer':
        if (!this.#knowsAll) return knowingPause;
        await removeFinalizer(object, verdict.finalizer, objects, signal);
        return;
    }
  }

  async #stateOf(owner: OwnerReference, dependent: GraphObject, signal: AbortSignal): Promise<OwnerState> {
    const known = this.#graph.get(owner.uid);
    if (known !== undefined) {
      const reachable = !known.resource.namespaced || known.namespace === dependent.namespace;
      if (reachable && known.name === owner.name && known.resource.kind === owner.kind) {
        return known.waits === 'foreground' ? 'waits-for-dependents' : 'exists';
      }
    }
    const resource = this.#resourceOf(owner);
    if (resource === undefined) return 'unknown';
    if (resource.namespaced && dependent.namespace === '') return 'unknown';
    const namespace = resource.namespaced ? dependent.namespace : '';
    const place = `${keyOf(resource)}/${namespace}/${owner.name}/${owner.uid}`;
    if (this.#absent.has(place)) return 'absent';
    try {
      const found = await this.#client.resource(resource).in(namespace).get(owner.name, { signal });
      if (found.metadata.uid === owner.uid) return waitsForDependents(found) ? 'waits-for-dependents' : 'exists';
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    this.#absent.add(place);
    return 'absent';
  }

  #resourceOf({ apiVersion, kind }: OwnerReference): CollectedResource | undefined {
    const group = parseGroupVersion(apiVersion)?.group;
    for (const { resource } of this.#watched.values())
      if (resource.group === group && resource.kind === kind) return resource;
    return undefined;
  }
}

interface Watched {
  readonly resource: CollectedResource;
  readonly stop: AbortController;
  /** Whether it was once there as a whole. */
  synced: boolean;
}

function isSame(a: CollectedResource, b: CollectedResource): boolean {
  return a.version === b.version && a.kind === b.kind && a.namespaced === b.namespaced;
}

function keyOf({ resource, group }: { readonly resource: string; readonly group: string }): string {
  return `${resource}.${group}`;
}
