// The owner of an object that controls it: of several owners at most one does.

import type { ObjectMeta, OwnerReference } from './api-object.ts';

/** Undefined: no owner controls the object. */
export function controllerOf({ ownerReferences }: ObjectMeta): OwnerReference | undefined {
  return ownerReferences?.find(({ controller }) => controller === true);
}
