// Who watches one resource. Every batch goes to those who watch everything as one shared array; those who watch one
// namespace or one name are found by it, so that thousands of them do not look at each event.

import type { CacheEvent, Scope, Subscription } from '../contract/resource-cache.ts';

export interface Subscriber {
  readonly onEvents: (events: readonly CacheEvent[]) => void;
  readonly onLost: (reason: string) => void;
}

/** Subscribers of the same events. The list is rebuilt only after a subscription or its end. */
class Members {
  readonly #members = new Set<Subscriber>();
  #listed: readonly Subscriber[] | undefined;

  get size(): number {
    return this.#members.size;
  }

  add(subscriber: Subscriber): void {
    this.#members.add(subscriber);
    this.#listed = undefined;
  }

  delete(subscriber: Subscriber): void {
    this.#members.delete(subscriber);
    this.#listed = undefined;
  }

  has(subscriber: Subscriber): boolean {
    return this.#members.has(subscriber);
  }

  clear(): void {
    this.#members.clear();
    this.#listed = undefined;
  }

  /** Those of now: who comes or goes does not change it. */
  list(): readonly Subscriber[] {
    this.#listed ??= Array.from(this.#members);
    return this.#listed;
  }
}

/** A watched part of the resource. */
interface Group {
  readonly members: Members;
  /** Of the batch under way. */
  pending: CacheEvent[];
}

export class Subscriptions {
  readonly #everything = new Members();
  readonly #groups = new Map<string, Group>();
  readonly #onDefect: (error: unknown) => void;

  /** `onDefect` is called when a subscriber throws; it is dropped, the others get their events. */
  constructor(onDefect: (error: unknown) => void) {
    this.#onDefect = onDefect;
  }

  get size(): number {
    let size = this.#everything.size;
    for (const group of this.#groups.values()) size += group.members.size;
    return size;
  }

  /** The subscriber must be a different object for each subscription. */
  add(subscriber: Subscriber, scope: Scope | undefined): Subscription {
    const place = placeOf(scope);
    if (place === undefined) {
      this.#everything.add(subscriber);
      return { close: () => this.#everything.delete(subscriber) };
    }
    const group = this.#groups.get(place) ?? { members: new Members(), pending: [] };
    group.members.add(subscriber);
    this.#groups.set(place, group);
    return {
      close: () => {
        group.members.delete(subscriber);
        if (group.members.size === 0 && this.#groups.get(place) === group) this.#groups.delete(place);
      },
    };
  }

  publish(events: readonly CacheEvent[]): void {
    this.#deliver(this.#everything, events);
    if (this.#groups.size === 0) return;
    const touched = new Set<Group>();
    for (const event of events) {
      for (const place of placesOf(event)) {
        const group = this.#groups.get(place);
        if (group === undefined) continue;
        group.pending.push(event);
        touched.add(group);
      }
    }
    for (const group of touched) {
      const pending = group.pending;
      group.pending = [];
      this.#deliver(group.members, pending);
    }
  }

  /** Ends all subscriptions: the sequence ends here. */
  lose(reason: string): void {
    const all = [...this.#everything.list(), ...[...this.#groups.values()].flatMap(({ members }) => members.list())];
    this.#everything.clear();
    for (const group of this.#groups.values()) group.members.clear();
    this.#groups.clear();
    for (const subscriber of all) this.#guarded(() => subscriber.onLost(reason));
  }

  /** A subscriber that comes during the delivery already has this batch from the history; one that goes gets no more. */
  #deliver(members: Members, events: readonly CacheEvent[]): void {
    for (const member of members.list()) {
      if (!members.has(member)) continue;
      try {
        member.onEvents(events);
      } catch (error) {
        this.#onDefect(error);
        members.delete(member);
        this.#guarded(() => member.onLost('the subscriber failed'));
      }
    }
  }

  #guarded(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#onDefect(error);
    }
  }
}

/** Events of a scope, out of a batch. */
export function inScope(events: readonly CacheEvent[], scope: Scope | undefined): readonly CacheEvent[] {
  if (scope === undefined) return events;
  return events.filter((event) => {
    const object = event.object ?? event.previous;
    return (
      (scope.name === undefined || object?.name === scope.name) &&
      (scope.namespace === undefined || object?.namespace === scope.namespace)
    );
  });
}

/** Names hold no slash, so the three kinds of places never meet. */
function placeOf(scope: Scope | undefined): string | undefined {
  if (scope === undefined || (scope.namespace === undefined && scope.name === undefined)) return undefined;
  return `${scope.namespace ?? ''}/${scope.name ?? ''}`;
}

function placesOf(event: CacheEvent): string[] {
  const object = event.object ?? event.previous;
  if (object === undefined) return [];
  const { namespace, name } = object;
  return namespace === '' ? [`/${name}`] : [`${namespace}/`, `/${name}`, `${namespace}/${name}`];
}
