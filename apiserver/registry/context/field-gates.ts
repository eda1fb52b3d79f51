// Features that consist only of fields here, and are off by default. While a feature is off, its fields are dropped from new
// objects; a stored object that has them keeps them. The schema names the feature of each field.

import type { FeatureGate } from '../../../shared/process/command-line/feature-gates.ts';

export const fieldGates = [
  field('ClusterTrustBundleProjection', 'beta', '1.33', 'trust bundles of the cluster as files in pods'),
  field('ContainerRestartRules', 'alpha', '1.34', 'rules of single containers for when they start again'),
  field('ContainerStopSignals', 'alpha', '1.33', 'the signal that stops a container'),
  field('CoordinatedLeaderElection', 'beta', '1.33', 'the strategy and the preferred holder of a lease'),
  field('CrossNamespaceVolumeDataSource', 'alpha', '1.26', 'claims filled from another namespace'),
  field('DRAConsumableCapacity', 'alpha', '1.34', 'devices whose capacity several claims share'),
  field('DRADeviceBindingConditions', 'alpha', '1.34', 'what a device needs before a pod is bound'),
  field('DRADeviceTaints', 'alpha', '1.33', 'taints of devices'),
  field('DRAExtendedResource', 'alpha', '1.34', 'devices asked for as extended resources'),
  field('DRAPartitionableDevices', 'alpha', '1.33', 'devices that share counters and name their own nodes'),
  field('DeploymentReplicaSetTerminatingReplicas', 'alpha', '1.33', 'how many pods of a deployment are ending'),
  field('EnvFiles', 'alpha', '1.34', 'environment variables from a file of a volume'),
  field('HPAConfigurableTolerance', 'alpha', '1.33', 'the tolerance of an autoscaler'),
  field('HostnameOverride', 'alpha', '1.34', 'any host name for a pod'),
  field('ImageVolume', 'beta', '1.33', 'images as volumes'),
  field('MaxUnavailableStatefulSet', 'alpha', '1.24', 'how many pods of a stateful set may be away during an update'),
  field('MutableCSINodeAllocatableCount', 'beta', '1.34', 'how often the volumes a node can have are counted'),
  field('PodCertificateRequest', 'alpha', '1.34', 'certificates of pods as files in them'),
  field('ResourceHealthStatus', 'alpha', '1.31', 'the health of resources in the status of a pod'),
] as const satisfies readonly FeatureGate[];

function field<Name extends string>(name: Name, maturity: 'alpha' | 'beta', since: string, meaning: string) {
  return { name, maturity, default: false, since, meaning };
}
