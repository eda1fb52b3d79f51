// Which kind has which strategy. Keys are the group template and the kind; a kind that is absent is a plain one.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Strategy } from '../resource.ts';
import { certificateSigningRequestStrategy } from './certificate-signing-requests.ts';
import { admissionPolicyBindingStrategy, admissionPolicyStrategy } from './admission-policies.ts';
import { apiServiceStrategy } from './api-services.ts';
import { autoscalerStrategy, disruptionBudgetStrategy } from './autoscaling.ts';
import { configMapStrategy } from './config-maps.ts';
import { cronJobStrategy, jobStrategy } from './jobs.ts';
import { deviceClassStrategy } from './device-classes.ts';
import { endpointSliceStrategy, endpointsStrategy } from './endpoints.ts';
import { eventsGroupStrategy, eventStrategy } from './events.ts';
import { flowSchemaStrategy, priorityLevelStrategy } from './flow-control.ts';
import { ipAddressStrategy } from './ip-addresses.ts';
import { ingressClassStrategy, ingressStrategy } from './ingresses.ts';
import { resourceClaimStrategy, resourceClaimTemplateStrategy } from './resource-claims.ts';
import { serviceCidrStrategy } from './service-ranges.ts';
import { runtimeClassStrategy, storageClassStrategy, volumeAttributesClassStrategy } from './fixed-classes.ts';
import { leaseStrategy } from './leases.ts';
import { customResourceDefinitionStrategy } from './custom-resource-definitions.ts';
import { limitRangeStrategy } from './limit-ranges.ts';
import { namespaceStrategy } from './namespaces.ts';
import { networkPolicyStrategy } from './network-policies.ts';
import { nodeStrategy } from './nodes.ts';
import { persistentVolumeClaimStrategy, persistentVolumeStrategy } from './persistent-volumes.ts';
import { podRules } from './pod-spec-validation.ts';
import { podStrategy } from './pods.ts';
import { priorityClassStrategy } from './priority-classes.ts';
import { resourceNames } from './resource-names.ts';
import { resourceQuotaStrategy } from './resource-quotas.ts';
import { clusterRoleStrategy, roleBindingStrategy, roleStrategy } from './role-based-access.ts';
import { secretStrategy } from './secrets.ts';
import { serviceStrategy } from './services.ts';
import {
  csiDriverStrategy,
  csiNodeStrategy,
  csiStorageCapacityStrategy,
  volumeAttachmentStrategy,
} from './storage-drivers.ts';
import { webhookConfigurationStrategy } from './webhook-configurations.ts';
import { withoutEffect } from './without-effect.ts';
import { workloadStrategies } from './workloads.ts';

/** By the group template and the kind. */
export function strategiesOf(vendor: Vendor): ReadonlyMap<string, Strategy> {
  const rules = podRules(vendor);
  const strategies = new Map<string, Strategy>([
    ...workloadStrategies(rules),
    ['/ConfigMap', configMapStrategy],
    ['/Endpoints', endpointsStrategy],
    ['/Event', eventStrategy(vendor)],
    ['/LimitRange', limitRangeStrategy],
    ['/Namespace', namespaceStrategy(vendor)],
    ['/Node', nodeStrategy],
    ['/PersistentVolume', persistentVolumeStrategy],
    ['/PersistentVolumeClaim', persistentVolumeClaimStrategy],
    ['/Pod', podStrategy(vendor, rules)],
    ['/ResourceQuota', resourceQuotaStrategy(resourceNames(vendor))],
    ['/Secret', secretStrategy(vendor)],
    ['/Service', serviceStrategy],
    ['/ServiceAccount', { deleteReturnsObject: true }],
    ['autoscaling/HorizontalPodAutoscaler', autoscalerStrategy],
    ['batch/CronJob', cronJobStrategy(rules)],
    ['batch/Job', jobStrategy(vendor, rules)],
    ['certificates.{api}/CertificateSigningRequest', certificateSigningRequestStrategy(vendor)],
    ['coordination.{api}/Lease', leaseStrategy],
    ['events.{api}/Event', eventsGroupStrategy(vendor)],
    ['admissionregistration.{api}/MutatingWebhookConfiguration', webhookConfigurationStrategy],
    ['admissionregistration.{api}/ValidatingWebhookConfiguration', webhookConfigurationStrategy],
    ['admissionregistration.{api}/ValidatingAdmissionPolicy', admissionPolicyStrategy],
    ['admissionregistration.{api}/ValidatingAdmissionPolicyBinding', admissionPolicyBindingStrategy],
    ['apiextensions.{api}/CustomResourceDefinition', customResourceDefinitionStrategy(vendor)],
    ['apiregistration.{api}/APIService', apiServiceStrategy],
    ['discovery.{api}/EndpointSlice', endpointSliceStrategy],
    ['flowcontrol.apiserver.{api}/FlowSchema', flowSchemaStrategy],
    ['flowcontrol.apiserver.{api}/PriorityLevelConfiguration', priorityLevelStrategy],
    ['networking.{api}/Ingress', ingressStrategy],
    ['networking.{api}/IngressClass', ingressClassStrategy],
    ['networking.{api}/IPAddress', ipAddressStrategy],
    ['networking.{api}/ServiceCIDR', serviceCidrStrategy],
    ['networking.{api}/NetworkPolicy', networkPolicyStrategy],
    ['node.{api}/RuntimeClass', runtimeClassStrategy],
    ['storage.{api}/StorageClass', storageClassStrategy],
    ['policy/PodDisruptionBudget', disruptionBudgetStrategy],
    ['rbac.authorization.{api}/ClusterRole', clusterRoleStrategy],
    ['rbac.authorization.{api}/ClusterRoleBinding', roleBindingStrategy(vendor)],
    ['rbac.authorization.{api}/Role', roleStrategy(vendor)],
    ['rbac.authorization.{api}/RoleBinding', roleBindingStrategy(vendor)],
    ['resource.{api}/ResourceClaim', resourceClaimStrategy],
    ['resource.{api}/ResourceClaimTemplate', resourceClaimTemplateStrategy],
    ['scheduling.{api}/PriorityClass', priorityClassStrategy],
    ['resource.{api}/DeviceClass', deviceClassStrategy],
    ['resource.{api}/ResourceSlice', { deleteReturnsObject: true }],
    ['storage.{api}/CSIDriver', csiDriverStrategy],
    ['storage.{api}/CSINode', csiNodeStrategy],
    ['storage.{api}/CSIStorageCapacity', csiStorageCapacityStrategy],
    ['storage.{api}/VolumeAttributesClass', volumeAttributesClassStrategy],
    ['storage.{api}/VolumeAttachment', volumeAttachmentStrategy],
  ]);
  for (const [kind, warning] of withoutEffect) {
    strategies.set(kind, { ...strategies.get(kind), warnings: () => [warning] });
  }
  return strategies;
}
