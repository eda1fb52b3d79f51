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
      // Who makes an object could have left it out: it may say at once who owns it.
      if (attributes.operation === 'UPDATE') {
        const { subresource } = attributes;
        const { allowed, reason } = await asks(attributes, { verb: 'delete', subresource }, request.signal);
        if (!allowed) {
          throw refusal(attributes, `cannot set an ownerRef on a resource you can't delete: ${reason}`);
        }
      }
      const blocking = newlyBlocking(now, before);
      if (blocking.length === 0 || (await asks(attributes, anyFinalizer, request.signal)).allowed) return;
      for (const owner of blocking) {
        const question = finalizerOf(attributes, owner, resourceOf);
        const { allowed, reason } = await asks(attributes, question, request.signal);
        if (!allowed) {
          const text =
            "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on";
          throw refusal(attributes, `${text}: ${reason}`);
        }
      }
    },
  };
}

/** Who may finalize everything is not asked about kinds, which may not be known here. */
const anyFinalizer = {
  verb: 'update',
  group: '*',
  version: '*',
  resource: '*',
  subresource: 'finalizers',
  namespace: '',
  name: '*',
};

/** Throws 403 for an owner of a kind that is not served. */
function finalizerOf(
  attributes: AdmissionAttributes,
  { apiVersion, kind, name }: OwnerReference,
  resourceOf: ResourceOfKind,
): Partial<ResourceAttributes> {
  const { group, version } = parseGroupVersion(apiVersion) ?? { group: '', version: '' };
  const served = resourceOf(group, version, kind);
  if (served === undefined) {
    const text = `cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}`;
    throw refusal(
      attributes,
      `cannot set blockOwnerDeletion in this case because ${text}: no matches for kind ${JSON.stringify(kind)}`,
    );
  }
  return {
    verb: 'update',
    group,
    version,
    resource: served.resource,
    subresource: 'finalizers',
    namespace: served.namespaced ? attributes.namespace : '',
    name,
  };
}

function newlyBlocking(now: readonly OwnerReference[], before: readonly OwnerReference[]): readonly OwnerReference[] {
  const blocked = new Set(before.filter((owner) => owner.blockOwnerDeletion === true).map((owner) => owner.uid));
  return now.filter((owner) => owner.blockOwnerDeletion === true && !blocked.has(owner.uid));
}
