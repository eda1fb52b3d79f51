// Where the published types say more, or something else, than the one schema: defaults that are declared with a type (others are set
// when an object is written), values that are published as an enumeration and checked by other means, and the reverse. Rows of data.

/** What is published of a field beside its type. */
export interface PublishedField {
  readonly default?: unknown;
  /** Undefined: none is published. */
  readonly enum?: readonly string[] | undefined;
  readonly listType?: 'atomic';
  readonly mapType?: 'granular';
}

const both = (first: string, second: string): PublishedField => ({ enum: [first, second] });
const unpublished: PublishedField = { enum: undefined };
const unnamed: PublishedField = { default: '' };
const rollout = both('OnDelete', 'RollingUpdate');
const named = (types: readonly string[]) =>
  types.map((type): [string, PublishedField] => [`core/v1.${type}.name`, unnamed]);

/** By type and field, as templates spell them. */
const rows: ReadonlyMap<string, PublishedField> = new Map<string, PublishedField>([
  ['admissionregistration.{api}/v1.MutatingWebhook.reinvocationPolicy', unpublished],
  ['admissionregistration.{api}/v1.NamedRuleWithOperations.scope', unpublished],
  ['admissionregistration.{api}/v1.RuleWithOperations.scope', unpublished],
  [
    'apiextensions.{api}/v1.ValidationRule.reason',
    { enum: ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'] },
  ],
  ['apiregistration.{api}/v1.APIServiceSpec.caBundle', { listType: 'atomic' }],
  ['apps/v1.DaemonSetUpdateStrategy.type', rollout],
  ['apps/v1.DeploymentStrategy.type', both('Recreate', 'RollingUpdate')],
  ['apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy.whenDeleted', unpublished],
  ['apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy.whenScaled', unpublished],
  ['apps/v1.StatefulSetUpdateStrategy.type', rollout],
  ['autoscaling/v1.ScaleSpec.replicas', { default: 0 }],
  ['certificates.{api}/v1.CertificateSigningRequestSpec.request', { listType: 'atomic' }],
  ['certificates.{api}/v1.CertificateSigningRequestStatus.certificate', { listType: 'atomic' }],
  ['core/v1.AzureDiskVolumeSource.cachingMode', { default: 'ReadWrite' }],
  ['core/v1.AzureDiskVolumeSource.fsType', { default: 'ext4' }],
  ['core/v1.AzureDiskVolumeSource.kind', { default: 'Shared' }],
  ['core/v1.AzureDiskVolumeSource.readOnly', { default: false }],
  ['core/v1.ContainerPort.protocol', { default: 'TCP' }],
  ['core/v1.FileKeySelector.optional', { default: false }],
  ['core/v1.GRPCAction.service', unnamed],
  ['core/v1.ISCSIPersistentVolumeSource.iscsiInterface', { default: 'default' }],
  ['core/v1.ISCSIVolumeSource.iscsiInterface', { default: 'default' }],
  ['core/v1.PersistentVolumeClaimStatus.allocatedResourceStatuses', { mapType: 'granular' }],
  ['core/v1.PersistentVolumeSpec.claimRef', { mapType: 'granular' }],
  ...['RBDPersistentVolumeSource', 'RBDVolumeSource'].flatMap((type): [string, PublishedField][] => [
    [`core/v1.${type}.keyring`, { default: '/etc/ceph/keyring' }],
    [`core/v1.${type}.pool`, { default: 'rbd' }],
    [`core/v1.${type}.user`, { default: 'admin' }],
  ]),
  ['core/v1.PodStatus.phase', { enum: ['Failed', 'Pending', 'Running', 'Succeeded', 'Unknown'] }],
  ['core/v1.PodStatus.qosClass', { enum: ['BestEffort', 'Burstable', 'Guaranteed'] }],
  ['core/v1.PortStatus.protocol', { enum: ['SCTP', 'TCP', 'UDP'] }],
  ['core/v1.ReplicationControllerSpec.minReadySeconds', { default: 0 }],
  ['core/v1.ReplicationControllerSpec.replicas', { default: 1 }],
  ...['ScaleIOPersistentVolumeSource', 'ScaleIOVolumeSource'].flatMap((type): [string, PublishedField][] => [
    [`core/v1.${type}.fsType`, { default: 'xfs' }],
    [`core/v1.${type}.storageMode`, { default: 'ThinProvisioned' }],
  ]),
  ['core/v1.ServicePort.protocol', { default: 'TCP' }],
  ['core/v1.Taint.effect', { enum: ['NoExecute', 'NoSchedule', 'PreferNoSchedule'] }],
  ...named([
    'ConfigMapEnvSource',
    'ConfigMapKeySelector',
    'ConfigMapProjection',
    'ConfigMapVolumeSource',
    'LocalObjectReference',
    'SecretEnvSource',
    'SecretKeySelector',
    'SecretProjection',
  ]),
  ['meta/v1.Status.details', { listType: 'atomic' }],
  ['networking.{api}/v1.IngressClassParametersReference.scope', unpublished],
  ['resource.{api}/v1.DeviceToleration.operator', { default: 'Equal', enum: ['Equal', 'Exists'] }],
  ['storage.{api}/v1.CSIDriverSpec.fsGroupPolicy', unpublished],
  ['storage.{api}/v1.StorageClass.reclaimPolicy', { enum: ['Delete', 'Recycle', 'Retain'] }],
]);

/** Unions: types with a field (the discriminator) that names the field that is set, and its value for each of those fields. */
const unions: ReadonlyMap<string, readonly [discriminator: string, Readonly<Record<string, string>>]> = new Map([
  ['core/v1.AppArmorProfile', ['type', { localhostProfile: 'LocalhostProfile' }]],
  ['core/v1.SeccompProfile', ['type', { localhostProfile: 'LocalhostProfile' }]],
  ['flowcontrol.apiserver.{api}/v1.LimitResponse', ['type', { queuing: 'Queuing' }]],
  ['flowcontrol.apiserver.{api}/v1.PriorityLevelConfigurationSpec', ['type', { exempt: 'Exempt', limited: 'Limited' }]],
  [
    'flowcontrol.apiserver.{api}/v1.Subject',
    ['kind', { group: 'Group', serviceAccount: 'ServiceAccount', user: 'User' }],
  ],
]);

/** Names as the one schema has them: `core/v1.Taint`, `effect`. Undefined: what the schema says is published. */
export function publishedField(struct: string, field: string): PublishedField | undefined {
  return rows.get(`${struct}.${field}`);
}

/** Undefined: the type is no union. */
export function unionOf(struct: string): object | undefined {
  const union = unions.get(struct);
  return union && { discriminator: union[0], 'fields-to-discriminateBy': union[1] };
}
