// Changes of definitions that wait for others: each step of the table costs something for each resource that is served, so that a
// thousand definitions in a thousand steps would cost as much as a million.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { PendingChanges } from '../../registry/table.ts';
import type { CachedObject } from '../../storage/contract/resource-cache.ts';

/** The states of definitions by name; undefined: it is gone. */
export type DefinitionStates = ReadonlyMap<string, CachedObject | undefined>;

/** Milliseconds between two steps, at least, while definitions go on changing. */
const between = 50;

export class PendingDefinitions implements PendingChanges {
  readonly #clock: Clock;
  readonly #make: (states: DefinitionStates) => void;
  #states = new Map<string, CachedObject | undefined>();
  #last = Number.NEGATIVE_INFINITY;
  #isTimed = false;

  /** `make` makes one step of all of them. */
  constructor(clock: Clock, make: (states: DefinitionStates) => void) {
    this.#clock = clock;
    this.#make = make;
  }

  /** Made at once, unless the last step was just now: then together with what comes until the next one. */
  add(states: DefinitionStates): void {
    for (const [name, object] of states) this.#states.set(name, object);
    const wait = this.#last + between - this.#clock.monotonic();
    if (wait <= 0) return this.settle();
    if (this.#isTimed) return;
    this.#isTimed = true;
    void this.#clock.sleep(wait).then(() => {
      this.#isTimed = false;
      this.settle();
    });
  }

  /** The name of a definition is that of what it defines. */
  concerns(group: string, resource: string): boolean {
    return this.#states.size > 0 && this.#states.has(`${resource}.${group}`);
  }

  settle(): void {
    if (this.#states.size === 0) return;
    const states = this.#states;
    this.clear();
    this.#make(states);
    this.#last = this.#clock.monotonic();
  }

  /** Newer states of all definitions are known. */
  clear(): void {
    this.#states = new Map();
  }
}
