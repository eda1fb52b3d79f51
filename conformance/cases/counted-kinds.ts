// Kinds whose generation is counted, with an object of each and a change that counts: none of them has an effect on anything.

import type { Manifest } from './manifests.ts';
import { deployment, pod } from './manifests.ts';

/** A kind. Its object has the name that the case gives it. */
export interface CountedKind {
  /** The group may hold a placeholder. */
  readonly groupVersion: string;
  readonly resource: string;
  readonly kind: string;
  readonly clusterScoped?: boolean;
  readonly body: Manifest;
  /** A merge patch that changes the specification. */
  readonly change: Manifest;
  /** The generation of a new object, when it is not 1; null: none. */
  readonly first?: null;
}

const labels = { app: 'counted' };
const selector = { matchLabels: labels };
const containers = [{ name: 'main', image: 'registry.invalid/pause:1' }];
const template = { metadata: { labels }, spec: { containers } };
const oneRun = { spec: { template: { spec: { containers, restartPolicy: 'Never' } }, suspend: true } };
const hook = { clientConfig: { service: { namespace: 'none', name: 'none' } }, admissionReviewVersions: ['v1'] };
const webhooks = [{ ...hook, name: 'counted.conformance.example', sideEffects: 'None' }];
const lenient = webhooks.map((webhook) => ({ ...webhook, failurePolicy: 'Ignore' }));
const nothing = [{ apiGroups: ['none.example'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['none'] }];
const admission = { groupVersion: 'admissionregistration.{api}/v1', clusterScoped: true };
const flow = { groupVersion: 'flowcontrol.apiserver.{api}/v1', clusterScoped: true };
const network = { groupVersion: 'networking.{api}/v1' };
const slower = { spec: { minReadySeconds: 2 } };

export const countedKinds: readonly CountedKind[] = [
  {
    groupVersion: 'v1',
    resource: 'pods',
    kind: 'Pod',
    body: { spec: pod('x')['spec'] },
    change: { spec: { activeDeadlineSeconds: 9 } },
  },
  {
    groupVersion: 'v1',
    resource: 'podtemplates',
    kind: 'PodTemplate',
    body: { template },
    change: { template: { spec: { hostNetwork: true } } },
  },
  {
    groupVersion: 'v1',
    resource: 'replicationcontrollers',
    kind: 'ReplicationController',
    body: { spec: { replicas: 0, selector: labels, template } },
    change: slower,
  },
  {
    groupVersion: 'apps/v1',
    resource: 'daemonsets',
    kind: 'DaemonSet',
    body: { spec: { selector, template: { ...template, spec: { containers, nodeSelector: { none: 'none' } } } } },
    change: slower,
  },
  {
    groupVersion: 'apps/v1',
    resource: 'deployments',
    kind: 'Deployment',
    body: { spec: deployment('x')['spec'] },
    change: slower,
  },
  {
    groupVersion: 'apps/v1',
    resource: 'replicasets',
    kind: 'ReplicaSet',
    body: { spec: { replicas: 0, selector, template } },
    change: slower,
  },
  {
    groupVersion: 'apps/v1',
    resource: 'statefulsets',
    kind: 'StatefulSet',
    body: { spec: { replicas: 0, serviceName: 'x', selector, template } },
    change: slower,
  },
  {
    groupVersion: 'batch/v1',
    resource: 'cronjobs',
    kind: 'CronJob',
    body: { spec: { suspend: true, schedule: '0 0 1 1 *', jobTemplate: oneRun } },
    change: { spec: { schedule: '0 0 2 1 *' } },
  },
  {
    groupVersion: 'batch/v1',
    resource: 'jobs',
    kind: 'Job',
    body: oneRun,
    change: { spec: { activeDeadlineSeconds: 9 } },
  },
  {
    ...network,
    resource: 'ingresses',
    kind: 'Ingress',
    body: { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
    change: { spec: { ingressClassName: 'none' } },
  },
  {
    ...network,
    resource: 'ingressclasses',
    kind: 'IngressClass',
    clusterScoped: true,
    body: { spec: { controller: 'none.example/none' } },
    change: { spec: { parameters: { kind: 'K', name: 'n', scope: 'Cluster' } } },
  },
  {
    ...network,
    resource: 'networkpolicies',
    kind: 'NetworkPolicy',
    body: { spec: { podSelector: selector } },
    change: { spec: { egress: [{}] } },
  },
  {
    groupVersion: 'policy/v1',
    resource: 'poddisruptionbudgets',
    kind: 'PodDisruptionBudget',
    body: { spec: { minAvailable: 1, selector } },
    change: { spec: { minAvailable: 2 } },
  },
  {
    ...admission,
    resource: 'mutatingwebhookconfigurations',
    kind: 'MutatingWebhookConfiguration',
    body: { webhooks },
    change: { webhooks: lenient },
  },
  {
    ...admission,
    resource: 'validatingwebhookconfigurations',
    kind: 'ValidatingWebhookConfiguration',
    body: { webhooks },
    change: { webhooks: lenient },
  },
  {
    ...admission,
    resource: 'validatingadmissionpolicies',
    kind: 'ValidatingAdmissionPolicy',
    body: { spec: { matchConstraints: { resourceRules: nothing }, validations: [{ expression: 'true' }] } },
    change: { spec: { failurePolicy: 'Ignore' } },
  },
  {
    ...flow,
    resource: 'prioritylevelconfigurations',
    kind: 'PriorityLevelConfiguration',
    body: { spec: { type: 'Limited', limited: { nominalConcurrencyShares: 0, limitResponse: { type: 'Reject' } } } },
    change: { spec: { limited: { lendablePercent: 9 } } },
  },
  {
    groupVersion: 'discovery.{api}/v1',
    resource: 'endpointslices',
    kind: 'EndpointSlice',
    body: { addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }] },
    change: { endpoints: [] },
  },
  {
    groupVersion: 'storage.{api}/v1',
    resource: 'csidrivers',
    kind: 'CSIDriver',
    clusterScoped: true,
    body: { spec: {} },
    change: { spec: { requiresRepublish: true } },
    first: null,
  },
];
