// Objects on their way between the version in which they are stored and the one that is served. Every reader and every write
// passes here; where both are the same version nothing is done, and where the conversion computes nothing is waited for.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { CachedObject } from '../../storage/contract/resource-cache.ts';
import type { Entry } from '../../storage/contract/store.ts';
import type { Resource, StorageForm } from '../contract/resource.ts';
import type { ConversionRequest, VersionConverter } from '../contract/version-converter.ts';
import { catchMaybePromise, mapMaybePromise } from '../../../shared/process/async/maybe-promise.ts';
import { unclassified } from '../../../shared/object/errors.ts';
import { apiVersionOf } from '../../../shared/object/group-version.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import { decodeObject } from '../../../shared/schema/decode.ts';
import { decodeJson, decodeStored, encodeStored } from '../../storage/format/stored-object.ts';
import { storageOf } from './stored-objects.ts';

/** The object of a store entry in the served version, with its resourceVersion. A copy of its own. Throws UnreadableValueError. */
export function decodeEntry(
  resource: Resource,
  entry: Entry,
  request: ConversionRequest,
): ApiObject | Promise<ApiObject> {
  return served(resource, decodeStored(entry), request);
}

/** The object of a cached one in the served version. A copy of its own. */
export function decodeCached(
  resource: Resource,
  cached: Pick<CachedObject, 'text'>,
  request: ConversionRequest,
): ApiObject | Promise<ApiObject> {
  return served(resource, decodeJson(cached.text), request);
}

/** The cached object in the served version, which is kept with it. It is the same object where that is the stored version. */
export function servedObject(
  resource: Resource,
  cached: CachedObject,
  request: ConversionRequest,
): CachedObject | Promise<CachedObject> {
  const storage = storageOf(resource, 'get');
  if (storage.converter === undefined) return cached;
  const known = knownIn(storage, resource, cached);
  if (known !== undefined) return known;
  return mapMaybePromise(convertedItems(resource, storage, [cached], request), ([object]) => object ?? cached);
}

/** The same for several, as one conversion of those that were not converted yet. */
export function servedObjects(
  resource: Resource,
  items: readonly CachedObject[],
  request: ConversionRequest,
): readonly CachedObject[] | Promise<readonly CachedObject[]> {
  const storage = storageOf(resource, 'list');
  if (storage.converter === undefined || items.length === 0) return items;
  const shown = items.map((item) => knownIn(storage, resource, item));
  const missing = items.filter((_, at) => shown[at] === undefined);
  if (missing.length === 0) return shown as readonly CachedObject[];
  return mapMaybePromise(convertedItems(resource, storage, missing, request), (converted) => {
    let next = 0;
    return items.map((item, at) => shown[at] ?? converted[next++] ?? item);
  });
}

/** The stored bytes of an object in the served version; its resourceVersion is left out. Equal objects have equal bytes. */
export function encodeObject(
  resource: Resource,
  object: ApiObject,
  request: ConversionRequest,
): Buffer | Promise<Buffer> {
  const storage = storageOf(resource, 'update');
  if (storage.converter === undefined) return canonicalBytes(object, storage.schema);
  const home = apiVersionOf(storage.group, storage.version);
  return mapMaybePromise(convert(storage.converter, [structuredClone(object)], home, request), ([stored]) =>
    canonicalBytes(stored ?? object, storage.schema),
  );
}

/** The object in the version of another resource of the same kind. May change the argument. */
export function objectInVersion(
  from: Resource,
  to: Resource,
  object: ApiObject,
  request: ConversionRequest,
): ApiObject | Promise<ApiObject> {
  const stored = storageOf(from, 'get');
  if (stored.converter === undefined) return served(to, object, request);
  const home = apiVersionOf(stored.group, stored.version);
  const converted = convert(stored.converter, [object], home, request);
  return mapMaybePromise(converted, ([first]) => served(to, first ?? object, request));
}

function served(resource: Resource, stored: ApiObject, request: ConversionRequest): ApiObject | Promise<ApiObject> {
  const { converter } = storageOf(resource, 'get');
  if (converter === undefined) return stored;
  const version = apiVersionOf(resource.group, resource.version);
  return mapMaybePromise(convert(converter, [stored], version, request), ([object]) => object ?? stored);
}

/** Undefined: it has to be converted. */
function knownIn(storage: StorageForm, { group, version }: Resource, cached: CachedObject): CachedObject | undefined {
  const known = cached.inVersion(storage);
  if (known !== undefined || storage.converter?.rereads === true) return known;
  return cached.apiVersion === apiVersionOf(group, version) ? cached : undefined;
}

function convertedItems(
  resource: Resource,
  storage: StorageForm,
  items: readonly CachedObject[],
  request: ConversionRequest,
): readonly CachedObject[] | Promise<readonly CachedObject[]> {
  const { converter } = storage;
  if (converter === undefined) return items;
  const version = apiVersionOf(resource.group, resource.version);
  const stored = items.map(({ text }) => decodeJson(text));
  return mapMaybePromise(convert(converter, stored, version, request), (objects) =>
    items.map((item, at) => {
      const object = objects[at];
      // What another version adds, such as annotations, gets its place in the one canonical form.
      return object === undefined ? item : item.keepVersion(storage, canonicalBytes(object, resource.schema));
    }),
  );
}

/** Decoding puts fields, maps, quantities and times into their one canonical form. */
function canonicalBytes(object: ApiObject, schema: Resource['schema']): Buffer {
  return encodeStored(decodeObject(object, schema).object as ApiObject);
}

/** Objects that are in the version already stay as they are. Throws, or rejects with, StatusError. */
function convert(
  converter: VersionConverter,
  objects: readonly ApiObject[],
  version: string,
  request: ConversionRequest,
): readonly ApiObject[] | Promise<readonly ApiObject[]> {
  const others = converter.rereads === true ? objects : objects.filter(({ apiVersion }) => apiVersion !== version);
  if (others.length === 0) return objects;
  return catchMaybePromise(
    () =>
      mapMaybePromise(converter.convert(others, version, request), (converted) => {
        if (converted.length !== others.length) {
          throw new TypeError(`the conversion to ${version} gave ${converted.length} objects, not ${others.length}`);
        }
        if (others.length === objects.length) return converted;
        let next = 0;
        return objects.map((object) => (object.apiVersion === version ? object : (converted[next++] ?? object)));
      }),
    (error) => {
      if (request.signal.aborted || error instanceof StatusError) throw error;
      throw unclassified(error instanceof Error ? error.message : String(error));
    },
  );
}
