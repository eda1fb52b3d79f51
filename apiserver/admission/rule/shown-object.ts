// A written object as webhooks and policies see it.

import { isDeepStrictEqual } from 'node:util';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { decodeObject } from '../../../shared/schema/decode.ts';
import type { StructSchema } from '../../../shared/schema/schema.ts';
import type { AdmissionAttributes } from '../contract/admission.ts';

/**
 * What the service gives to an object is not there before validation: a new one has no identity then, and one that was sent whole has
 * what the client said of it. After that a changed object has the version that it had.
 */
export function shownObject(
  { operation, object, oldObject, carriedOver }: AdmissionAttributes,
  phase: 'mutating' | 'validating',
): ApiObject | undefined {
  if (object === undefined) return undefined;
  if (operation === 'CREATE' && phase === 'mutating') {
    const { uid: _uid, creationTimestamp: _creationTimestamp, ...metadata } = object.metadata;
    return { ...object, metadata };
  }
  if (operation === 'UPDATE' && phase === 'mutating' && carriedOver !== undefined && carriedOver.length > 0) {
    const metadata = { ...object.metadata };
    for (const field of carriedOver) delete metadata[field];
    const resourceVersion = carriedOver.includes('resourceVersion') ? undefined : oldObject?.metadata.resourceVersion;
    return { ...object, metadata: resourceVersion === undefined ? metadata : { ...metadata, resourceVersion } };
  }
  const resourceVersion = oldObject?.metadata.resourceVersion;
  if (operation !== 'UPDATE' || resourceVersion === undefined) return object;
  if ((object.metadata.resourceVersion ?? '') !== '') return object;
  return { ...object, metadata: { ...object.metadata, resourceVersion } };
}

/**
 * With the status that objects of the kind always have: a client that reads it need not ask whether it is there. A new object gets it
 * when it is stored.
 */
export function withStatus(object: ApiObject, schema: StructSchema | undefined): ApiObject {
  if (object['status'] !== undefined || schema?.read !== undefined) return object;
  const field = schema?.fields.get('status');
  if (field?.alwaysWritten !== true || field.schema.type !== 'struct') return object;
  return { ...object, status: decodeObject({}, field.schema).object };
}

/**
 * In place: what `shownObject` and `withStatus` have hidden and added, as it was before. A status that is another than the added one
 * stays. `schema`: of the version that both objects have.
 */
export function restoreHidden(changed: ApiObject, before: ApiObject, schema: StructSchema | undefined): void {
  if (before['status'] === undefined && isDeepStrictEqual(changed['status'], withStatus(before, schema)['status']))
    delete changed['status'];
  for (const field of ['uid', 'creationTimestamp', 'resourceVersion', 'generation'] as const) {
    const value = before.metadata[field];
    if (value === undefined) delete changed.metadata[field];
    else Object.assign(changed.metadata, { [field]: value });
  }
}
