// The service accounts under which the controllers of this server act: whose roles must exist before they run.

export const controllerAccounts: ReadonlySet<string> = new Set([
  'certificate-controller',
  'clusterrole-aggregation-controller',
  'generic-garbage-collector',
  'namespace-controller',
  'node-controller',
  'pod-garbage-collector',
  'pv-protection-controller',
  'pvc-protection-controller',
  'resourcequota-controller',
  'root-ca-cert-publisher',
  'service-account-controller',
  'validatingadmissionpolicy-status-controller',
  'volumeattributesclass-protection-controller',
]);
