// Changes of definitions that wait for others: each step of the table costs something for each resource that is served, so that a
// thousand definitions in a thousand steps would cost as much as a million.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { PendingChanges } from '../../registry/table.ts';
import type { CachedObject } from '../../storage/contract/resource-cache.ts';

/** The states of definitions by name; undefined: it is gone. */
export type DefinitionStates = ReadonlyMap<string, CachedObject | undefined>;

/** Milliseconds between two steps while definitions go on changing: at least, and at most. */
const between = { least: 50, most: 1000 } as const;
/** Within these limits, a step waits this many times as long as the last one took, which leaves nearly all of the time to others. */
const patience = 20;

export class PendingDefinitions implements PendingChanges {
  readonly #clock: Clock;
  readonly #make: (states: DefinitionStates) => void;
  #states = new Map<string, CachedObject | undefined>();
  #next = Number.NEGATIVE_INFINITY;
  #isTimed = false;

  /** `make` makes one step of all of them. */
  constructor(clock: Clock, make: (states: DefinitionStates) => void) {
    this.#clock = clock;
    this.#make = make;
  }

  /** Made at once, unless the last step was just now: then together with what comes until the next one. */
  add(states: DefinitionStates): void {
    for (const [name, object] of states) this.#states.set(name, object);
    const wait = this.#next - this.#clock.monotonic();
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
    const begin = this.#clock.monotonic();
    this.#make(states);
    const end = this.#clock.monotonic();
    this.#next = end + Math.min(between.most, Math.max(between.least, patience * (end - begin)));
  }

  /** Newer states of all definitions are known. */
  clear(): void {
    this.#states = new Map();
  }
}
