// OwnerReferencesPermissionEnforcement (off by default): changing an object's owners needs the right to delete it, and blocking
// an owner's deletion the right to update the owner's finalizers (requirements DEL).

import { isDeepStrictEqual } from 'node:util';
import type { OwnerReference } from '../../../shared/object/api-object.ts';
import { parseGroupVersion } from '../../../shared/object/group-version.ts';
import type { Authorizer, ResourceAttributes } from '../../authorization/contract/authorizer.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../contract/admission.ts';
import { refusal } from '../rule/refusal.ts';

/** Finds the resource of a kind; undefined when no such kind is served. */
export interface ResourceOfKind {
  (
    group: string,
    version: string,
    kind: string,
  ): { readonly resource: string; readonly namespaced: boolean } | undefined;
}

export function ownerReferencesPermission(authorizer: Authorizer, resourceOf: ResourceOfKind): AdmissionPlugin {
  const asks = async (
    attributes: AdmissionAttributes,
    question: Partial<ResourceAttributes>,
    signal: AbortSignal,
  ): Promise<{ readonly allowed: boolean; readonly reason: string }> => {
    const { user, group, version, resource, namespace, name } = attributes;
    const decision = await authorizer.authorize(
      { kind: 'resource', user, verb: '', group, version, resource, subresource: '', namespace, name, ...question },
      { signal },
    );
    return { allowed: decision.outcome === 'allow', reason: decision.reason };
  };
  return {
    name: 'OwnerReferencesPermissionEnforcement',
    handles: (operation, _group, resource, subresource) =>
      (operation === 'CREATE' || operation === 'UPDATE') && !(resource === 'pods' && subresource === 'status'),
    async validate(attributes, request) {
      const now = attributes.object?.metadata.ownerReferences ?? [];
      const before = attributes.oldObject?.metadata.ownerReferences ?? [];
      if (isDeepStrictEqual(now, before)) return;
      // A new object with owners could be deleted by them at once, so its creator may do it too.
      if (attributes.operation === 'UPDATE' || now.length > 0) {
        const { allowed, reason } = await asks(attributes, { verb: 'delete' }, request.signal);
        if (!allowed) {
          throw refusal(attributes, `cannot set an ownerRef on a resource you can't delete: ${reason}`);
        }
      }
      for (const owner of newlyBlocking(now, before)) {
        const { group, version } = parseGroupVersion(owner.apiVersion) ?? { group: '', version: '' };
        const served = resourceOf(group, version, owner.kind);
        const text =
          "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on";
        if (served === undefined)
          throw refusal(attributes, `${text}: no matches for kind ${JSON.stringify(owner.kind)}`);
        const question = {
          verb: 'update',
          group,
          version,
          resource: served.resource,
          subresource: 'finalizers',
          namespace: served.namespaced ? attributes.namespace : '',
          name: owner.name,
        };
        const { allowed, reason } = await asks(attributes, question, request.signal);
        if (!allowed) throw refusal(attributes, `${text}: ${reason}`);
      }
    },
  };
}

function newlyBlocking(now: readonly OwnerReference[], before: readonly OwnerReference[]): readonly OwnerReference[] {
  const blocked = new Set(before.filter((owner) => owner.blockOwnerDeletion === true).map((owner) => owner.uid));
  return now.filter((owner) => owner.blockOwnerDeletion === true && !blocked.has(owner.uid));
}
