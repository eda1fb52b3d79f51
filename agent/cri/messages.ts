// The messages of the container runtime interface (CRI, package runtime.v1) that the agent and the CRI simulator speak:
// field numbers as the interface's definition has them. Unused messages and fields are left out; the
// codec skips them when a runtime sends them.

import {
  boolShape,
  field,
  int32Shape,
  int64Shape,
  listOf,
  message,
  stringMapShape,
  stringShape,
  uint32Shape,
  uint64Shape,
} from '../../shared/codec/protobuf/wire-codec.ts';

export const sandboxReady = 0;
export const sandboxNotReady = 1;
export const containerStates = ['created', 'running', 'exited', 'unknown'] as const;
export const cgroupDrivers = ['systemd', 'cgroupfs'] as const;

export const empty = message('Empty', {});

const versionRequest = message('VersionRequest', { version: field(1, stringShape) });
export const versionResponse = message('VersionResponse', {
  version: field(1, stringShape),
  runtimeName: field(2, stringShape),
  runtimeVersion: field(3, stringShape),
  runtimeApiVersion: field(4, stringShape),
});

export const statusRequest = message('StatusRequest', { verbose: field(1, boolShape) });
const runtimeCondition = message('RuntimeCondition', {
  type: field(1, stringShape),
  status: field(2, boolShape),
  reason: field(3, stringShape),
  message: field(4, stringShape),
});
const runtimeStatus = message('RuntimeStatus', { conditions: field(1, listOf(runtimeCondition.shape)) });
const runtimeHandlerFeatures = message('RuntimeHandlerFeatures', {
  recursiveReadOnlyMounts: field(1, boolShape),
  userNamespaces: field(2, boolShape),
});
export const runtimeHandler = message('RuntimeHandler', {
  name: field(1, stringShape),
  features: field(2, runtimeHandlerFeatures.shape),
});
const runtimeFeatures = message('RuntimeFeatures', { supplementalGroupsPolicy: field(1, boolShape) });
export const statusResponse = message('StatusResponse', {
  status: field(1, runtimeStatus.shape),
  info: field(2, stringMapShape),
  runtimeHandlers: field(3, listOf(runtimeHandler.shape)),
  features: field(4, runtimeFeatures.shape),
});

const linuxRuntimeConfiguration = message('LinuxRuntimeConfiguration', { cgroupDriver: field(1, int32Shape) });
export const runtimeConfigResponse = message('RuntimeConfigResponse', {
  linux: field(1, linuxRuntimeConfiguration.shape),
});

const stateValue = message('StateValue', { state: field(1, int32Shape) });
const podSandboxFilter = message('PodSandboxFilter', {
  id: field(1, stringShape),
  state: field(2, stateValue.shape),
  labelSelector: field(3, stringMapShape),
});
const listPodSandboxRequest = message('ListPodSandboxRequest', { filter: field(1, podSandboxFilter.shape) });
export const podSandboxMetadata = message('PodSandboxMetadata', {
  name: field(1, stringShape),
  uid: field(2, stringShape),
  namespace: field(3, stringShape),
  attempt: field(4, uint32Shape),
});
export const podSandbox = message('PodSandbox', {
  id: field(1, stringShape),
  metadata: field(2, podSandboxMetadata.shape),
  state: field(3, int32Shape),
  createdAt: field(4, int64Shape),
  labels: field(5, stringMapShape),
  annotations: field(6, stringMapShape),
  runtimeHandler: field(7, stringShape),
});
const listPodSandboxResponse = message('ListPodSandboxResponse', { items: field(1, listOf(podSandbox.shape)) });

const containerFilter = message('ContainerFilter', {
  id: field(1, stringShape),
  state: field(2, stateValue.shape),
  podSandboxId: field(3, stringShape),
  labelSelector: field(4, stringMapShape),
});
const listContainersRequest = message('ListContainersRequest', { filter: field(1, containerFilter.shape) });
export const containerMetadata = message('ContainerMetadata', {
  name: field(1, stringShape),
  attempt: field(2, uint32Shape),
});
export const imageSpec = message('ImageSpec', {
  image: field(1, stringShape),
  annotations: field(2, stringMapShape),
  userSpecifiedImage: field(18, stringShape),
  runtimeHandler: field(19, stringShape),
});
export const container = message('Container', {
  id: field(1, stringShape),
  podSandboxId: field(2, stringShape),
  metadata: field(3, containerMetadata.shape),
  image: field(4, imageSpec.shape),
  imageRef: field(5, stringShape),
  state: field(6, int32Shape),
  createdAt: field(7, int64Shape),
  labels: field(8, stringMapShape),
  annotations: field(9, stringMapShape),
  imageId: field(10, stringShape),
});
const listContainersResponse = message('ListContainersResponse', {
  containers: field(1, listOf(container.shape)),
});

const containerStatusRequest = message('ContainerStatusRequest', {
  containerId: field(1, stringShape),
  verbose: field(2, boolShape),
});
const containerMount = message('Mount', { containerPath: field(1, stringShape), hostPath: field(2, stringShape) });
export const containerStatus = message('ContainerStatus', {
  id: field(1, stringShape),
  metadata: field(2, containerMetadata.shape),
  state: field(3, int32Shape),
  createdAt: field(4, int64Shape),
  startedAt: field(5, int64Shape),
  finishedAt: field(6, int64Shape),
  exitCode: field(7, int32Shape),
  image: field(8, imageSpec.shape),
  imageRef: field(9, stringShape),
  reason: field(10, stringShape),
  message: field(11, stringShape),
  labels: field(12, stringMapShape),
  annotations: field(13, stringMapShape),
  mounts: field(14, listOf(containerMount.shape)),
  logPath: field(15, stringShape),
  imageId: field(17, stringShape),
});
export const containerStatusResponse = message('ContainerStatusResponse', {
  status: field(1, containerStatus.shape),
  info: field(2, stringMapShape),
});

/** Of the lists the least by which a change is noticed: they are read every second. */
const sandboxState = message('PodSandbox', {
  id: field(1, stringShape),
  metadata: field(2, message('PodSandboxMetadata', { uid: field(2, stringShape) }).shape),
  state: field(3, int32Shape),
});
const sandboxStatesResponse = message('ListPodSandboxResponse', { items: field(1, listOf(sandboxState.shape)) });
const containerState = message('Container', {
  id: field(1, stringShape),
  podSandboxId: field(2, stringShape),
  state: field(6, int32Shape),
});
const containerStatesResponse = message('ListContainersResponse', {
  containers: field(1, listOf(containerState.shape)),
});

const checkpointContainerRequest = message('CheckpointContainerRequest', {
  containerId: field(1, stringShape),
  location: field(2, stringShape),
  timeout: field(3, int64Shape),
});

const imageFilter = message('ImageFilter', { image: field(1, imageSpec.shape) });
const listImagesRequest = message('ListImagesRequest', { filter: field(1, imageFilter.shape) });
export const image = message('Image', {
  id: field(1, stringShape),
  repoTags: field(2, listOf(stringShape)),
  repoDigests: field(3, listOf(stringShape)),
  size: field(4, uint64Shape),
  spec: field(7, imageSpec.shape),
  pinned: field(8, boolShape),
});
const listImagesResponse = message('ListImagesResponse', { images: field(1, listOf(image.shape)) });

export const uint64Value = message('UInt64Value', { value: field(1, uint64Shape) });
const filesystemIdentifier = message('FilesystemIdentifier', { mountpoint: field(1, stringShape) });
export const filesystemUsage = message('FilesystemUsage', {
  timestamp: field(1, int64Shape),
  fsId: field(2, filesystemIdentifier.shape),
  usedBytes: field(3, uint64Value.shape),
  inodesUsed: field(4, uint64Value.shape),
});
const imageFsInfoResponse = message('ImageFsInfoResponse', {
  imageFilesystems: field(1, listOf(filesystemUsage.shape)),
  containerFilesystems: field(2, listOf(filesystemUsage.shape)),
});

export const networkConfig = message('NetworkConfig', { podCidr: field(1, stringShape) });
const runtimeNetwork = message('RuntimeConfig', { networkConfig: field(1, networkConfig.shape) });
const updateRuntimeConfigRequest = message('UpdateRuntimeConfigRequest', {
  runtimeConfig: field(1, runtimeNetwork.shape),
});

/** The calls by name: path and the two messages. Those about usage stand in `usage-messages.ts`. */
export const criCalls = {
  version: { path: '/runtime.v1.RuntimeService/Version', request: versionRequest, response: versionResponse },
  status: { path: '/runtime.v1.RuntimeService/Status', request: statusRequest, response: statusResponse },
  runtimeConfig: { path: '/runtime.v1.RuntimeService/RuntimeConfig', request: empty, response: runtimeConfigResponse },
  updateRuntimeConfig: {
    path: '/runtime.v1.RuntimeService/UpdateRuntimeConfig',
    request: updateRuntimeConfigRequest,
    response: empty,
  },
  listPodSandbox: {
    path: '/runtime.v1.RuntimeService/ListPodSandbox',
    request: listPodSandboxRequest,
    response: listPodSandboxResponse,
  },
  listContainers: {
    path: '/runtime.v1.RuntimeService/ListContainers',
    request: listContainersRequest,
    response: listContainersResponse,
  },
  containerStatus: {
    path: '/runtime.v1.RuntimeService/ContainerStatus',
    request: containerStatusRequest,
    response: containerStatusResponse,
  },
  checkpointContainer: {
    path: '/runtime.v1.RuntimeService/CheckpointContainer',
    request: checkpointContainerRequest,
    response: empty,
  },
  listImages: { path: '/runtime.v1.ImageService/ListImages', request: listImagesRequest, response: listImagesResponse },
  imageFsInfo: { path: '/runtime.v1.ImageService/ImageFsInfo', request: empty, response: imageFsInfoResponse },
} as const;

/** The lists once more, read for the least by which a change is noticed. */
export const stateCalls = {
  sandboxStates: { ...criCalls.listPodSandbox, response: sandboxStatesResponse },
  containerStates: { ...criCalls.listContainers, response: containerStatesResponse },
} as const;
