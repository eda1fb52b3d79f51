// The versions of resources as admission asks for them, from the table of resources.

import type { ApiObject } from '../../shared/object/api-object.ts';
import type { GroupVersionResource } from '../admission/contract/admission.ts';
import type { AdmissionVersions, VersionedResource } from '../admission/contract/versions.ts';
import type { Resource, Resources } from '../registry/contract/resource.ts';
import { resourceNotFound } from '../../shared/object/errors.ts';
import { decodeObject } from '../../shared/schema/decode.ts';
import { objectInVersion } from '../registry/object/converted-objects.ts';
import { defaultObject } from '../registry/object/schema-steps.ts';

export function admissionVersions(resources: Resources): AdmissionVersions {
  const find = ({ group, version, resource }: GroupVersionResource): Resource | undefined =>
    resources.find(group, version, resource);
  const known = ({ resource }: VersionedResource): Resource => {
    const found = find(resource);
    if (found === undefined) throw resourceNotFound();
    return found;
  };
  return {
    get revision() {
      return resources.version;
    },
    equivalents(resource, subresource) {
      const prefix = find(resource)?.storage?.prefix;
      if (prefix === undefined) return [];
      return resources.all
        .filter((one) => one.storage?.prefix === prefix && !isSame(one, resource))
        .flatMap((one) => versioned(one, subresource) ?? []);
    },
    convert(object, from, to, request) {
      // A Scale is the same whatever the version of its workload.
      if (ofOwnKind(from) || ofOwnKind(to)) return structuredClone(object);
      return objectInVersion(known(from), known(to), structuredClone(object), request);
    },
    read(value, as) {
      const resource = known(as);
      const shape = as.subresource === '' ? undefined : resource.subresources.get(as.subresource);
      const schema = shape === undefined ? resource.schema : shape.schema;
      if (schema === undefined) return value as ApiObject;
      const object = decodeObject(value, schema).object as ApiObject;
      const { apiVersion, kind } = value as Partial<ApiObject>;
      if (apiVersion !== undefined) object.apiVersion = apiVersion;
      if (kind !== undefined) object.kind = kind;
      if (schema === resource.schema) defaultObject(resource, object);
      return object;
    },
  };

  function ofOwnKind({ resource, subresource }: VersionedResource): boolean {
    const found = find(resource);
    const shape = subresource === '' ? undefined : found?.subresources.get(subresource);
    return shape !== undefined && shape.kind !== found?.kind;
  }
}

function isSame({ group, version, name }: Resource, resource: GroupVersionResource): boolean {
  return group === resource.group && version === resource.version && name === resource.resource;
}

/** Undefined: this version does not have the sub-resource. */
function versioned(resource: Resource, subresource: string): VersionedResource | undefined {
  const { group, version, name } = resource;
  const shape = subresource === '' ? resource : resource.subresources.get(subresource);
  if (shape === undefined) return undefined;
  return {
    resource: { group, version, resource: name },
    subresource,
    kind: { group: shape.group, version: shape.version, kind: shape.kind },
  };
}
