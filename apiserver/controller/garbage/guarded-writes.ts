// What the garbage collector writes: each write names the object and the version that its decision was made from, so that a
// decision that is out of date changes nothing.

import { isDeepStrictEqual } from 'node:util';
import type { ResourceClient } from '../../../shared/client/request/api-client.ts';
import { isConflict, isNotFound } from '../../../shared/client/request/failure.ts';
import type { ApiObject, OwnerReference } from '../../../shared/object/api-object.ts';
import type { GraphObject } from './owner-graph.ts';

/** Replaces its owner references, if it is still the observed object. Resolves with the updated object. */
export async function setOwners(
  object: ApiObject,
  owners: readonly OwnerReference[],
  objects: ResourceClient,
  signal: AbortSignal,
): Promise<ApiObject> {
  const patch = { metadata: { ...guardOf(object), ownerReferences: owners } };
  return objects.patch(object.metadata.name ?? '', 'merge', patch, { signal });
}

/** Deletes the object if it is unchanged since it was observed, or still has the same owners: other writes do not matter. */
export async function deleteGuarded(
  object: ApiObject,
  propagationPolicy: 'Background' | 'Foreground' | 'Orphan',
  objects: ResourceClient,
  signal: AbortSignal,
): Promise<void> {
  const { name = '', uid, ownerReferences } = object.metadata;
  try {
    await objects.delete(name, { propagationPolicy, preconditions: guardOf(object), signal });
  } catch (error) {
    if (!isConflict(error) || uid === undefined) throw error;
    const { metadata } = await objects.get(name, { signal });
    if (metadata.uid !== uid || !isDeepStrictEqual(metadata.ownerReferences, ownerReferences)) throw error;
    await objects.delete(name, { propagationPolicy, preconditions: { uid }, signal });
  }
}

function guardOf({ metadata }: ApiObject): { readonly uid?: string; readonly resourceVersion?: string } {
  const { uid, resourceVersion } = metadata;
  return { ...(uid === undefined ? {} : { uid }), ...(resourceVersion === undefined ? {} : { resourceVersion }) };
}

/** Removes the owner from a dependent's references. A deleted dependent counts as done. */
export async function setFree(
  dependent: GraphObject,
  owner: string,
  objects: ResourceClient,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { metadata } = await objects.get(dependent.name, { signal });
    const kept = (metadata.ownerReferences ?? []).filter(({ uid }) => uid !== owner);
    if (metadata.uid !== dependent.uid || kept.length === (metadata.ownerReferences ?? []).length) return;
    const guard = metadata.resourceVersion === undefined ? {} : { resourceVersion: metadata.resourceVersion };
    await objects.patch(dependent.name, 'merge', { metadata: { ...guard, ownerReferences: kept } }, { signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

export async function removeFinalizer(
  object: ApiObject,
  finalizer: string,
  objects: ResourceClient,
  signal: AbortSignal,
): Promise<void> {
  const { name = '', resourceVersion, finalizers = [] } = object.metadata;
  const kept = finalizers.filter((other) => other !== finalizer);
  const guard = resourceVersion === undefined ? {} : { resourceVersion };
  await objects.patch(name, 'merge', { metadata: { ...guard, finalizers: kept } }, { signal });
}
