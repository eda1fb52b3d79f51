// The versions of resources as admission asks for them, from the table of resources.

import type { ApiObject } from '../../shared/object/api-object.ts';
import type { GroupVersionResource } from '../admission/contract/admission.ts';
import type { AdmissionVersions, VersionedResource } from '../admission/contract/versions.ts';
import type { Resource, Resources } from '../registry/contract/resource.ts';
import { resourceNotFound } from '../../shared/object/errors.ts';
import { decodeObject } from '../../shared/schema/decode.ts';
import { objectInVersion } from '../registry/object/converted-objects.ts';
import type { StructSchema } from '../../shared/schema/schema.ts';
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
    schema: (of) => schemaOf(find(of.resource), of.subresource),
    read(value, as, strict = false) {
      const resource = known(as);
      const schema = schemaOf(resource, as.subresource);
      if (schema === undefined) return value as ApiObject;
      const decoded = decodeObject(value, schema);
      // Unknown fields of custom kinds are pruned, not refused.
      if (strict && schema.read === undefined) refuseUnknown(decoded.unknownFields);
      const object = decoded.object as ApiObject;
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

function refuseUnknown(fields: readonly string[]): void {
  if (fields.length === 0) return;
  const faults = fields.map((field) => `unknown field ${JSON.stringify(field)}`);
  throw new Error(`strict decoding error: ${faults.join(', ')}`);
}

function schemaOf(resource: Resource | undefined, subresource: string): StructSchema | undefined {
  const shape = subresource === '' ? undefined : resource?.subresources.get(subresource);
  return shape === undefined ? resource?.schema : shape.schema;
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
