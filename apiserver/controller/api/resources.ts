// Addresses of the resources that controllers write and read. `{api}` groups are filled once.

import type { GroupVersionResource } from '../../../shared/object/api-object.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';

const core = (resource: string): GroupVersionResource => ({ group: '', version: 'v1', resource });

export const namespaces = core('namespaces');
export const serviceAccounts = core('serviceaccounts');
export const configMaps = core('configmaps');
export const secrets = core('secrets');
export const nodes = core('nodes');
export const pods = core('pods');
export const services = core('services');
export const endpoints = core('endpoints');
export const resourceQuotas = core('resourcequotas');
export const persistentVolumeClaims = core('persistentvolumeclaims');
export const persistentVolumes = core('persistentvolumes');

export interface NamedGroupResources {
  readonly clusterRoles: GroupVersionResource;
  readonly clusterRoleBindings: GroupVersionResource;
  readonly roles: GroupVersionResource;
  readonly roleBindings: GroupVersionResource;
  readonly leases: GroupVersionResource;
  readonly priorityClasses: GroupVersionResource;
  readonly signingRequests: GroupVersionResource;
  readonly accessReviews: GroupVersionResource;
  readonly attributesClasses: GroupVersionResource;
  readonly validatingPolicies: GroupVersionResource;
  readonly endpointSlices: GroupVersionResource;
  readonly serviceRanges: GroupVersionResource;
}

export function resourcesOf(vendor: Vendor): NamedGroupResources {
  const rbac = vendor.fill('rbac.authorization.{api}');
  const of = (group: string, resource: string): GroupVersionResource => ({ group, version: 'v1', resource });
  return {
    clusterRoles: of(rbac, 'clusterroles'),
    clusterRoleBindings: of(rbac, 'clusterrolebindings'),
    roles: of(rbac, 'roles'),
    roleBindings: of(rbac, 'rolebindings'),
    leases: of(vendor.fill('coordination.{api}'), 'leases'),
    priorityClasses: of(vendor.fill('scheduling.{api}'), 'priorityclasses'),
    signingRequests: of(vendor.fill('certificates.{api}'), 'certificatesigningrequests'),
    accessReviews: of(vendor.fill('authorization.{api}'), 'subjectaccessreviews'),
    attributesClasses: of(vendor.fill('storage.{api}'), 'volumeattributesclasses'),
    validatingPolicies: of(vendor.fill('admissionregistration.{api}'), 'validatingadmissionpolicies'),
    endpointSlices: of(vendor.fill('discovery.{api}'), 'endpointslices'),
    serviceRanges: of(vendor.fill('networking.{api}'), 'servicecidrs'),
  };
}
