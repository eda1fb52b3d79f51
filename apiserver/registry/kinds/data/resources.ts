// The built-in resources, in the order in which discovery lists them (core first, then by group priority, the preferred
// version first). Data only: `catalogue.ts` makes `Resource` records of it. Group names carry the placeholders of the
// vendor profile; a sub-resource without a group or version has those of its parent.

import type { Lifecycle } from '../../contract/deprecation.ts';
import type { Verb } from '../../contract/resource.ts';

export interface SubresourceRow {
  /** A name in a path; `status` and `scale` stand for the usual rows. */
  readonly name: string;
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly Verb[];
  /** Older versions of its group in which its body may come. */
  readonly olderVersions?: readonly string[];
}

export interface ResourceRow {
  readonly group: string;
  readonly version: string;
  readonly name: string;
  /** Default: the kind in lower case. */
  readonly singular?: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly Verb[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly ('status' | SubresourceRow)[];
  /** Absent: nothing is said against using it. */
  readonly lifecycle?: Lifecycle;
}

const everything: readonly Verb[] = [
  'create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch',
];
const createOnly: readonly Verb[] = ['create'];
const getPatchUpdate: readonly Verb[] = ['get', 'patch', 'update'];

/** `status` is spelled as a word in the table: same kind as its parent, with get, patch and update. */
export const statusVerbs = getPatchUpdate;

const scale: SubresourceRow = { name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: getPatchUpdate };
const status = 'status';

export const resourceRows: readonly ResourceRow[] = [
  { group: '', version: 'v1', name: 'bindings', kind: 'Binding', namespaced: true, verbs: createOnly },
  { group: '', version: 'v1', name: 'componentstatuses', kind: 'ComponentStatus', namespaced: false, verbs: ['get', 'list'], shortNames: ['cs'], lifecycle: { deprecated: '1.19' } },
  { group: '', version: 'v1', name: 'configmaps', kind: 'ConfigMap', namespaced: true, verbs: everything, shortNames: ['cm'] },
  { group: '', version: 'v1', name: 'endpoints', kind: 'Endpoints', namespaced: true, verbs: everything, shortNames: ['ep'], lifecycle: { deprecated: '1.33', replacement: { group: 'discovery.{api}', version: 'v1', kind: 'EndpointSlice' } } },
  { group: '', version: 'v1', name: 'events', kind: 'Event', namespaced: true, verbs: everything, shortNames: ['ev'] },
  { group: '', version: 'v1', name: 'limitranges', kind: 'LimitRange', namespaced: true, verbs: everything, shortNames: ['limits'] },
  { group: '', version: 'v1', name: 'namespaces', kind: 'Namespace', namespaced: false, verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'], shortNames: ['ns'], subresources: [{ name: 'finalize', kind: 'Namespace', verbs: ['update'] }, status] },
  { group: '', version: 'v1', name: 'nodes', kind: 'Node', namespaced: false, verbs: everything, shortNames: ['no'], subresources: [{ name: 'proxy', kind: 'NodeProxyOptions', verbs: ['create', 'delete', 'get', 'patch', 'update'] }, status] },
  { group: '', version: 'v1', name: 'persistentvolumeclaims', kind: 'PersistentVolumeClaim', namespaced: true, verbs: everything, shortNames: ['pvc'], subresources: [status] },
  { group: '', version: 'v1', name: 'persistentvolumes', kind: 'PersistentVolume', namespaced: false, verbs: everything, shortNames: ['pv'], subresources: [status] },
  { group: '', version: 'v1', name: 'pods', kind: 'Pod', namespaced: true, verbs: everything, shortNames: ['po'], categories: ['all'], subresources: [{ name: 'attach', kind: 'PodAttachOptions', verbs: ['create', 'get'] }, { name: 'binding', kind: 'Binding', verbs: createOnly }, { name: 'ephemeralcontainers', kind: 'Pod', verbs: getPatchUpdate }, { name: 'eviction', kind: 'Eviction', group: 'policy', version: 'v1', verbs: createOnly, olderVersions: ['v1beta1'] }, { name: 'exec', kind: 'PodExecOptions', verbs: ['create', 'get'] }, { name: 'log', kind: 'Pod', verbs: ['get'] }, { name: 'portforward', kind: 'PodPortForwardOptions', verbs: ['create', 'get'] }, { name: 'proxy', kind: 'PodProxyOptions', verbs: ['create', 'delete', 'get', 'patch', 'update'] }, { name: 'resize', kind: 'Pod', verbs: getPatchUpdate }, status] },
  { group: '', version: 'v1', name: 'podtemplates', kind: 'PodTemplate', namespaced: true, verbs: everything },
  { group: '', version: 'v1', name: 'replicationcontrollers', kind: 'ReplicationController', namespaced: true, verbs: everything, shortNames: ['rc'], categories: ['all'], subresources: [scale, status] },
  { group: '', version: 'v1', name: 'resourcequotas', kind: 'ResourceQuota', namespaced: true, verbs: everything, shortNames: ['quota'], subresources: [status] },
  { group: '', version: 'v1', name: 'secrets', kind: 'Secret', namespaced: true, verbs: everything },
  { group: '', version: 'v1', name: 'serviceaccounts', kind: 'ServiceAccount', namespaced: true, verbs: everything, shortNames: ['sa'], subresources: [{ name: 'token', kind: 'TokenRequest', group: 'authentication.{api}', version: 'v1', verbs: createOnly }] },
  { group: '', version: 'v1', name: 'services', kind: 'Service', namespaced: true, verbs: everything, shortNames: ['svc'], categories: ['all'], subresources: [{ name: 'proxy', kind: 'ServiceProxyOptions', verbs: ['create', 'delete', 'get', 'patch', 'update'] }, status] },
  { group: 'apiregistration.{api}', version: 'v1', name: 'apiservices', kind: 'APIService', namespaced: false, verbs: everything, categories: ['api-extensions'], subresources: [status] },
  { group: 'apps', version: 'v1', name: 'controllerrevisions', kind: 'ControllerRevision', namespaced: true, verbs: everything },
  { group: 'apps', version: 'v1', name: 'daemonsets', kind: 'DaemonSet', namespaced: true, verbs: everything, shortNames: ['ds'], categories: ['all'], subresources: [status] },
  { group: 'apps', version: 'v1', name: 'deployments', kind: 'Deployment', namespaced: true, verbs: everything, shortNames: ['deploy'], categories: ['all'], subresources: [scale, status] },
  { group: 'apps', version: 'v1', name: 'replicasets', kind: 'ReplicaSet', namespaced: true, verbs: everything, shortNames: ['rs'], categories: ['all'], subresources: [scale, status] },
  { group: 'apps', version: 'v1', name: 'statefulsets', kind: 'StatefulSet', namespaced: true, verbs: everything, shortNames: ['sts'], categories: ['all'], subresources: [scale, status] },
  { group: 'events.{api}', version: 'v1', name: 'events', kind: 'Event', namespaced: true, verbs: everything, shortNames: ['ev'] },
  { group: 'authentication.{api}', version: 'v1', name: 'selfsubjectreviews', kind: 'SelfSubjectReview', namespaced: false, verbs: createOnly },
  { group: 'authentication.{api}', version: 'v1', name: 'tokenreviews', kind: 'TokenReview', namespaced: false, verbs: createOnly },
  { group: 'authorization.{api}', version: 'v1', name: 'localsubjectaccessreviews', kind: 'LocalSubjectAccessReview', namespaced: true, verbs: createOnly },
  { group: 'authorization.{api}', version: 'v1', name: 'selfsubjectaccessreviews', kind: 'SelfSubjectAccessReview', namespaced: false, verbs: createOnly },
  { group: 'authorization.{api}', version: 'v1', name: 'selfsubjectrulesreviews', kind: 'SelfSubjectRulesReview', namespaced: false, verbs: createOnly },
  { group: 'authorization.{api}', version: 'v1', name: 'subjectaccessreviews', kind: 'SubjectAccessReview', namespaced: false, verbs: createOnly },
  { group: 'autoscaling', version: 'v2', name: 'horizontalpodautoscalers', kind: 'HorizontalPodAutoscaler', namespaced: true, verbs: everything, shortNames: ['hpa'], categories: ['all'], subresources: [status] },
  { group: 'autoscaling', version: 'v1', name: 'horizontalpodautoscalers', kind: 'HorizontalPodAutoscaler', namespaced: true, verbs: everything, shortNames: ['hpa'], categories: ['all'], subresources: [status] },
  { group: 'batch', version: 'v1', name: 'cronjobs', kind: 'CronJob', namespaced: true, verbs: everything, shortNames: ['cj'], categories: ['all'], subresources: [status] },
  { group: 'batch', version: 'v1', name: 'jobs', kind: 'Job', namespaced: true, verbs: everything, categories: ['all'], subresources: [status] },
  { group: 'certificates.{api}', version: 'v1', name: 'certificatesigningrequests', kind: 'CertificateSigningRequest', namespaced: false, verbs: everything, shortNames: ['csr'], subresources: [{ name: 'approval', kind: 'CertificateSigningRequest', verbs: getPatchUpdate }, status] },
  { group: 'networking.{api}', version: 'v1', name: 'ingressclasses', kind: 'IngressClass', namespaced: false, verbs: everything },
  { group: 'networking.{api}', version: 'v1', name: 'ingresses', kind: 'Ingress', namespaced: true, verbs: everything, shortNames: ['ing'], subresources: [status] },
  { group: 'networking.{api}', version: 'v1', name: 'ipaddresses', kind: 'IPAddress', namespaced: false, verbs: everything, shortNames: ['ip'] },
  { group: 'networking.{api}', version: 'v1', name: 'networkpolicies', kind: 'NetworkPolicy', namespaced: true, verbs: everything, shortNames: ['netpol'] },
  { group: 'networking.{api}', version: 'v1', name: 'servicecidrs', kind: 'ServiceCIDR', namespaced: false, verbs: everything, subresources: [status] },
  { group: 'networking.{api}', version: 'v1beta1', name: 'ipaddresses', kind: 'IPAddress', namespaced: false, verbs: everything, shortNames: ['ip'], lifecycle: { deprecated: '1.34', removed: '1.37', replacement: { group: 'networking.{api}', version: 'v1', kind: 'IPAddress' } } },
  { group: 'networking.{api}', version: 'v1beta1', name: 'servicecidrs', kind: 'ServiceCIDR', namespaced: false, verbs: everything, subresources: [status], lifecycle: { deprecated: '1.34', removed: '1.37', replacement: { group: 'networking.{api}', version: 'v1', kind: 'ServiceCIDR' } } },
  { group: 'policy', version: 'v1', name: 'poddisruptionbudgets', kind: 'PodDisruptionBudget', namespaced: true, verbs: everything, shortNames: ['pdb'], subresources: [status] },
  { group: 'rbac.authorization.{api}', version: 'v1', name: 'clusterrolebindings', kind: 'ClusterRoleBinding', namespaced: false, verbs: everything },
  { group: 'rbac.authorization.{api}', version: 'v1', name: 'clusterroles', kind: 'ClusterRole', namespaced: false, verbs: everything },
  { group: 'rbac.authorization.{api}', version: 'v1', name: 'rolebindings', kind: 'RoleBinding', namespaced: true, verbs: everything },
  { group: 'rbac.authorization.{api}', version: 'v1', name: 'roles', kind: 'Role', namespaced: true, verbs: everything },
  { group: 'storage.{api}', version: 'v1', name: 'csidrivers', kind: 'CSIDriver', namespaced: false, verbs: everything },
  { group: 'storage.{api}', version: 'v1', name: 'csinodes', kind: 'CSINode', namespaced: false, verbs: everything },
  { group: 'storage.{api}', version: 'v1', name: 'csistoragecapacities', kind: 'CSIStorageCapacity', namespaced: true, verbs: everything },
  { group: 'storage.{api}', version: 'v1', name: 'storageclasses', kind: 'StorageClass', namespaced: false, verbs: everything, shortNames: ['sc'] },
  { group: 'storage.{api}', version: 'v1', name: 'volumeattachments', kind: 'VolumeAttachment', namespaced: false, verbs: everything, subresources: [status] },
  { group: 'storage.{api}', version: 'v1', name: 'volumeattributesclasses', kind: 'VolumeAttributesClass', namespaced: false, verbs: everything, shortNames: ['vac'] },
  { group: 'storage.{api}', version: 'v1beta1', name: 'volumeattributesclasses', kind: 'VolumeAttributesClass', namespaced: false, verbs: everything, shortNames: ['vac'], lifecycle: { deprecated: '1.34', removed: '1.37', replacement: { group: 'storage.{api}', version: 'v1', kind: 'VolumeAttributesClass' } } },
  { group: 'storage.{api}', version: 'v1alpha1', name: 'volumeattributesclasses', kind: 'VolumeAttributesClass', namespaced: false, verbs: everything, shortNames: ['vac'], lifecycle: { deprecated: '1.32', removed: '1.35', replacement: { group: 'storage.{api}', version: 'v1', kind: 'VolumeAttributesClass' } } },
  { group: 'admissionregistration.{api}', version: 'v1', name: 'mutatingwebhookconfigurations', kind: 'MutatingWebhookConfiguration', namespaced: false, verbs: everything, categories: ['api-extensions'] },
  { group: 'admissionregistration.{api}', version: 'v1', name: 'validatingadmissionpolicies', kind: 'ValidatingAdmissionPolicy', namespaced: false, verbs: everything, categories: ['api-extensions'], subresources: [status] },
  { group: 'admissionregistration.{api}', version: 'v1', name: 'validatingadmissionpolicybindings', kind: 'ValidatingAdmissionPolicyBinding', namespaced: false, verbs: everything, categories: ['api-extensions'] },
  { group: 'admissionregistration.{api}', version: 'v1', name: 'validatingwebhookconfigurations', kind: 'ValidatingWebhookConfiguration', namespaced: false, verbs: everything, categories: ['api-extensions'] },
  { group: 'apiextensions.{api}', version: 'v1', name: 'customresourcedefinitions', kind: 'CustomResourceDefinition', namespaced: false, verbs: everything, shortNames: ['crd', 'crds'], categories: ['api-extensions'], subresources: [status] },
  { group: 'scheduling.{api}', version: 'v1', name: 'priorityclasses', kind: 'PriorityClass', namespaced: false, verbs: everything, shortNames: ['pc'] },
  { group: 'coordination.{api}', version: 'v1', name: 'leases', kind: 'Lease', namespaced: true, verbs: everything },
  { group: 'node.{api}', version: 'v1', name: 'runtimeclasses', kind: 'RuntimeClass', namespaced: false, verbs: everything },
  { group: 'discovery.{api}', version: 'v1', name: 'endpointslices', kind: 'EndpointSlice', namespaced: true, verbs: everything },
  { group: 'resource.{api}', version: 'v1', name: 'deviceclasses', kind: 'DeviceClass', namespaced: false, verbs: everything },
  { group: 'resource.{api}', version: 'v1', name: 'resourceclaims', kind: 'ResourceClaim', namespaced: true, verbs: everything, subresources: [status] },
  { group: 'resource.{api}', version: 'v1', name: 'resourceclaimtemplates', kind: 'ResourceClaimTemplate', namespaced: true, verbs: everything },
  { group: 'resource.{api}', version: 'v1', name: 'resourceslices', kind: 'ResourceSlice', namespaced: false, verbs: everything },
  { group: 'flowcontrol.apiserver.{api}', version: 'v1', name: 'flowschemas', kind: 'FlowSchema', namespaced: false, verbs: everything, subresources: [status] },
  { group: 'flowcontrol.apiserver.{api}', version: 'v1', name: 'prioritylevelconfigurations', kind: 'PriorityLevelConfiguration', namespaced: false, verbs: everything, subresources: [status] },
];
