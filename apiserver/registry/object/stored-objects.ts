// Between a resource and the store: where its objects live, and what the watch cache has to hold of them.

import type { GroupKind, GroupResource } from '../../../shared/object/group-version.ts';
import type { Entry } from '../../storage/contract/store.ts';
import type { ObjectShape } from '../../storage/cache/tree/cached-object.ts';
import type { Resource, StorageForm } from '../contract/resource.ts';
import { notFound, verbNotSupported } from '../../../shared/object/errors.ts';
import { EncodedCachedObject } from '../../storage/cache/tree/cached-object.ts';
import { objectKey } from '../../storage/format/keys.ts';
import { undecodable } from '../../storage/format/stored-object.ts';

export function groupResourceOf(resource: Resource): GroupResource {
  return { group: resource.group, resource: resource.name };
}

/** The kind as refusals of its objects name it: the one that is stored, whichever of its views was written to. */
export function groupKindOf({ storage, group, kind }: Resource): GroupKind {
  return { group: storage?.group ?? group, kind: storage?.kind ?? kind };
}

/** Throws 405 for a resource that is computed and never stored. */
export function storageOf(resource: Resource, verb: string): StorageForm {
  if (resource.storage === undefined) throw verbNotSupported(groupResourceOf(resource), verb);
  return resource.storage;
}

/** What no name has, of an object or of a namespace. */
const noName = /[/\0]/;

/** The store key of one object. Throws 404 for a name, or a namespace, that no object can have. */
export function keyOf(resource: Resource, namespace: string, name: string): string {
  const { prefix } = storageOf(resource, 'get');
  const home = resource.namespaced ? namespace : '';
  if (noName.test(name) || name === '' || name === '.' || name === '..' || noName.test(home))
    throw notFound(groupResourceOf(resource), name);
  return objectKey(prefix, home, name);
}

/**
 * An entry in the shape of a cached object: its bytes with the version, and what selectors look at. Throws UnreadableValueError.
 */
export function cachedObjectOf(resource: Resource, entry: Entry): EncodedCachedObject {
  const { key, revision, value, fault } = entry;
  if (fault !== undefined) throw fault;
  const { shape } = storageOf(resource, 'get');
  try {
    return EncodedCachedObject.of(key, revision, value, shape);
  } catch {
    throw undecodable(key);
  }
}

/** What the watch cache has to hold: one shape for each prefix under which objects are stored. */
export function storageShapes(resources: readonly Resource[]): readonly ObjectShape[] {
  const byPrefix = new Map<string, ObjectShape>();
  for (const { storage } of resources) if (storage !== undefined) byPrefix.set(storage.prefix, storage.shape);
  return [...byPrefix.values()];
}
