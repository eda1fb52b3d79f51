// A write as webhooks and expressions see it: the `request` of a review, without its objects.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AdmissionAttributes, Operation } from '../contract/admission.ts';
import type { VersionedResource } from '../contract/versions.ts';
import { isNamespaces } from './resource-rules.ts';

export type AdmissionRequest = Readonly<Record<string, unknown>> & { readonly operation: Operation };

/** `seen`: the version in which the callee sees the write. What is empty is absent, as in its JSON. */
export function admissionRequest(
  attributes: AdmissionAttributes,
  { resource, subresource, kind }: VersionedResource,
  vendor: Vendor,
): AdmissionRequest {
  const { user, requestKind, requestResource, name, operation, dryRun } = attributes;
  const options = attributes.options();
  return {
    kind: { group: kind.group, version: kind.version, kind: kind.kind },
    resource,
    ...(subresource === '' ? {} : { subResource: subresource }),
    requestKind: { group: requestKind.group, version: requestKind.version, kind: requestKind.kind },
    requestResource,
    ...(attributes.subresource === '' ? {} : { requestSubResource: attributes.subresource }),
    ...(name === '' ? {} : { name }),
    ...text('namespace', isNamespaces(attributes) ? name : attributes.namespace),
    operation,
    userInfo: {
      ...text('username', user.username),
      ...text('uid', user.uid ?? ''),
      ...(user.groups.length === 0 ? {} : { groups: user.groups }),
      ...(user.extra.size === 0 ? {} : { extra: Object.fromEntries(user.extra) }),
    },
    dryRun,
    options: options === undefined ? null : { apiVersion: vendor.fill('meta.{api}/v1'), ...options },
  };
}

function text(field: string, value: string): Readonly<Record<string, string>> {
  return value === '' ? {} : { [field]: value };
}
