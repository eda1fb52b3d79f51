// The messages of the container runtime interface (CRI, package runtime.v1) that start, stop and look into pods: field numbers as
// the interface's definition has them. What only lists and measures stands in `messages.ts` and `usage-messages.ts`.

import {
  boolShape,
  bytesShape,
  countShape,
  field,
  int32Shape,
  int64Shape,
  listOf,
  message,
  stringMapShape,
  stringShape,
} from '../../shared/codec/protobuf/wire-codec.ts';
import { containerMetadata, empty, imageSpec, podSandboxMetadata } from './messages.ts';

/** The numbers of the enums. */
export const namespaceModes = { pod: 0, container: 1, node: 2, target: 3 } as const;
export const profileTypes = { RuntimeDefault: 0, Unconfined: 1, Localhost: 2 } as const;
export const protocols = { TCP: 0, UDP: 1, SCTP: 2 } as const;
export const propagations = { None: 0, HostToContainer: 1, Bidirectional: 2 } as const;
/** Of containers, and of sandboxes under their own id. */
export const containerEvents = ['created', 'started', 'stopped', 'deleted'] as const;
export const groupPolicies = { Merge: 0, Strict: 1 } as const;

const int64Value = message('Int64Value', { value: field(1, countShape) });
const dnsConfig = message('DNSConfig', {
  servers: field(1, listOf(stringShape)),
  searches: field(2, listOf(stringShape)),
  options: field(3, listOf(stringShape)),
});
const portMapping = message('PortMapping', {
  protocol: field(1, int32Shape),
  containerPort: field(2, int32Shape),
  hostPort: field(3, int32Shape),
  hostIp: field(4, stringShape),
});
const securityProfile = message('SecurityProfile', {
  profileType: field(1, int32Shape),
  localhostRef: field(2, stringShape),
});
const namespaceOption = message('NamespaceOption', {
  network: field(1, int32Shape),
  pid: field(2, int32Shape),
  ipc: field(3, int32Shape),
  targetId: field(4, stringShape),
  usernsOptions: field(5, message('UserNamespace', { mode: field(1, int32Shape) }).part),
});
const seLinuxOption = message('SELinuxOption', {
  user: field(1, stringShape),
  role: field(2, stringShape),
  type: field(3, stringShape),
  level: field(4, stringShape),
});
const linuxSandboxSecurityContext = message('LinuxSandboxSecurityContext', {
  namespaceOptions: field(1, namespaceOption.part),
  selinuxOptions: field(2, seLinuxOption.part),
  runAsUser: field(3, int64Value.part),
  readonlyRootfs: field(4, boolShape),
  supplementalGroups: field(5, listOf(countShape)),
  privileged: field(6, boolShape),
  runAsGroup: field(8, int64Value.part),
  seccomp: field(9, securityProfile.part),
  apparmor: field(10, securityProfile.part),
  supplementalGroupsPolicy: field(11, int32Shape),
});
const hugepageLimit = message('HugepageLimit', { pageSize: field(1, stringShape), limit: field(2, countShape) });
const linuxContainerResources = message('LinuxContainerResources', {
  cpuPeriod: field(1, countShape),
  cpuQuota: field(2, countShape),
  cpuShares: field(3, countShape),
  memoryLimitInBytes: field(4, countShape),
  oomScoreAdj: field(5, countShape),
  cpusetCpus: field(6, stringShape),
  cpusetMems: field(7, stringShape),
  hugepageLimits: field(8, listOf(hugepageLimit.shape)),
  unified: field(9, stringMapShape),
  memorySwapLimitInBytes: field(10, countShape),
});
const linuxPodSandboxConfig = message('LinuxPodSandboxConfig', {
  cgroupParent: field(1, stringShape),
  securityContext: field(2, linuxSandboxSecurityContext.part),
  sysctls: field(3, stringMapShape),
  overhead: field(4, linuxContainerResources.part),
  resources: field(5, linuxContainerResources.part),
});
export const podSandboxConfig = message('PodSandboxConfig', {
  metadata: field(1, podSandboxMetadata.part),
  hostname: field(2, stringShape),
  logDirectory: field(3, stringShape),
  dnsConfig: field(4, dnsConfig.part),
  portMappings: field(5, listOf(portMapping.part)),
  labels: field(6, stringMapShape),
  annotations: field(7, stringMapShape),
  linux: field(8, linuxPodSandboxConfig.part),
});

const keyValue = message('KeyValue', { key: field(1, stringShape), value: field(2, bytesShape) });
const mount = message('Mount', {
  containerPath: field(1, stringShape),
  hostPath: field(2, stringShape),
  readonly: field(3, boolShape),
  selinuxRelabel: field(4, boolShape),
  propagation: field(5, int32Shape),
  recursiveReadOnly: field(8, boolShape),
});
const device = message('Device', {
  containerPath: field(1, stringShape),
  hostPath: field(2, stringShape),
  permissions: field(3, stringShape),
});
const capability = message('Capability', {
  addCapabilities: field(1, listOf(stringShape)),
  dropCapabilities: field(2, listOf(stringShape)),
});
const linuxContainerSecurityContext = message('LinuxContainerSecurityContext', {
  capabilities: field(1, capability.part),
  privileged: field(2, boolShape),
  namespaceOptions: field(3, namespaceOption.part),
  selinuxOptions: field(4, seLinuxOption.part),
  runAsUser: field(5, int64Value.part),
  runAsUsername: field(6, stringShape),
  readonlyRootfs: field(7, boolShape),
  supplementalGroups: field(8, listOf(countShape)),
  apparmorProfile: field(9, stringShape),
  noNewPrivs: field(11, boolShape),
  runAsGroup: field(12, int64Value.part),
  maskedPaths: field(13, listOf(stringShape)),
  readonlyPaths: field(14, listOf(stringShape)),
  seccomp: field(15, securityProfile.part),
  apparmor: field(16, securityProfile.part),
  supplementalGroupsPolicy: field(17, int32Shape),
});
const linuxContainerConfig = message('LinuxContainerConfig', {
  resources: field(1, linuxContainerResources.part),
  securityContext: field(2, linuxContainerSecurityContext.part),
});
export const containerConfig = message('ContainerConfig', {
  metadata: field(1, containerMetadata.part),
  image: field(2, imageSpec.part),
  command: field(3, listOf(stringShape)),
  args: field(4, listOf(stringShape)),
  workingDir: field(5, stringShape),
  envs: field(6, listOf(keyValue.shape)),
  mounts: field(7, listOf(mount.part)),
  devices: field(8, listOf(device.shape)),
  labels: field(9, stringMapShape),
  annotations: field(10, stringMapShape),
  logPath: field(11, stringShape),
  stdin: field(12, boolShape),
  stdinOnce: field(13, boolShape),
  tty: field(14, boolShape),
  linux: field(15, linuxContainerConfig.part),
});

const sandboxNetwork = message('PodSandboxNetworkStatus', {
  ip: field(1, stringShape),
  additionalIps: field(2, listOf(message('PodIP', { ip: field(1, stringShape) }).shape)),
});
const podSandboxStatus = message('PodSandboxStatus', {
  id: field(1, stringShape),
  metadata: field(2, podSandboxMetadata.shape),
  state: field(3, int32Shape),
  createdAt: field(4, int64Shape),
  network: field(5, sandboxNetwork.shape),
  labels: field(7, stringMapShape),
  annotations: field(8, stringMapShape),
  runtimeHandler: field(9, stringShape),
});
const podSandboxStatusResponse = message('PodSandboxStatusResponse', {
  status: field(1, podSandboxStatus.shape),
  info: field(2, stringMapShape),
});

const authConfig = message('AuthConfig', {
  username: field(1, stringShape),
  password: field(2, stringShape),
  auth: field(3, stringShape),
  serverAddress: field(4, stringShape),
  identityToken: field(5, stringShape),
  registryToken: field(6, stringShape),
});
/** The user of an image's containers. */
const imageDetails = message('Image', {
  id: field(1, stringShape),
  repoTags: field(2, listOf(stringShape)),
  repoDigests: field(3, listOf(stringShape)),
  size: field(4, countShape),
  uid: field(5, message('Int64Value', { value: field(1, countShape) }).shape),
  username: field(6, stringShape),
});

const sandboxId = { podSandboxId: field(1, stringShape) };
const containerId = { containerId: field(1, stringShape) };
const url = message('StreamResponse', { url: field(1, stringShape) });

function runtimeCall<Q, A>(name: string, request: Q, response: A) {
  return { path: `/runtime.v1.RuntimeService/${name}`, request, response } as const;
}

function imageCall<Q, A>(name: string, request: Q, response: A) {
  return { path: `/runtime.v1.ImageService/${name}`, request, response } as const;
}

/** The calls that change sandboxes and containers, and the streams into them. */
export const podCalls = {
  runPodSandbox: runtimeCall(
    'RunPodSandbox',
    message('RunPodSandboxRequest', { config: field(1, podSandboxConfig.part), runtimeHandler: field(2, stringShape) }),
    message('RunPodSandboxResponse', sandboxId),
  ),
  stopPodSandbox: runtimeCall('StopPodSandbox', message('StopPodSandboxRequest', sandboxId), empty),
  removePodSandbox: runtimeCall('RemovePodSandbox', message('RemovePodSandboxRequest', sandboxId), empty),
  podSandboxStatus: runtimeCall(
    'PodSandboxStatus',
    message('PodSandboxStatusRequest', { ...sandboxId, verbose: field(2, boolShape) }),
    podSandboxStatusResponse,
  ),
  createContainer: runtimeCall(
    'CreateContainer',
    message('CreateContainerRequest', {
      ...sandboxId,
      config: field(2, containerConfig.part),
      sandboxConfig: field(3, podSandboxConfig.part),
    }),
    message('CreateContainerResponse', containerId),
  ),
  startContainer: runtimeCall('StartContainer', message('StartContainerRequest', containerId), empty),
  stopContainer: runtimeCall(
    'StopContainer',
    message('StopContainerRequest', { ...containerId, timeout: field(2, countShape) }),
    empty,
  ),
  removeContainer: runtimeCall('RemoveContainer', message('RemoveContainerRequest', containerId), empty),
  updateContainerResources: runtimeCall(
    'UpdateContainerResources',
    message('UpdateContainerResourcesRequest', { ...containerId, linux: field(2, linuxContainerResources.part) }),
    empty,
  ),
  reopenContainerLog: runtimeCall('ReopenContainerLog', message('ReopenContainerLogRequest', containerId), empty),
  execSync: runtimeCall(
    'ExecSync',
    message('ExecSyncRequest', { ...containerId, cmd: field(2, listOf(stringShape)), timeout: field(3, countShape) }),
    message('ExecSyncResponse', {
      stdout: field(1, bytesShape),
      stderr: field(2, bytesShape),
      exitCode: field(3, int32Shape),
    }),
  ),
  exec: runtimeCall(
    'Exec',
    message('ExecRequest', {
      ...containerId,
      cmd: field(2, listOf(stringShape)),
      tty: field(3, boolShape),
      stdin: field(4, boolShape),
      stdout: field(5, boolShape),
      stderr: field(6, boolShape),
    }),
    url,
  ),
  attach: runtimeCall(
    'Attach',
    message('AttachRequest', {
      ...containerId,
      stdin: field(2, boolShape),
      tty: field(3, boolShape),
      stdout: field(4, boolShape),
      stderr: field(5, boolShape),
    }),
    url,
  ),
  portForward: runtimeCall(
    'PortForward',
    message('PortForwardRequest', { ...sandboxId, port: field(2, listOf(int32Shape)) }),
    url,
  ),
  getContainerEvents: runtimeCall(
    'GetContainerEvents',
    empty,
    message('ContainerEventResponse', {
      containerId: field(1, stringShape),
      containerEventType: field(2, int32Shape),
      podSandboxStatus: field(4, podSandboxStatus.shape),
    }),
  ),
  imageStatus: imageCall(
    'ImageStatus',
    message('ImageStatusRequest', { image: field(1, imageSpec.part), verbose: field(2, boolShape) }),
    message('ImageStatusResponse', { image: field(1, imageDetails.shape) }),
  ),
  pullImage: imageCall(
    'PullImage',
    message('PullImageRequest', {
      image: field(1, imageSpec.part),
      auth: field(2, authConfig.part),
      sandboxConfig: field(3, podSandboxConfig.part),
    }),
    message('PullImageResponse', { imageRef: field(1, stringShape) }),
  ),
  removeImage: imageCall('RemoveImage', message('RemoveImageRequest', { image: field(1, imageSpec.part) }), empty),
} as const;
