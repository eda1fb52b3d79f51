// A written object as webhooks and policies see it.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { AdmissionAttributes } from '../contract/admission.ts';

/** What a new object gets from the service is not there before validation; one that is changed has the version that it had. */
export function shownObject(
  { operation, object, oldObject }: AdmissionAttributes,
  phase: 'mutating' | 'validating',
): ApiObject | undefined {
  if (object === undefined) return undefined;
  if (operation === 'CREATE' && phase === 'mutating') {
    const { uid: _uid, creationTimestamp: _creationTimestamp, ...metadata } = object.metadata;
    return { ...object, metadata };
  }
  const resourceVersion = oldObject?.metadata.resourceVersion;
  if (operation !== 'UPDATE' || resourceVersion === undefined) return object;
  if ((object.metadata.resourceVersion ?? '') !== '') return object;
  return { ...object, metadata: { ...object.metadata, resourceVersion } };
}

/** In place: what `shownObject` has hidden and added, as it was before. */
export function restoreHidden(changed: ApiObject, before: ApiObject): void {
  for (const field of ['uid', 'creationTimestamp', 'resourceVersion'] as const) {
    const value = before.metadata[field];
    if (value === undefined) delete changed.metadata[field];
    else changed.metadata[field] = value;
  }
}
