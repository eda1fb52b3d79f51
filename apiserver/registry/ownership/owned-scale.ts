// Writes of a Scale as far as owners go: the Scale is compared, and who owns its replicas owns those of the object.

import type { Typed } from '../../../shared/apply/typed/typed-value.ts';
import type { Versions } from '../../../shared/apply/ownership/change-owners.ts';
import type { FieldPath } from '../../../shared/apply/field/path-element.ts';
import { fieldElement } from '../../../shared/apply/field/path-element.ts';
import type { Owner, Owners } from '../../../shared/apply/ownership/owner.ts';
import { ownersFromScale, ownersOfScale, type ReplicasPaths } from '../../../shared/apply/ownership/scale-owners.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Resource } from '../contract/resource.ts';
import { apiVersionOf } from '../../../shared/object/group-version.ts';
import { scaleFieldsOf, valueAt } from '../object/scale-fields.ts';

/** A Scale of its own group has one version. */
export const scaleVersions: Versions = {
  convert: (object, apiVersion) => (object.apiVersion === apiVersion ? object : undefined),
  filter: () => undefined,
};

/** What a write of the Scale can change, as the Scale has it. Undefined: the resource has none. */
export function typedScale(resource: Resource, object: ApiObject): Typed | undefined {
  const scale = resource.subresources.get('scale');
  if (scale?.schema === undefined) return undefined;
  const given = valueAt(object, scaleFieldsOf(resource).replicas);
  const wanted = typeof given === 'number' ? given : 0;
  const apiVersion = apiVersionOf(scale.group, scale.version);
  const spec = wanted === 0 ? {} : { replicas: wanted };
  return { value: { apiVersion, kind: scale.kind, metadata: {}, spec }, schema: scale.schema, apiVersion };
}

/** The owners after `change` of those of the Scale. */
export function throughScale(
  resource: Resource,
  owners: Owners,
  change: (scaleOwners: Owners) => Owners,
): Map<string, Owner> {
  const paths = replicasPathsOf(resource, owners);
  const apiVersion = apiVersionOf(resource.group, resource.version);
  return ownersFromScale(owners, change(ownersOfScale(owners, paths)), paths, apiVersion);
}

/** Where the versions of the kind that owners stand in have the replicas: each version of an own kind says it itself. */
function replicasPathsOf(resource: Resource, owners: Owners): ReplicasPaths {
  const { group, version, storage } = resource;
  const path = scaleFieldsOf(resource).replicas.map(fieldElement);
  const paths = new Map<string, FieldPath | undefined>([[apiVersionOf(group, version), path]]);
  for (const { apiVersion } of owners.values()) {
    const [, other] = /^(?:[^/]+\/)?([^/]+)$/.exec(apiVersion) ?? [];
    if (other === undefined || paths.has(apiVersion) || apiVersion !== apiVersionOf(group, other)) continue;
    const view = storage?.views?.(other);
    if (view !== undefined) paths.set(apiVersion, view.subresources.get('scale')?.scale?.replicas.map(fieldElement));
  }
  return paths;
}
