// Who owns whom, as the garbage collector knows it from its watches: every object with its owners, and for every owner its
// dependents (requirements DEL). Holds identities only, never whole objects.

import { isDeepStrictEqual } from 'node:util';
import type { ApiObject, GroupVersionResource, OwnerReference } from '../../../shared/object/api-object.ts';

/** A resource whose objects take part. One record per resource, shared by all its objects. */
export interface CollectedResource extends GroupVersionResource {
  readonly kind: string;
  readonly namespaced: boolean;
}

/** What is remembered of an object. Immutable. */
export interface GraphObject {
  readonly uid: string;
  readonly resource: CollectedResource;
  /** '' for cluster scope. */
  readonly namespace: string;
  readonly name: string;
  readonly owners: readonly OwnerReference[];
  readonly deleting: boolean;
  /** Its deletion waits for its dependents to be gone, or to be set free. */
  readonly waits: 'foreground' | 'orphan' | undefined;
}

export const foregroundFinalizer = 'foregroundDeletion';
export const orphanFinalizer = 'orphan';

const noOwners: readonly OwnerReference[] = [];
const noUids: readonly string[] = [];

/** An object without most of what the graph has no use for: the list of a collection is many times larger than the rest. */
export function ownershipOf({ apiVersion, kind, metadata }: ApiObject): ApiObject {
  const { labels: _labels, annotations: _annotations, managedFields: _fields, ...rest } = metadata;
  return { apiVersion, kind, metadata: rest };
}

/** The part of an object that the graph keeps; undefined for an object without a uid. */
export function graphObjectOf(object: ApiObject, resource: CollectedResource): GraphObject | undefined {
  const { uid, namespace = '', name = '', ownerReferences, deletionTimestamp, finalizers = [] } = object.metadata;
  if (uid === undefined) return undefined;
  const deleting = deletionTimestamp !== undefined;
  let waits: GraphObject['waits'];
  if (deleting && finalizers.includes(foregroundFinalizer)) waits = 'foreground';
  else if (deleting && finalizers.includes(orphanFinalizer)) waits = 'orphan';
  return { uid, resource, namespace, name, owners: ownerReferences ?? noOwners, deleting, waits };
}

/** Whether the deletion of an object, as the service has it, waits for its dependents to be gone. */
export function waitsForDependents({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(foregroundFinalizer);
}

/** Whether the deletion of `owner` in the foreground waits for this dependent. */
export function blocks(dependent: GraphObject, owner: string): boolean {
  return dependent.owners.some((reference) => reference.uid === owner && isBlocking(reference));
}

export function isBlocking({ blockOwnerDeletion }: OwnerReference): boolean {
  return blockOwnerDeletion === true;
}

export class OwnerGraph {
  readonly #objects = new Map<string, GraphObject>();
  readonly #dependents = new Map<string, Set<string>>();

  get size(): number {
    return this.#objects.size;
  }

  get(uid: string): GraphObject | undefined {
    return this.#objects.get(uid);
  }

  dependentsOf(uid: string): readonly GraphObject[] {
    return [...(this.#dependents.get(uid) ?? [])].flatMap((dependent) => this.#objects.get(dependent) ?? []);
  }

  /** Stores the newest state of an object. Returns the uids of the objects that have to be checked because of it. */
  put(object: GraphObject): readonly string[] {
    const before = this.#objects.get(object.uid);
    // Most writes tell the graph nothing new. What it has already is kept: else each write of an object that is written every
    // few seconds would leave a middle-aged one behind.
    if (before !== undefined && isSame(before, object)) return this.#waitingOwnersOf(before);
    this.#objects.set(object.uid, object);
    // Fast path: most objects of a cluster have no owners and wait for nothing, and this runs for every write.
    if (object.owners.length === 0 && object.waits === undefined && (before?.owners.length ?? 0) === 0) return noUids;
    const owners = new Set(object.owners.map(({ uid }) => uid));
    for (const { uid } of before?.owners ?? noOwners) if (!owners.has(uid)) this.#unlink(uid, object.uid);
    for (const uid of owners) this.#link(uid, object.uid);
    const affected = new Set<string>();
    // Owners that went already are found out by looking at the dependent.
    if (object.owners.length > 0 && !sameOwners(before?.owners, object.owners)) affected.add(object.uid);
    if (object.waits !== undefined && before?.waits !== object.waits) {
      affected.add(object.uid);
      if (object.waits === 'foreground') for (const { uid } of this.dependentsOf(object.uid)) affected.add(uid);
    }
    // A dependent that no longer blocks may be the one its former owner waits for.
    if (before !== undefined) for (const uid of this.#waitingOwnersOf(before)) affected.add(uid);
    return [...affected];
  }

  /** Removes an object that is gone. Returns the uids of the objects that have to be checked because of it. */
  remove(uid: string): readonly string[] {
    const before = this.#objects.get(uid);
    if (before === undefined) return [];
    this.#objects.delete(uid);
    const affected = new Set<string>(this.#dependents.get(uid));
    for (const owner of before.owners) {
      this.#unlink(owner.uid, uid);
      if (this.#waitsForNothing(owner.uid)) affected.add(owner.uid);
    }
    return [...affected];
  }

  /** All objects of a resource, by uid. */
  *ofResource(resource: CollectedResource): IterableIterator<GraphObject> {
    for (const object of this.#objects.values()) if (object.resource === resource) yield object;
  }

  #waitingOwnersOf({ owners }: GraphObject): readonly string[] {
    const waiting = owners.filter(({ uid }) => this.#waitsForNothing(uid));
    return waiting.length === 0 ? noUids : waiting.map(({ uid }) => uid);
  }

  /** Whether an owner waits for its dependents though none of them blocks it any more. Only then is there work to do. */
  #waitsForNothing(uid: string): boolean {
    if (this.#objects.get(uid)?.waits !== 'foreground') return false;
    for (const dependent of this.#dependents.get(uid) ?? noUids) {
      const known = this.#objects.get(dependent);
      if (known !== undefined && blocks(known, uid)) return false;
    }
    return true;
  }

  #link(owner: string, dependent: string): void {
    const known = this.#dependents.get(owner);
    if (known === undefined) this.#dependents.set(owner, new Set([dependent]));
    else known.add(dependent);
  }

  #unlink(owner: string, dependent: string): void {
    const known = this.#dependents.get(owner);
    known?.delete(dependent);
    if (known?.size === 0) this.#dependents.delete(owner);
  }
}

function sameOwners(before: readonly OwnerReference[] | undefined, now: readonly OwnerReference[]): boolean {
  if (before?.length !== now.length) return false;
  return now.every((owner, index) => {
    const other = before[index];
    return (
      other?.uid === owner.uid && other.name === owner.name && other.blockOwnerDeletion === owner.blockOwnerDeletion
    );
  });
}

/** Whether the graph knows nothing of one that it does not know of the other. */
function isSame(one: GraphObject, other: GraphObject): boolean {
  return (
    one.resource === other.resource &&
    one.namespace === other.namespace &&
    one.name === other.name &&
    one.deleting === other.deleting &&
    one.waits === other.waits &&
    one.owners.length === other.owners.length &&
    one.owners.every((owner, index) => isDeepStrictEqual(owner, other.owners[index]))
  );
}
