// The read-only views of stored objects that authentication, authorization and admission decide by.

import type { Lister } from '../../shared/object/lister.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { AdmissionListers } from '../admission/make-admission.ts';
import type { BackingObjects } from '../authentication/service-account/service-account-token.ts';
import type { AuthorizerOptions } from '../authorization/make-authorizer.ts';
import type { ServiceViews } from '../outbound/service-address.ts';
import type { Resources } from '../registry/contract/resource.ts';
import { listerOf, wholeListerOf } from '../storage/cache/cache-lister.ts';
import type { WatchCache } from '../storage/cache/watch-cache.ts';

/** What describes hooks of admission. */
export interface HookListers {
  readonly mutatingWebhooks: Lister;
  readonly validatingWebhooks: Lister;
  readonly mutatingPolicyBindings: Lister;
  readonly validatingPolicyBindings: Lister;
}

export type ResourceListers = AdmissionListers &
  BackingObjects &
  AuthorizerOptions['listers'] &
  ServiceViews &
  HookListers & { readonly apiServices: Lister };

/** Throws TypeError when one of the resources is not stored. */
export function resourceListers(
  vendor: Vendor,
  resources: Resources,
  watchCache: Pick<WatchCache, 'cacheOf'>,
): ResourceListers {
  const of = (group: string, name: string, make: typeof wholeListerOf = listerOf): Lister => {
    const filled = vendor.fill(group);
    const resource = resources.all.find((one) => one.group === filled && one.name === name);
    if (resource?.storage === undefined) {
      throw new TypeError(`${name} of group ${JSON.stringify(filled)} is not stored`);
    }
    const { prefix } = resource.storage;
    return make(() => watchCache.cacheOf(prefix));
  };
  const hooks = 'admissionregistration.{api}';
  const rbac = 'rbac.authorization.{api}';
  const storage = 'storage.{api}';
  return {
    namespaces: of('', 'namespaces'),
    // One that is missed would be a limit, or a check, less. All others grant something, or are looked for by their names.
    limitRanges: of('', 'limitranges', wholeListerOf),
    mutatingWebhooks: of(hooks, 'mutatingwebhookconfigurations', wholeListerOf),
    validatingWebhooks: of(hooks, 'validatingwebhookconfigurations', wholeListerOf),
    mutatingPolicies: of(hooks, 'mutatingadmissionpolicies', wholeListerOf),
    mutatingPolicyBindings: of(hooks, 'mutatingadmissionpolicybindings', wholeListerOf),
    validatingPolicies: of(hooks, 'validatingadmissionpolicies', wholeListerOf),
    validatingPolicyBindings: of(hooks, 'validatingadmissionpolicybindings', wholeListerOf),
    resourceQuotas: of('', 'resourcequotas', wholeListerOf),
    serviceAccounts: of('', 'serviceaccounts'),
    pods: of('', 'pods'),
    nodes: of('', 'nodes'),
    secrets: of('', 'secrets'),
    services: of('', 'services'),
    apiServices: of('apiregistration.{api}', 'apiservices'),
    endpointSlices: of('discovery.{api}', 'endpointslices'),
    persistentVolumeClaims: of('', 'persistentvolumeclaims'),
    persistentVolumes: of('', 'persistentvolumes'),
    volumeAttachments: of(storage, 'volumeattachments'),
    csiDrivers: of(storage, 'csidrivers'),
    storageClasses: of(storage, 'storageclasses'),
    priorityClasses: of('scheduling.{api}', 'priorityclasses'),
    ingressClasses: of('networking.{api}', 'ingressclasses'),
    runtimeClasses: of('node.{api}', 'runtimeclasses'),
    resourceSlices: of('resource.{api}', 'resourceslices'),
    clusterRoles: of(rbac, 'clusterroles'),
    roles: of(rbac, 'roles'),
    clusterRoleBindings: of(rbac, 'clusterrolebindings'),
    roleBindings: of(rbac, 'rolebindings'),
  };
}
