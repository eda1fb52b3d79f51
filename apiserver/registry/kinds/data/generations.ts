// What `metadata.generation` counts, by kind. Keys are group templates and kinds; other kinds count nothing, and keep what
// their creator wrote there.

import type { GenerationRule } from '../../contract/resource.ts';

const content: GenerationRule = { first: 1, content: true, metadata: [] };

export const generationRules: ReadonlyMap<string, GenerationRule> = new Map<string, GenerationRule>([
  ...[
    '/Pod', '/PodTemplate', '/ReplicationController',
    'apps/DaemonSet', 'apps/ReplicaSet', 'apps/StatefulSet',
    'batch/CronJob', 'batch/Job',
    'networking.{api}/Ingress', 'networking.{api}/IngressClass', 'networking.{api}/NetworkPolicy',
    'policy/PodDisruptionBudget',
    'admissionregistration.{api}/MutatingWebhookConfiguration', 'admissionregistration.{api}/ValidatingAdmissionPolicy',
    'admissionregistration.{api}/ValidatingAdmissionPolicyBinding',
    'admissionregistration.{api}/ValidatingWebhookConfiguration',
    'apiextensions.{api}/CustomResourceDefinition',
    'resource.{api}/DeviceClass', 'resource.{api}/ResourceSlice',
    'flowcontrol.apiserver.{api}/FlowSchema', 'flowcontrol.apiserver.{api}/PriorityLevelConfiguration',
  ].map((kind): [string, GenerationRule] => [kind, content]),
  ['apps/Deployment', { ...content, metadata: ['annotations'] }],
  ['discovery.{api}/EndpointSlice', { ...content, metadata: ['labels'] }],
  ['scheduling.{api}/PriorityClass', { ...content, content: false }],
  ['storage.{api}/CSIDriver', { content: true, metadata: [] }],
]);
