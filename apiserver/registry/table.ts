// The table of all served resources. Resources join it, are replaced and leave it while requests are served; the readers
// either follow its version (`derived.ts`) or subscribe to its changes.

import { compareVersions } from '../../shared/object/version-order.ts';
import type { Resource, ResourceName, Resources } from './contract/resource.ts';

/** One step. */
export interface TableChange {
  /** Records that join, or take the place of the record of the same group, version and name. */
  readonly put?: readonly Resource[];
  /** Resources that leave. Those that are not in the table have no effect. */
  readonly remove?: readonly ResourceName[];
}

/** What a step came to. */
export interface ChangedTable {
  readonly added: readonly Resource[];
  readonly replaced: readonly { readonly before: Resource; readonly after: Resource }[];
  readonly removed: readonly Resource[];
}

export type TableListener = (changed: ChangedTable) => void;

/** Changes that wait for others, so that many of them are one step. The table makes them before a request could miss them. */
export interface PendingChanges {
  /** Whether one of them may be about this resource. */
  concerns(group: string, resource: string): boolean;
  /** Makes all of them. No effect when there are none. */
  settle(): void;
}

const nothingPending: PendingChanges = { concerns: () => false, settle() {} };

/** A resource, and its place among the built-in ones; what joined later has none. */
interface Entry {
  readonly resource: Resource;
  readonly place: number;
}

export interface TableOptions {
  /** In discovery order, which they keep. */
  readonly builtIn: readonly Resource[];
  /** A subscriber threw. The others were called nevertheless. */
  readonly onDefect: (error: unknown) => void;
}

export class ResourceTable implements Resources {
  readonly #onDefect: (error: unknown) => void;
  /** Places of the built-in resources in `all`; whatever joins later comes behind them. */
  readonly #places: ReadonlyMap<string, number>;
  readonly #listeners = new Set<TableListener>();
  #entries: readonly Entry[];
  #index: ResourceIndex;
  #pending = nothingPending;
  #version = 1;
  #changing = false;

  /** Throws TypeError when two records have the same group, version and name. */
  constructor({ builtIn, onDefect }: TableOptions) {
    this.#onDefect = onDefect;
    const byKey = recordsOf(builtIn);
    this.#places = new Map([...byKey.keys()].map((key, place) => [key, place]));
    this.#entries = builtIn.map((resource, place) => ({ resource, place }));
    this.#index = new ResourceIndex(builtIn);
  }

  get version(): number {
    return this.#version;
  }

  get all(): readonly Resource[] {
    return this.#index.all;
  }

  settle(): void {
    if (!this.#changing) this.#pending.settle();
  }

  /** Pending changes are made first where they may be about what is looked for, and where nothing is found without them. */
  find(group: string, version: string, resource: string): Resource | undefined {
    const found = this.#index.find(group, version, resource);
    if (found !== undefined && !this.#pending.concerns(group, resource)) return found;
    this.settle();
    return this.#index.find(group, version, resource);
  }

  /** From now on these changes are pending, besides those that `change` makes. */
  expect(pending: PendingChanges): void {
    this.#pending = pending;
  }

  /**
   * All of the change is done when this returns, and every subscriber was called; nothing of it when it throws. A record that
   * is in the table already changes nothing. Throws TypeError for a change that names a resource twice, or that a subscriber
   * makes.
   */
  change({ put = [], remove = [] }: TableChange): ChangedTable {
    if (this.#changing) throw new TypeError('the table of resources is being changed');
    const changed = this.#difference(recordsOf(put), remove);
    const { added, replaced, removed } = changed;
    if (added.length + replaced.length + removed.length === 0) return changed;
    this.#entries = this.#changed(changed);
    this.#index = new ResourceIndex(this.#entries.map(({ resource }) => resource));
    this.#version += 1;
    this.#tell(changed);
    return changed;
  }

  /** Calls the listener in each change, when the table shows it. Returns what ends that. */
  subscribe(listener: TableListener): () => void {
    // A function of its own for each subscription.
    const own: TableListener = (changed) => listener(changed);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  #difference(put: ReadonlyMap<string, Resource>, remove: readonly ResourceName[]): ChangedTable {
    const removed = new Map<string, Resource>();
    const index = this.#index;
    for (const name of remove) {
      const key = keyOf(name);
      if (put.has(key) || removed.has(key)) throw new TypeError(`${key} is named twice in one change`);
      const resource = index.find(name.group, name.version, name.name);
      if (resource !== undefined) removed.set(key, resource);
    }
    const added: Resource[] = [];
    const replaced: { readonly before: Resource; readonly after: Resource }[] = [];
    for (const after of put.values()) {
      const before = index.find(after.group, after.version, after.name);
      if (before === undefined) added.push(after);
      else if (before !== after) replaced.push({ before, after });
    }
    return { added, replaced, removed: [...removed.values()] };
  }

  #tell(changed: ChangedTable): void {
    this.#changing = true;
    try {
      for (const listener of Array.from(this.#listeners)) {
        try {
          listener(changed);
        } catch (error) {
          this.#onDefect(error);
        }
      }
    } finally {
      this.#changing = false;
    }
  }

  /** Built-in resources first, in their order; the others by group, version and name, whenever they joined. */
  #changed({ added, replaced, removed }: ChangedTable): readonly Entry[] {
    const gone = new Set(removed);
    const successors = new Map(replaced.map(({ before, after }) => [before, after]));
    const joining = added.map((resource) => ({
      resource,
      place: this.#places.get(keyOf(resource)) ?? Number.POSITIVE_INFINITY,
    }));
    const kept = this.#entries
      .filter(({ resource }) => !gone.has(resource))
      .map((entry) => {
        const resource = successors.get(entry.resource);
        return resource === undefined ? entry : { ...entry, resource };
      });
    // Nearly sorted already: the sort compares each about once.
    return [...kept, ...joining].sort((a, b) =>
      a.place === b.place ? compare(a.resource, b.resource) : a.place < b.place ? -1 : 1,
    );
  }
}

/** Resources by name, in their order. */
class ResourceIndex {
  readonly all: readonly Resource[];
  // By group, version and name one after the other: making one text of them for every request would cost more.
  readonly #byGroup = new Map<string, Map<string, Map<string, Resource>>>();

  constructor(all: readonly Resource[]) {
    this.all = all;
    for (const resource of all) {
      const byVersion = this.#byGroup.get(resource.group) ?? new Map<string, Map<string, Resource>>();
      const byName = byVersion.get(resource.version) ?? new Map<string, Resource>();
      this.#byGroup.set(resource.group, byVersion.set(resource.version, byName.set(resource.name, resource)));
    }
  }

  find(group: string, version: string, resource: string): Resource | undefined {
    return this.#byGroup.get(group)?.get(version)?.get(resource);
  }
}

function recordsOf(resources: readonly Resource[]): Map<string, Resource> {
  const byKey = new Map<string, Resource>();
  for (const resource of resources) {
    const key = keyOf(resource);
    if (byKey.has(key)) throw new TypeError(`${key} is named twice`);
    byKey.set(key, resource);
  }
  return byKey;
}

/** No part holds a slash. */
function keyOf({ group, version, name }: ResourceName): string {
  return `${group}/${version}/${name}`;
}

function compare(a: Resource, b: Resource): number {
  if (a.group !== b.group) return a.group < b.group ? -1 : 1;
  return compareVersions(a.version, b.version) || (a.name < b.name ? -1 : 1);
}
