// Which kind has which strategy. Keys are the group template and the kind; a kind that is absent is a plain one.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Strategy } from '../contract/resource.ts';
import { certificateSigningRequestStrategy } from './certificates/certificate-signing-requests.ts';
import { admissionPolicyStrategy } from './admissionregistration/admission-policies.ts';
import { admissionPolicyBindingStrategy } from './admissionregistration/policy-bindings.ts';
import { apiServiceStrategy } from './apiregistration/api-services.ts';
import { autoscalerStrategy, disruptionBudgetStrategy } from './autoscaling/autoscaling.ts';
import { configMapStrategy } from './core/config/config-maps.ts';
import { cronJobStrategy, jobStrategy } from './batch/jobs.ts';
import { deviceClassStrategy } from './resource/device-classes.ts';
import { endpointSliceStrategy, endpointsStrategy } from './core/endpoints.ts';
import { eventsGroupStrategy, eventStrategy } from './core/events.ts';
import { flowSchemaStrategy, priorityLevelStrategy } from './flowcontrol/flow-control.ts';
import { ipAddressStrategy } from './networking/ip-addresses.ts';
import { ingressClassStrategy, ingressStrategy } from './networking/ingresses.ts';
import { resourceSliceStrategy } from './resource/resource-slices.ts';
import { resourceClaimStrategy, resourceClaimTemplateStrategy } from './resource/resource-claims.ts';
import { serviceCidrStrategy } from './networking/service-ranges.ts';
import { runtimeClassStrategy, storageClassStrategy, volumeAttributesClassStrategy } from './storage/fixed-classes.ts';
import { leaseStrategy } from './coordination/leases.ts';
import { customResourceDefinitionStrategy } from './apiextensions/custom-resource-definitions.ts';
import { limitRangeStrategy } from './core/limit-ranges.ts';
import { namespaceStrategy } from './core/namespaces.ts';
import { networkPolicyStrategy } from './networking/network-policies.ts';
import { nodeStrategy } from './core/nodes.ts';
import { persistentVolumeClaimStrategy, persistentVolumeStrategy } from './core/persistent-volumes.ts';
import { podRules } from './core/pod/pod-spec-validation.ts';
import { podStrategy } from './core/pod/pods.ts';
import { priorityClassStrategy } from './scheduling/priority-classes.ts';
import { resourceNames } from './rule/resource-names.ts';
import { resourceQuotaStrategy } from './core/resource-quotas.ts';
import { clusterRoleStrategy, roleBindingStrategy, roleStrategy } from './rbac/role-based-access.ts';
import { secretStrategy } from './core/config/secrets.ts';
import { serviceAccountStrategy } from './core/service-accounts.ts';
import { serviceStrategy } from './core/services.ts';
import {
  csiDriverStrategy,
  csiNodeStrategy,
  csiStorageCapacityStrategy,
  volumeAttachmentStrategy,
} from './storage/storage-drivers.ts';
import { webhookConfigurationStrategy } from './admissionregistration/webhook-configurations.ts';
import { inertKinds } from './inert-kinds.ts';
import { workloadStrategies } from './apps/workloads.ts';

/** By the group template and the kind. */
export function strategiesOf(vendor: Vendor): ReadonlyMap<string, Strategy> {
  const rules = podRules(vendor);
  const strategies = new Map<string, Strategy>([
    ...workloadStrategies(rules),
    ['/ConfigMap', configMapStrategy],
    ['/Endpoints', endpointsStrategy],
    ['/Event', eventStrategy(vendor)],
    ['/LimitRange', limitRangeStrategy(resourceNames(vendor))],
    ['/Namespace', namespaceStrategy(vendor)],
    ['/Node', nodeStrategy],
    ['/PersistentVolume', persistentVolumeStrategy],
    ['/PersistentVolumeClaim', persistentVolumeClaimStrategy(vendor)],
    ['/Pod', podStrategy(vendor, rules)],
    ['/ResourceQuota', resourceQuotaStrategy(resourceNames(vendor))],
    ['/Secret', secretStrategy(vendor)],
    ['/Service', serviceStrategy],
    ['/ServiceAccount', serviceAccountStrategy],
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
    ['node.{api}/RuntimeClass', runtimeClassStrategy(resourceNames(vendor))],
    ['storage.{api}/StorageClass', storageClassStrategy],
    ['policy/PodDisruptionBudget', disruptionBudgetStrategy],
    ['rbac.authorization.{api}/ClusterRole', clusterRoleStrategy],
    ['rbac.authorization.{api}/ClusterRoleBinding', roleBindingStrategy(vendor)],
    ['rbac.authorization.{api}/Role', roleStrategy(vendor)],
    ['rbac.authorization.{api}/RoleBinding', roleBindingStrategy(vendor)],
    ['resource.{api}/ResourceClaim', resourceClaimStrategy],
    ['resource.{api}/ResourceClaimTemplate', resourceClaimTemplateStrategy],
    ['scheduling.{api}/PriorityClass', priorityClassStrategy],
    ['resource.{api}/DeviceClass', deviceClassStrategy(resourceNames(vendor))],
    ['resource.{api}/ResourceSlice', resourceSliceStrategy],
    ['storage.{api}/CSIDriver', csiDriverStrategy],
    ['storage.{api}/CSINode', csiNodeStrategy],
    ['storage.{api}/CSIStorageCapacity', csiStorageCapacityStrategy],
    ['storage.{api}/VolumeAttributesClass', volumeAttributesClassStrategy],
    ['storage.{api}/VolumeAttachment', volumeAttachmentStrategy],
  ]);
  for (const [kind, warning] of inertKinds) {
    strategies.set(kind, { ...strategies.get(kind), warnings: () => [warning] });
  }
  return strategies;
}
