// Every built-in kind, by group and name. Written by `npm run build` from the files of the group folders; do not edit.

import type { KindRecord } from '../contract/kind.ts';
import admissionregistrationMutatingAdmissionPolicies from './admissionregistration/mutating-admission-policies.ts';
import admissionregistrationMutatingAdmissionPolicyBindings from './admissionregistration/mutating-admission-policy-bindings.ts';
import admissionregistrationMutatingWebhookConfigurations from './admissionregistration/mutating-webhook-configurations.ts';
import admissionregistrationValidatingAdmissionPolicies from './admissionregistration/validating-admission-policies.ts';
import admissionregistrationValidatingAdmissionPolicyBindings from './admissionregistration/validating-admission-policy-bindings.ts';
import admissionregistrationValidatingWebhookConfigurations from './admissionregistration/validating-webhook-configurations.ts';
import apiextensionsCustomResourceDefinitions from './apiextensions/custom-resource-definitions.ts';
import apiregistrationApiServices from './apiregistration/api-services.ts';
import appsControllerRevisions from './apps/controller-revisions.ts';
import appsDaemonSets from './apps/daemon-sets.ts';
import appsDeployments from './apps/deployments.ts';
import appsReplicaSets from './apps/replica-sets.ts';
import appsStatefulSets from './apps/stateful-sets.ts';
import authenticationSelfSubjectReviews from './authentication/self-subject-reviews.ts';
import authenticationTokenReviews from './authentication/token-reviews.ts';
import authorizationLocalSubjectAccessReviews from './authorization/local-subject-access-reviews.ts';
import authorizationSelfSubjectAccessReviews from './authorization/self-subject-access-reviews.ts';
import authorizationSelfSubjectRulesReviews from './authorization/self-subject-rules-reviews.ts';
import authorizationSubjectAccessReviews from './authorization/subject-access-reviews.ts';
import autoscalingHorizontalPodAutoscalers from './autoscaling/horizontal-pod-autoscalers.ts';
import batchCronJobs from './batch/cron-jobs.ts';
import batchJobs from './batch/jobs.ts';
import certificatesCertificateSigningRequests from './certificates/certificate-signing-requests.ts';
import coordinationLeases from './coordination/leases.ts';
import coreBindings from './core/bindings.ts';
import coreComponentStatuses from './core/component-statuses.ts';
import coreConfigMaps from './core/config-maps.ts';
import coreEndpoints from './core/endpoints.ts';
import coreEvents from './core/events.ts';
import coreLimitRanges from './core/limit-ranges.ts';
import coreNamespaces from './core/namespaces.ts';
import coreNodes from './core/nodes.ts';
import corePersistentVolumeClaims from './core/persistent-volume-claims.ts';
import corePersistentVolumes from './core/persistent-volumes.ts';
import corePodTemplates from './core/pod-templates.ts';
import corePods from './core/pods.ts';
import coreReplicationControllers from './core/replication-controllers.ts';
import coreResourceQuotas from './core/resource-quotas.ts';
import coreSecrets from './core/secrets.ts';
import coreServiceAccounts from './core/service-accounts.ts';
import coreServices from './core/services.ts';
import discoveryEndpointSlices from './discovery/endpoint-slices.ts';
import eventsEvents from './events/events.ts';
import flowcontrolFlowSchemas from './flowcontrol/flow-schemas.ts';
import flowcontrolPriorityLevelConfigurations from './flowcontrol/priority-level-configurations.ts';
import networkingIngressClasses from './networking/ingress-classes.ts';
import networkingIngresses from './networking/ingresses.ts';
import networkingIpAddresses from './networking/ip-addresses.ts';
import networkingNetworkPolicies from './networking/network-policies.ts';
import networkingServiceCidrs from './networking/service-cidrs.ts';
import nodeRuntimeClasses from './node/runtime-classes.ts';
import policyPodDisruptionBudgets from './policy/pod-disruption-budgets.ts';
import rbacClusterRoleBindings from './rbac/cluster-role-bindings.ts';
import rbacClusterRoles from './rbac/cluster-roles.ts';
import rbacRoleBindings from './rbac/role-bindings.ts';
import rbacRoles from './rbac/roles.ts';
import resourceDeviceClasses from './resource/device-classes.ts';
import resourceResourceClaimTemplates from './resource/resource-claim-templates.ts';
import resourceResourceClaims from './resource/resource-claims.ts';
import resourceResourceSlices from './resource/resource-slices.ts';
import schedulingPriorityClasses from './scheduling/priority-classes.ts';
import storageCsiDrivers from './storage/csi-drivers.ts';
import storageCsiNodes from './storage/csi-nodes.ts';
import storageCsiStorageCapacities from './storage/csi-storage-capacities.ts';
import storageStorageClasses from './storage/storage-classes.ts';
import storageVolumeAttachments from './storage/volume-attachments.ts';
import storageVolumeAttributesClasses from './storage/volume-attributes-classes.ts';

export const kinds: readonly KindRecord[] = [
  admissionregistrationMutatingAdmissionPolicies,
  admissionregistrationMutatingAdmissionPolicyBindings,
  admissionregistrationMutatingWebhookConfigurations,
  admissionregistrationValidatingAdmissionPolicies,
  admissionregistrationValidatingAdmissionPolicyBindings,
  admissionregistrationValidatingWebhookConfigurations,
  apiextensionsCustomResourceDefinitions,
  apiregistrationApiServices,
  appsControllerRevisions,
  appsDaemonSets,
  appsDeployments,
  appsReplicaSets,
  appsStatefulSets,
  authenticationSelfSubjectReviews,
  authenticationTokenReviews,
  authorizationLocalSubjectAccessReviews,
  authorizationSelfSubjectAccessReviews,
  authorizationSelfSubjectRulesReviews,
  authorizationSubjectAccessReviews,
  autoscalingHorizontalPodAutoscalers,
  batchCronJobs,
  batchJobs,
  certificatesCertificateSigningRequests,
  coordinationLeases,
  coreBindings,
  coreComponentStatuses,
  coreConfigMaps,
  coreEndpoints,
  coreEvents,
  coreLimitRanges,
  coreNamespaces,
  coreNodes,
  corePersistentVolumeClaims,
  corePersistentVolumes,
  corePodTemplates,
  corePods,
  coreReplicationControllers,
  coreResourceQuotas,
  coreSecrets,
  coreServiceAccounts,
  coreServices,
  discoveryEndpointSlices,
  eventsEvents,
  flowcontrolFlowSchemas,
  flowcontrolPriorityLevelConfigurations,
  networkingIngressClasses,
  networkingIngresses,
  networkingIpAddresses,
  networkingNetworkPolicies,
  networkingServiceCidrs,
  nodeRuntimeClasses,
  policyPodDisruptionBudgets,
  rbacClusterRoleBindings,
  rbacClusterRoles,
  rbacRoleBindings,
  rbacRoles,
  resourceDeviceClasses,
  resourceResourceClaimTemplates,
  resourceResourceClaims,
  resourceResourceSlices,
  schedulingPriorityClasses,
  storageCsiDrivers,
  storageCsiNodes,
  storageCsiStorageCapacities,
  storageStorageClasses,
  storageVolumeAttachments,
  storageVolumeAttributesClasses,
];
