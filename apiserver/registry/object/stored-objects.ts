// Between a resource and the store: where its objects live, how they are read and how they are encoded. Resources that
// are views of another stored kind are converted here and nowhere else.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { GroupKind, GroupResource } from '../../../shared/object/group-version.ts';
import type { CachedObject } from '../../storage/contract/resource-cache.ts';
import type { Entry } from '../../storage/contract/store.ts';
import type { ObjectShape } from '../../storage/cache/tree/cached-object.ts';
import type { Resource, StorageForm } from '../contract/resource.ts';
import { notFound, verbNotSupported } from '../../../shared/object/errors.ts';
import { decodeObject } from '../../../shared/schema/decode.ts';
import { EncodedCachedObject } from '../../storage/cache/tree/cached-object.ts';
import { objectKey } from '../../storage/format/keys.ts';
import { decodeJson, decodeStored, encodeStored, undecodable } from '../../storage/format/stored-object.ts';

export function groupResourceOf(resource: Resource): GroupResource {
  return { group: resource.group, resource: resource.name };
}

export function groupKindOf(resource: Resource): GroupKind {
  return { group: resource.group, kind: resource.kind };
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

/** The object of a store entry in the served version, with its resourceVersion. A copy of its own. */
export function decodeEntry(resource: Resource, entry: Entry): ApiObject {
  return served(resource, decodeStored(entry));
}

/** The object of a cached one in the served version. A copy of its own. */
export function decodeCached(resource: Resource, cached: Pick<CachedObject, 'text'>): ApiObject {
  return served(resource, decodeJson(cached.text));
}

/** The cached object in the served version. It is the same object where that is the stored one. */
export function servedObject(resource: Resource, cached: CachedObject): CachedObject {
  const storage = storageOf(resource, 'get');
  if (storage.identical) return cached;
  return cached.inVersion(storage, ({ text }) => {
    // What another version adds, such as annotations, gets its place in the one canonical form.
    const { object } = decodeObject(storage.fromStored(decodeJson(text)), resource.schema);
    return encodeStored(object as ApiObject);
  });
}

/** The stored bytes of an object in the served version; its resourceVersion is left out. Equal objects have equal bytes. */
export function encodeObject(resource: Resource, object: ApiObject): Buffer {
  const storage = storageOf(resource, 'update');
  const stored = storage.identical ? object : storage.toStored(structuredClone(object));
  // Decoding puts fields, maps, quantities and times into their one canonical form.
  const { object: canonical } = decodeObject(stored, storage.schema);
  return encodeStored(canonical as ApiObject);
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

function served(resource: Resource, stored: ApiObject): ApiObject {
  const storage = storageOf(resource, 'get');
  return storage.identical ? stored : storage.fromStored(stored);
}
