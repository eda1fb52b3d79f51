// The kinds whose `metadata.generation` counts changes of their specification (wire section 3.5). Group templates.

export const kindsWithGeneration: ReadonlySet<string> = new Set([
  '/Pod', '/PodTemplate', '/ReplicationController',
  'apps/DaemonSet', 'apps/Deployment', 'apps/ReplicaSet', 'apps/StatefulSet',
  'batch/CronJob', 'batch/Job',
  'networking.{api}/Ingress', 'networking.{api}/IngressClass', 'networking.{api}/NetworkPolicy',
  'policy/PodDisruptionBudget',
  'admissionregistration.{api}/MutatingWebhookConfiguration', 'admissionregistration.{api}/ValidatingAdmissionPolicy',
  'admissionregistration.{api}/ValidatingAdmissionPolicyBinding', 'admissionregistration.{api}/ValidatingWebhookConfiguration',
  'apiextensions.{api}/CustomResourceDefinition',
  'scheduling.{api}/PriorityClass',
  'discovery.{api}/EndpointSlice',
  'resource.{api}/DeviceClass', 'resource.{api}/ResourceSlice',
  'flowcontrol.apiserver.{api}/FlowSchema', 'flowcontrol.apiserver.{api}/PriorityLevelConfiguration',
]);
