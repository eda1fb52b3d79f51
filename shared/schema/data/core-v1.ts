// The types of core/v1 (the group without a name), in the notation of ../notation.ts: one field per line.

export const coreV1 = `
type AWSElasticBlockStoreVolumeSource
  volumeID   1  string  required  written
  fsType     2  string
  partition  3  int32
  readOnly   4  bool

type Affinity
  nodeAffinity     1  NodeAffinity?
  podAffinity      2  PodAffinity?
  podAntiAffinity  3  PodAntiAffinity?

type AppArmorProfile
  type              1  string   required  written  enum(Localhost|RuntimeDefault|Unconfined)  discriminator
  localhostProfile  2  string?

type AttachedVolume
  name        1  string  required  written
  devicePath  2  string  required  written

type AvoidPods
  preferAvoidPods  1  [PreferAvoidPodsEntry]

type AzureDiskVolumeSource
  diskName     1  string   required  written
  diskURI      2  string   required  written
  cachingMode  3  string?  enum(None|ReadOnly|ReadWrite)  = "ReadWrite"
  fsType       4  string?  = "ext4"
  readOnly     5  bool?    = false
  kind         6  string?  enum(Dedicated|Managed|Shared)  = "Shared"

type AzureFilePersistentVolumeSource
  secretName       1  string   required  written
  shareName        2  string   required  written
  readOnly         3  bool
  secretNamespace  4  string?  written

type AzureFileVolumeSource
  secretName  1  string  required  written
  shareName   2  string  required  written
  readOnly    3  bool

kind Binding
  metadata  1  meta/v1.ObjectMeta
  target    2  ObjectReference     required  written

type CSIPersistentVolumeSource
  driver                       1  string            required  written
  volumeHandle                 2  string            required  written
  readOnly                     3  bool
  fsType                       4  string
  volumeAttributes             5  {string}
  controllerPublishSecretRef   6  SecretReference?
  nodeStageSecretRef           7  SecretReference?
  nodePublishSecretRef         8  SecretReference?
  controllerExpandSecretRef    9  SecretReference?
  nodeExpandSecretRef         10  SecretReference?

type CSIVolumeSource
  driver                1  string                 required  written  format(subdomain)
  readOnly              2  bool?
  fsType                3  string?
  volumeAttributes      4  {string}
  nodePublishSecretRef  5  LocalObjectReference?

type Capabilities
  add   1  [string]
  drop  2  [string]

type CephFSPersistentVolumeSource
  monitors    1  [string]          required  written
  path        2  string
  user        3  string
  secretFile  4  string
  secretRef   5  SecretReference?
  readOnly    6  bool

type CephFSVolumeSource
  monitors    1  [string]               required  written
  path        2  string
  user        3  string
  secretFile  4  string
  secretRef   5  LocalObjectReference?
  readOnly    6  bool

type CinderPersistentVolumeSource
  volumeID   1  string            required  written
  fsType     2  string
  readOnly   3  bool
  secretRef  4  SecretReference?

type CinderVolumeSource
  volumeID   1  string                 required  written
  fsType     2  string
  readOnly   3  bool
  secretRef  4  LocalObjectReference?

type ClientIPConfig
  timeoutSeconds  1  int32?

type ClusterTrustBundleProjection
  name           1  string?
  signerName     2  string?
  labelSelector  3  meta/v1.LabelSelector?
  optional       5  bool?
  path           4  string                  required  written  unchecked

type ComponentCondition
  type     1  string  required  written
  status   2  string  required  written
  message  3  string
  error    4  string

kind ComponentStatus
  metadata    1  meta/v1.ObjectMeta
  conditions  2  [ComponentCondition]  map(type)  patch(merge:type)

kind ComponentStatusList
  metadata  1  meta/v1.ListMeta
  items     2  [ComponentStatus]  required  written

kind ConfigMap
  metadata    1  meta/v1.ObjectMeta
  immutable   4  bool?
  data        2  {string}
  binaryData  3  {bytes}

type ConfigMapEnvSource
  ...       1  LocalObjectReference
  optional  2  bool?

type ConfigMapKeySelector atomic
  ...       1  LocalObjectReference
  key       2  string                required  written
  optional  3  bool?

kind ConfigMapList
  metadata  1  meta/v1.ListMeta
  items     2  [ConfigMap]       required  written

type ConfigMapNodeConfigSource
  namespace         1  string  required  written  unchecked
  name              2  string  required  written  unchecked
  uid               3  string
  resourceVersion   4  string
  kubeletConfigKey  5  string  required  written  unchecked

type ConfigMapProjection
  ...       1  LocalObjectReference
  items     2  [KeyToPath]
  optional  4  bool?

type ConfigMapVolumeSource
  ...          1  LocalObjectReference
  items        2  [KeyToPath]
  defaultMode  3  int32?                = 420
  optional     4  bool?

type Container
  name                       1  string                   required  written
  image                      2  string
  command                    3  [string]
  args                       4  [string]
  workingDir                 5  string
  ports                      6  [ContainerPort]          map(containerPort,protocol)  tolerant  patch(merge:containerPort)
  envFrom                   19  [EnvFromSource]
  env                        7  [EnvVar]                 map(name)  tolerant  patch(merge:name)
  resources                  8  ResourceRequirements
  resizePolicy              23  [ContainerResizePolicy]  gates(InPlacePodVerticalScaling)
  restartPolicy             24  string?                  gates(SidecarContainers)
  restartPolicyRules        25  [ContainerRestartRule]   gates(ContainerRestartRules)
  volumeMounts               9  [VolumeMount]            map(mountPath)  patch(merge:mountPath)
  volumeDevices             21  [VolumeDevice]           map(devicePath)  patch(merge:devicePath)
  livenessProbe             10  Probe?
  readinessProbe            11  Probe?
  startupProbe              22  Probe?
  lifecycle                 12  Lifecycle?
  terminationMessagePath    13  string                   = "/dev/termination-log"
  terminationMessagePolicy  20  string                   enum(File|FallbackToLogsOnError)  = "File"
  imagePullPolicy           14  string                   enum(Always|IfNotPresent|Never)
  securityContext           15  SecurityContext?
  stdin                     16  bool
  stdinOnce                 17  bool
  tty                       18  bool

type ContainerExtendedResourceRequest
  containerName  1  string  required  written
  resourceName   2  string  required  written
  requestName    3  string  required  written

type ContainerImage
  names      1  [string]  written
  sizeBytes  2  int64

type ContainerPort
  name           1  string
  hostPort       2  int32
  containerPort  3  int32   required  written
  protocol       4  string  enum(SCTP|TCP|UDP)  = "TCP"
  hostIP         5  string

type ContainerResizePolicy
  resourceName   1  string  required  written  unchecked
  restartPolicy  2  string  required  written  unchecked

type ContainerRestartRule
  action     1  string                            required  unchecked
  exitCodes  2  ContainerRestartRuleOnExitCodes?

type ContainerRestartRuleOnExitCodes
  operator  1  string   required  unchecked
  values    2  [int32]  set     tolerant

type ContainerState
  waiting     1  ContainerStateWaiting?
  running     2  ContainerStateRunning?
  terminated  3  ContainerStateTerminated?

type ContainerStateRunning
  startedAt  1  time

type ContainerStateTerminated
  exitCode     1  int32   required  written
  signal       2  int32
  reason       3  string
  message      4  string
  startedAt    5  time
  finishedAt   6  time
  containerID  7  string

type ContainerStateWaiting
  reason   1  string
  message  2  string

type ContainerStatus
  name                       1  string                 required  written
  state                      2  ContainerState
  lastState                  3  ContainerState
  ready                      4  bool                   required  written
  restartCount               5  int32                  required  written
  image                      6  string                 required  written
  imageID                    7  string                 required  written
  containerID                8  string
  started                    9  bool?
  allocatedResources        10  {quantity}             milli  gates(InPlacePodVerticalScalingAllocatedStatus)
  resources                 11  ResourceRequirements?  gates(InPlacePodVerticalScaling)
  volumeMounts              12  [VolumeMountStatus]    map(mountPath)  tolerant  patch(merge:mountPath)  gates(RecursiveReadOnlyMounts)
  user                      13  ContainerUser?         gates(SupplementalGroupsPolicy)
  allocatedResourcesStatus  14  [ResourceStatus]       map(name)  tolerant  patch(merge:name)  gates(ResourceHealthStatus)
  stopSignal                15  string?                enum(SIGABRT|SIGALRM|SIGBUS|SIGCHLD|SIGCLD|SIGCONT|SIGFPE|SIGHUP|SIGILL|SIGINT|SIGIO|SIGIOT|SIGKILL|SIGPIPE|SIGPOLL|SIGPROF|SIGPWR|SIGQUIT|SIGRTMAX|SIGRTMAX-1|SIGRTMAX-10|SIGRTMAX-11|SIGRTMAX-12|SIGRTMAX-13|SIGRTMAX-14|SIGRTMAX-2|SIGRTMAX-3|SIGRTMAX-4|SIGRTMAX-5|SIGRTMAX-6|SIGRTMAX-7|SIGRTMAX-8|SIGRTMAX-9|SIGRTMIN|SIGRTMIN+1|SIGRTMIN+10|SIGRTMIN+11|SIGRTMIN+12|SIGRTMIN+13|SIGRTMIN+14|SIGRTMIN+15|SIGRTMIN+2|SIGRTMIN+3|SIGRTMIN+4|SIGRTMIN+5|SIGRTMIN+6|SIGRTMIN+7|SIGRTMIN+8|SIGRTMIN+9|SIGSEGV|SIGSTKFLT|SIGSTOP|SIGSYS|SIGTERM|SIGTRAP|SIGTSTP|SIGTTIN|SIGTTOU|SIGURG|SIGUSR1|SIGUSR2|SIGVTALRM|SIGWINCH|SIGXCPU|SIGXFSZ)  unchecked

type ContainerUser
  linux  1  LinuxContainerUser?

type DaemonEndpoint
  Port  1  int32  required  written

type DownwardAPIProjection
  items  1  [DownwardAPIVolumeFile]

type DownwardAPIVolumeFile
  path              1  string                  required  written  unchecked
  fieldRef          2  ObjectFieldSelector?
  resourceFieldRef  3  ResourceFieldSelector?
  mode              4  int32?

type DownwardAPIVolumeSource
  items        1  [DownwardAPIVolumeFile]
  defaultMode  2  int32?                   = 420

type EmptyDirVolumeSource
  medium     1  string
  sizeLimit  2  quantity?

type EndpointAddress atomic
  ip         1  string            required  written
  hostname   3  string
  nodeName   4  string?
  targetRef  2  ObjectReference?

type EndpointPort atomic
  name         1  string
  port         2  int32    required  written
  protocol     3  string   enum(SCTP|TCP|UDP)  = "TCP"
  appProtocol  4  string?

type EndpointSubset
  addresses          1  [EndpointAddress]
  notReadyAddresses  2  [EndpointAddress]
  ports              3  [EndpointPort]

kind Endpoints
  metadata  1  meta/v1.ObjectMeta
  subsets   2  [EndpointSubset]

kind EndpointsList
  metadata  1  meta/v1.ListMeta
  items     2  [Endpoints]       required  written

type EnvFromSource
  prefix        1  string
  configMapRef  2  ConfigMapEnvSource?
  secretRef     3  SecretEnvSource?

type EnvVar
  name       1  string         required  written
  value      2  string
  valueFrom  3  EnvVarSource?

type EnvVarSource
  fieldRef          1  ObjectFieldSelector?
  resourceFieldRef  2  ResourceFieldSelector?
  configMapKeyRef   3  ConfigMapKeySelector?
  secretKeyRef      4  SecretKeySelector?
  fileKeyRef        5  FileKeySelector?        gates(EnvFiles)

type EphemeralContainer
  ...                  1  EphemeralContainerCommon
  targetContainerName  2  string

type EphemeralContainerCommon
  name                       1  string                   required  written
  image                      2  string
  command                    3  [string]
  args                       4  [string]
  workingDir                 5  string
  ports                      6  [ContainerPort]          map(containerPort,protocol)  tolerant  patch(merge:containerPort)
  envFrom                   19  [EnvFromSource]
  env                        7  [EnvVar]                 map(name)  tolerant  patch(merge:name)
  resources                  8  ResourceRequirements
  resizePolicy              23  [ContainerResizePolicy]  gates(InPlacePodVerticalScaling)
  restartPolicy             24  string?                  gates(SidecarContainers)
  restartPolicyRules        25  [ContainerRestartRule]   gates(ContainerRestartRules)
  volumeMounts               9  [VolumeMount]            map(mountPath)  patch(merge:mountPath)
  volumeDevices             21  [VolumeDevice]           map(devicePath)  patch(merge:devicePath)
  livenessProbe             10  Probe?
  readinessProbe            11  Probe?
  startupProbe              22  Probe?
  lifecycle                 12  Lifecycle?
  terminationMessagePath    13  string                   = "/dev/termination-log"
  terminationMessagePolicy  20  string                   enum(File|FallbackToLogsOnError)  = "File"
  imagePullPolicy           14  string                   enum(Always|IfNotPresent|Never)
  securityContext           15  SecurityContext?
  stdin                     16  bool
  stdinOnce                 17  bool
  tty                       18  bool

type EphemeralVolumeSource
  volumeClaimTemplate  1  PersistentVolumeClaimTemplate?

kind Event
  metadata             1  meta/v1.ObjectMeta  required  written
  involvedObject       2  ObjectReference     required  written
  reason               3  string
  message              4  string
  source               5  EventSource
  firstTimestamp       6  time
  lastTimestamp        7  time
  count                8  int32
  type                 9  string
  eventTime           10  microTime
  series              11  EventSeries?
  action              12  string
  related             13  ObjectReference?
  reportingComponent  14  string              written
  reportingInstance   15  string              written

kind EventList
  metadata  1  meta/v1.ListMeta
  items     2  [Event]           required  written

type EventSeries
  count             1  int32
  lastObservedTime  2  microTime

type EventSource
  component  1  string
  host       2  string

type ExecAction
  command  1  [string]

type FCVolumeSource
  targetWWNs  1  [string]
  lun         2  int32?
  fsType      3  string
  readOnly    4  bool
  wwids       5  [string]

type FileKeySelector atomic
  volumeName  1  string  required  written  unchecked
  path        2  string  required  written  unchecked
  key         3  string  required  written  unchecked
  optional    4  bool?   = false

type FlexPersistentVolumeSource
  driver     1  string            required  written
  fsType     2  string
  secretRef  3  SecretReference?
  readOnly   4  bool
  options    5  {string}

type FlexVolumeSource
  driver     1  string                 required  written
  fsType     2  string
  secretRef  3  LocalObjectReference?
  readOnly   4  bool
  options    5  {string}

type FlockerVolumeSource
  datasetName  1  string
  datasetUUID  2  string

type GCEPersistentDiskVolumeSource
  pdName     1  string  required  written
  fsType     2  string
  partition  3  int32
  readOnly   4  bool

type GRPCAction
  port     1  int32    required  written
  service  2  string?  written  = ""

type GitRepoVolumeSource
  repository  1  string  required  written
  revision    2  string
  directory   3  string

type GlusterfsPersistentVolumeSource
  endpoints           1  string   required  written
  path                2  string   required  written
  readOnly            3  bool
  endpointsNamespace  4  string?

type GlusterfsVolumeSource
  endpoints  1  string  required  written
  path       2  string  required  written
  readOnly   3  bool

type HTTPGetAction
  path         1  string        = "/"
  port         2  intOrString   required  written
  host         3  string
  scheme       4  string        enum(HTTP|HTTPS)  = "HTTP"
  httpHeaders  5  [HTTPHeader]

type HTTPHeader
  name   1  string  required  written  unchecked
  value  2  string  required  written  unchecked

type HostAlias
  ip         1  string    required  written  unchecked  format(ip)
  hostnames  2  [string]  format(subdomain)

type HostIP
  ip  1  string  required  written

type HostPathVolumeSource
  path  1  string   required  written
  type  2  string?  enum(|BlockDevice|CharDevice|Directory|DirectoryOrCreate|File|FileOrCreate|Socket)  = ""

type ISCSIPersistentVolumeSource
  targetPortal        1  string            required  written
  iqn                 2  string            required  written
  lun                 3  int32             required  written  unchecked  range(0..255)
  iscsiInterface      4  string            = "default"
  fsType              5  string
  readOnly            6  bool
  portals             7  [string]
  chapAuthDiscovery   8  bool
  chapAuthSession    11  bool
  secretRef          10  SecretReference?
  initiatorName      12  string?

type ISCSIVolumeSource
  targetPortal        1  string                 required  written
  iqn                 2  string                 required  written
  lun                 3  int32                  required  written  unchecked  range(0..255)
  iscsiInterface      4  string                 = "default"
  fsType              5  string
  readOnly            6  bool
  portals             7  [string]
  chapAuthDiscovery   8  bool
  chapAuthSession    11  bool
  secretRef          10  LocalObjectReference?
  initiatorName      12  string?

type ImageVolumeSource
  reference   1  string
  pullPolicy  2  string  enum(Always|IfNotPresent|Never)  unchecked

type KeyToPath
  key   1  string  required  written
  path  2  string  required  written
  mode  3  int32?

type Lifecycle
  postStart   1  LifecycleHandler?
  preStop     2  LifecycleHandler?
  stopSignal  3  string?            enum(SIGABRT|SIGALRM|SIGBUS|SIGCHLD|SIGCLD|SIGCONT|SIGFPE|SIGHUP|SIGILL|SIGINT|SIGIO|SIGIOT|SIGKILL|SIGPIPE|SIGPOLL|SIGPROF|SIGPWR|SIGQUIT|SIGRTMAX|SIGRTMAX-1|SIGRTMAX-10|SIGRTMAX-11|SIGRTMAX-12|SIGRTMAX-13|SIGRTMAX-14|SIGRTMAX-2|SIGRTMAX-3|SIGRTMAX-4|SIGRTMAX-5|SIGRTMAX-6|SIGRTMAX-7|SIGRTMAX-8|SIGRTMAX-9|SIGRTMIN|SIGRTMIN+1|SIGRTMIN+10|SIGRTMIN+11|SIGRTMIN+12|SIGRTMIN+13|SIGRTMIN+14|SIGRTMIN+15|SIGRTMIN+2|SIGRTMIN+3|SIGRTMIN+4|SIGRTMIN+5|SIGRTMIN+6|SIGRTMIN+7|SIGRTMIN+8|SIGRTMIN+9|SIGSEGV|SIGSTKFLT|SIGSTOP|SIGSYS|SIGTERM|SIGTRAP|SIGTSTP|SIGTTIN|SIGTTOU|SIGURG|SIGUSR1|SIGUSR2|SIGVTALRM|SIGWINCH|SIGXCPU|SIGXFSZ)  gates(ContainerStopSignals)

type LifecycleHandler
  exec       1  ExecAction?
  httpGet    2  HTTPGetAction?
  tcpSocket  3  TCPSocketAction?
  sleep      4  SleepAction?      gates(PodLifecycleSleepAction)

kind LimitRange
  metadata  1  meta/v1.ObjectMeta
  spec      2  LimitRangeSpec

type LimitRangeItem
  type                  1  string      required  written
  max                   2  {quantity}  milli
  min                   3  {quantity}  milli
  default               4  {quantity}  milli
  defaultRequest        5  {quantity}  milli
  maxLimitRequestRatio  6  {quantity}  milli

kind LimitRangeList
  metadata  1  meta/v1.ListMeta
  items     2  [LimitRange]      required  written

type LimitRangeSpec
  limits  1  [LimitRangeItem]  required  written  unchecked

type LinuxContainerUser
  uid                 1  int64    required  written
  gid                 2  int64    required  written
  supplementalGroups  3  [int64]

kind List
  metadata  1  meta/v1.ListMeta
  items     2  [raw]             required  written

type LoadBalancerIngress
  ip        1  string
  hostname  2  string
  ipMode    3  string?
  ports     4  [PortStatus]

type LoadBalancerStatus
  ingress  1  [LoadBalancerIngress]

type LocalObjectReference atomic
  name  1  string  = ""

type LocalVolumeSource
  path    1  string   required  written
  fsType  2  string?

type ModifyVolumeStatus
  targetVolumeAttributesClassName  1  string
  status                           2  string  required  written  enum(InProgress|Infeasible|Pending)  unchecked

type NFSVolumeSource
  server    1  string  required  written
  path      2  string  required  written
  readOnly  3  bool

kind Namespace
  metadata  1  meta/v1.ObjectMeta
  spec      2  NamespaceSpec
  status    3  NamespaceStatus     = {}

type NamespaceCondition
  type                1  string  required  written
  status              2  string  required  written
  lastTransitionTime  4  time
  reason              5  string
  message             6  string

kind NamespaceList
  metadata  1  meta/v1.ListMeta
  items     2  [Namespace]       required  written

type NamespaceSpec
  finalizers  1  [string]

type NamespaceStatus
  phase       1  string                enum(Active|Terminating)  = "Active"
  conditions  2  [NamespaceCondition]  map(type)  patch(merge:type)

kind Node
  metadata  1  meta/v1.ObjectMeta
  spec      2  NodeSpec
  status    3  NodeStatus

type NodeAddress
  type     1  string  required  written
  address  2  string  required  written

type NodeAffinity
  requiredDuringSchedulingIgnoredDuringExecution   1  NodeSelector?
  preferredDuringSchedulingIgnoredDuringExecution  2  [PreferredSchedulingTerm]

type NodeCondition
  type                1  string  required  written
  status              2  string  required  written
  lastHeartbeatTime   3  time
  lastTransitionTime  4  time
  reason              5  string
  message             6  string

type NodeConfigSource
  configMap  2  ConfigMapNodeConfigSource?

type NodeConfigStatus
  assigned       1  NodeConfigSource?
  active         2  NodeConfigSource?
  lastKnownGood  3  NodeConfigSource?
  error          4  string

type NodeDaemonEndpoints
  kubeletEndpoint  1  DaemonEndpoint

type NodeFeatures
  supplementalGroupsPolicy  1  bool?

kind NodeList
  metadata  1  meta/v1.ListMeta
  items     2  [Node]            required  written

kind NodeProxyOptions
  path  1  string

type NodeRuntimeHandler
  name      1  string                       written
  features  2  NodeRuntimeHandlerFeatures?

type NodeRuntimeHandlerFeatures
  recursiveReadOnlyMounts  1  bool?  gates(RecursiveReadOnlyMounts)
  userNamespaces           2  bool?  gates(UserNamespacesSupport)

type NodeSelector atomic
  nodeSelectorTerms  1  [NodeSelectorTerm]  required  written

type NodeSelectorRequirement
  key       1  string    required  written  unchecked
  operator  2  string    required  written  enum(DoesNotExist|Exists|Gt|In|Lt|NotIn)  unchecked
  values    3  [string]

type NodeSelectorTerm atomic
  matchExpressions  1  [NodeSelectorRequirement]
  matchFields       2  [NodeSelectorRequirement]

type NodeSpec
  podCIDR        1  string
  podCIDRs       7  [string]           set  patch(merge)  format(cidr)
  providerID     3  string
  unschedulable  4  bool
  taints         5  [Taint]
  configSource   6  NodeConfigSource?
  externalID     2  string

type NodeStatus
  capacity          1  {quantity}  milli
  allocatable       2  {quantity}  milli
  phase             3  string                enum(Pending|Running|Terminated)  unchecked
  conditions        4  [NodeCondition]       map(type)  tolerant  patch(merge:type)
  addresses         5  [NodeAddress]         map(type)  tolerant  patch(merge:type)
  daemonEndpoints   6  NodeDaemonEndpoints
  nodeInfo          7  NodeSystemInfo
  images            8  [ContainerImage]
  volumesInUse      9  [string]
  volumesAttached  10  [AttachedVolume]
  config           11  NodeConfigStatus?
  runtimeHandlers  12  [NodeRuntimeHandler]  gates(RecursiveReadOnlyMounts)
  features         13  NodeFeatures?         gates(SupplementalGroupsPolicy)

type NodeSwapStatus
  capacity  1  int64?

type NodeSystemInfo
  machineID                 1  string           required  written
  systemUUID                2  string           required  written
  bootID                    3  string           required  written
  kernelVersion             4  string           required  written
  osImage                   5  string           required  written
  containerRuntimeVersion   6  string           required  written
  kubeletVersion            7  string           required  written
  kubeProxyVersion          8  string           required  written
  operatingSystem           9  string           required  written
  architecture             10  string           required  written
  swap                     11  NodeSwapStatus?

type ObjectFieldSelector atomic
  apiVersion  1  string  = "v1"
  fieldPath   2  string  required  written  unchecked

type ObjectReference atomic
  kind             1  string
  namespace        2  string
  name             3  string
  uid              4  string
  apiVersion       5  string
  resourceVersion  6  string
  fieldPath        7  string

kind PersistentVolume
  metadata  1  meta/v1.ObjectMeta
  spec      2  PersistentVolumeSpec
  status    3  PersistentVolumeStatus  = {}

kind PersistentVolumeClaim
  metadata  1  meta/v1.ObjectMeta
  spec      2  PersistentVolumeClaimSpec
  status    3  PersistentVolumeClaimStatus  = {}

type PersistentVolumeClaimCondition
  type                1  string  required  written  unchecked
  status              2  string  required  written  unchecked
  lastProbeTime       3  time
  lastTransitionTime  4  time
  reason              5  string
  message             6  string

kind PersistentVolumeClaimList
  metadata  1  meta/v1.ListMeta
  items     2  [PersistentVolumeClaim]  required  written

type PersistentVolumeClaimSpec
  accessModes                1  [string]                    enum(ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod)
  selector                   4  meta/v1.LabelSelector?
  resources                  2  VolumeResourceRequirements
  volumeName                 3  string
  storageClassName           5  string?  format(subdomain)
  volumeMode                 6  string?                     enum(Block|Filesystem)  = "Filesystem"
  dataSource                 7  TypedLocalObjectReference?
  dataSourceRef              8  TypedObjectReference?
  volumeAttributesClassName  9  string?                     gates(VolumeAttributesClass)  format(subdomain)

type PersistentVolumeClaimStatus
  phase                             1  string                            enum(Bound|Lost|Pending)  = "Pending"
  accessModes                       2  [string]                          enum(ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod)
  capacity                          3  {quantity}  milli
  conditions                        4  [PersistentVolumeClaimCondition]  map(type)  patch(merge:type)
  allocatedResources                5  {quantity}                        milli  gates(RecoverVolumeExpansionFailure)
  allocatedResourceStatuses         7  {string}                          granular  enum(ControllerResizeInProgress|ControllerResizeInfeasible|NodeResizeInProgress|NodeResizeInfeasible|NodeResizePending)  gates(RecoverVolumeExpansionFailure)
  currentVolumeAttributesClassName  8  string?                           gates(VolumeAttributesClass)
  modifyVolumeStatus                9  ModifyVolumeStatus?               gates(VolumeAttributesClass)

type PersistentVolumeClaimTemplate
  metadata  1  meta/v1.ObjectMeta
  spec      2  PersistentVolumeClaimSpec  required  written

type PersistentVolumeClaimVolumeSource
  claimName  1  string  required  written
  readOnly   2  bool

kind PersistentVolumeList
  metadata  1  meta/v1.ListMeta
  items     2  [PersistentVolume]  required  written

type PersistentVolumeSource
  gcePersistentDisk      1  GCEPersistentDiskVolumeSource?
  awsElasticBlockStore   2  AWSElasticBlockStoreVolumeSource?
  hostPath               3  HostPathVolumeSource?
  glusterfs              4  GlusterfsPersistentVolumeSource?
  nfs                    5  NFSVolumeSource?
  rbd                    6  RBDPersistentVolumeSource?
  iscsi                  7  ISCSIPersistentVolumeSource?
  cinder                 8  CinderPersistentVolumeSource?
  cephfs                 9  CephFSPersistentVolumeSource?
  fc                    10  FCVolumeSource?
  flocker               11  FlockerVolumeSource?
  flexVolume            12  FlexPersistentVolumeSource?
  azureFile             13  AzureFilePersistentVolumeSource?
  vsphereVolume         14  VsphereVirtualDiskVolumeSource?
  quobyte               15  QuobyteVolumeSource?
  azureDisk             16  AzureDiskVolumeSource?
  photonPersistentDisk  17  PhotonPersistentDiskVolumeSource?
  portworxVolume        18  PortworxVolumeSource?
  scaleIO               19  ScaleIOPersistentVolumeSource?
  local                 20  LocalVolumeSource?
  storageos             21  StorageOSPersistentVolumeSource?
  csi                   22  CSIPersistentVolumeSource?

type PersistentVolumeSpec
  capacity                        1  {quantity}  milli
  ...                             2  PersistentVolumeSource
  accessModes                     3  [string]                enum(ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod)
  claimRef                        4  ObjectReference?        granular
  persistentVolumeReclaimPolicy   5  string                  enum(Delete|Recycle|Retain)
  storageClassName                6  string  format(subdomain)
  mountOptions                    7  [string]
  volumeMode                      8  string?                 enum(Block|Filesystem)
  nodeAffinity                    9  VolumeNodeAffinity?
  volumeAttributesClassName      10  string?                 gates(VolumeAttributesClass)

type PersistentVolumeStatus
  phase                    1  string  enum(Available|Bound|Failed|Pending|Released)  = "Pending"
  message                  2  string
  reason                   3  string
  lastPhaseTransitionTime  4  time?

type PhotonPersistentDiskVolumeSource
  pdID    1  string  required  written
  fsType  2  string

kind Pod
  metadata  1  meta/v1.ObjectMeta
  spec      2  PodSpec
  status    3  PodStatus

type PodAffinity
  requiredDuringSchedulingIgnoredDuringExecution   1  [PodAffinityTerm]
  preferredDuringSchedulingIgnoredDuringExecution  2  [WeightedPodAffinityTerm]

type PodAffinityTerm
  labelSelector      1  meta/v1.LabelSelector?
  namespaces         2  [string]
  topologyKey        3  string                  required  written
  namespaceSelector  4  meta/v1.LabelSelector?
  matchLabelKeys     5  [string]
  mismatchLabelKeys  6  [string]

type PodAntiAffinity
  requiredDuringSchedulingIgnoredDuringExecution   1  [PodAffinityTerm]
  preferredDuringSchedulingIgnoredDuringExecution  2  [WeightedPodAffinityTerm]

kind PodAttachOptions
  stdin      1  bool
  stdout     2  bool
  stderr     3  bool
  tty        4  bool
  container  5  string

type PodCertificateProjection
  signerName            1  string  required  unchecked
  keyType               2  string  required  unchecked
  maxExpirationSeconds  3  int32?
  credentialBundlePath  4  string
  keyPath               5  string
  certificateChainPath  6  string

type PodCondition
  type                1  string  required  written
  observedGeneration  7  int64   gates(PodObservedGenerationTracking)
  status              2  string  required  written
  lastProbeTime       3  time
  lastTransitionTime  4  time
  reason              5  string
  message             6  string

type PodDNSConfig
  nameservers  1  [string]  format(ip)
  searches     2  [string]
  options      3  [PodDNSConfigOption]

type PodDNSConfigOption
  name   1  string
  value  2  string?

kind PodExecOptions
  stdin      1  bool
  stdout     2  bool
  stderr     3  bool
  tty        4  bool
  container  5  string
  command    6  [string]  required  written

type PodExtendedResourceClaimStatus
  requestMappings    1  [ContainerExtendedResourceRequest]  required  written
  resourceClaimName  2  string                              required  written

type PodIP
  ip  1  string  required  written

kind PodList
  metadata  1  meta/v1.ListMeta
  items     2  [Pod]             required  written

kind PodLogOptions
  container                      1  string
  follow                         2  bool
  previous                       3  bool
  sinceSeconds                   4  int64?
  sinceTime                      5  time?
  timestamps                     6  bool
  tailLines                      7  int64?
  limitBytes                     8  int64?
  insecureSkipTLSVerifyBackend   9  bool
  stream                        10  string?  gates(PodLogsQuerySplitStreams)

type PodOS
  name  1  string  required  written

kind PodPortForwardOptions
  ports  1  [int32]

kind PodProxyOptions
  path  1  string

type PodReadinessGate
  conditionType  1  string  required  written

type PodResourceClaim
  name                       1  string   required  written
  resourceClaimName          3  string?
  resourceClaimTemplateName  4  string?

type PodResourceClaimStatus
  name               1  string   required  written
  resourceClaimName  2  string?

type PodSchedulingGate
  name  1  string  required  written  unchecked

type PodSecurityContext
  seLinuxOptions             1  SELinuxOptions?
  windowsOptions             8  WindowsSecurityContextOptions?
  runAsUser                  2  int64?  range(0..2147483647)
  runAsGroup                 6  int64?  range(0..2147483647)
  runAsNonRoot               3  bool?
  supplementalGroups         4  [int64]  range(0..2147483647)
  supplementalGroupsPolicy  12  string?                         enum(Merge|Strict)  gates(SupplementalGroupsPolicy)
  fsGroup                    5  int64?  range(0..2147483647)
  sysctls                    7  [Sysctl]
  fsGroupChangePolicy        9  string?                         enum(Always|OnRootMismatch)
  seccompProfile            10  SeccompProfile?
  appArmorProfile           11  AppArmorProfile?
  seLinuxChangePolicy       13  string?                         gates(SELinuxChangePolicy)

type PodSignature
  podController  1  meta/v1.OwnerReference?

type PodSpec
  volumes                         1  [Volume]                    map(name)  patch(merge,retainKeys:name)
  initContainers                 20  [Container]                 map(name)  patch(merge:name)
  containers                      2  [Container]                 required  written  map(name)  patch(merge:name)
  ephemeralContainers            34  [EphemeralContainer]        map(name)  patch(merge:name)
  restartPolicy                   3  string                      enum(Always|OnFailure|Never)  = "Always"
  terminationGracePeriodSeconds   4  int64?                      = 30
  activeDeadlineSeconds           5  int64?
  dnsPolicy                       6  string                      enum(ClusterFirstWithHostNet|ClusterFirst|Default|None)  = "ClusterFirst"
  nodeSelector                    7  {string}                    atomic
  serviceAccountName              8  string
  serviceAccount                  9  string
  automountServiceAccountToken   21  bool?
  nodeName                       10  string
  hostNetwork                    11  bool
  hostPID                        12  bool
  hostIPC                        13  bool
  shareProcessNamespace          27  bool?
  securityContext                14  PodSecurityContext?         = {}
  imagePullSecrets               15  [LocalObjectReference]      map(name)  tolerant  patch(merge:name)
  hostname                       16  string
  subdomain                      17  string
  affinity                       18  Affinity?
  schedulerName                  19  string                      = "default-scheduler"
  tolerations                    22  [Toleration]
  hostAliases                    23  [HostAlias]                 map(ip)  tolerant  patch(merge:ip)
  priorityClassName              24  string  format(subdomain)
  priority                       25  int32?
  dnsConfig                      26  PodDNSConfig?
  readinessGates                 28  [PodReadinessGate]
  runtimeClassName               29  string?  format(subdomain)
  enableServiceLinks             30  bool?
  preemptionPolicy               31  string?                     enum(PreemptLowerPriority|Never)
  overhead                       32  {quantity}  milli
  topologySpreadConstraints      33  [TopologySpreadConstraint]  map(topologyKey,whenUnsatisfiable)  tolerant  patch(merge:topologyKey)
  setHostnameAsFQDN              35  bool?
  os                             36  PodOS?
  hostUsers                      37  bool?
  schedulingGates                38  [PodSchedulingGate]         map(name)  tolerant  patch(merge:name)
  resourceClaims                 39  [PodResourceClaim]          map(name)  patch(merge,retainKeys:name)  gates(DynamicResourceAllocation)
  resources                      40  ResourceRequirements?       gates(PodLevelResources)
  hostnameOverride               41  string?                     gates(HostnameOverride)

type PodStatus
  observedGeneration           17  int64                            gates(PodObservedGenerationTracking)
  phase                         1  string
  conditions                    2  [PodCondition]                   map(type)  tolerant  patch(merge:type)
  message                       3  string
  reason                        4  string
  nominatedNodeName            11  string
  hostIP                        5  string
  hostIPs                      16  [HostIP]                         patch(merge:ip)
  podIP                         6  string
  podIPs                       12  [PodIP]                          map(ip)  tolerant  patch(merge:ip)
  startTime                     7  time?
  initContainerStatuses        10  [ContainerStatus]
  containerStatuses             8  [ContainerStatus]
  qosClass                      9  string
  ephemeralContainerStatuses   13  [ContainerStatus]
  resize                       14  string                           gates(InPlacePodVerticalScaling)
  resourceClaimStatuses        15  [PodResourceClaimStatus]         map(name)  patch(merge,retainKeys:name)  gates(DynamicResourceAllocation)
  extendedResourceClaimStatus  18  PodExtendedResourceClaimStatus?  gates(DRAExtendedResource)

kind PodStatusResult
  metadata  1  meta/v1.ObjectMeta
  status    2  PodStatus

kind PodTemplate
  metadata  1  meta/v1.ObjectMeta
  template  2  PodTemplateSpec

kind PodTemplateList
  metadata  1  meta/v1.ListMeta
  items     2  [PodTemplate]     required  written

type PodTemplateSpec
  metadata  1  meta/v1.ObjectMeta
  spec      2  PodSpec

type PortStatus
  port      1  int32    required  written
  protocol  2  string   required  written
  error     3  string?

type PortworxVolumeSource
  volumeID  1  string  required  written
  fsType    2  string
  readOnly  3  bool

type Preconditions
  uid  1  string?

type PreferAvoidPodsEntry
  podSignature  1  PodSignature  required  written
  evictionTime  2  time
  reason        3  string
  message       4  string

type PreferredSchedulingTerm
  weight      1  int32             required  written
  preference  2  NodeSelectorTerm  required  written  unchecked

type Probe
  ...                            1  ProbeHandler
  initialDelaySeconds            2  int32  min(0)
  timeoutSeconds                 3  int32  min(0)  = 1
  periodSeconds                  4  int32  min(0)  = 10
  successThreshold               5  int32  min(0)  = 1
  failureThreshold               6  int32  min(0)  = 3
  terminationGracePeriodSeconds  7  int64?

type ProbeHandler
  exec       1  ExecAction?
  httpGet    2  HTTPGetAction?
  tcpSocket  3  TCPSocketAction?
  grpc       4  GRPCAction?

type ProjectedVolumeSource
  sources      1  [VolumeProjection]  written
  defaultMode  2  int32?              = 420

type QuobyteVolumeSource
  registry  1  string  required  written
  volume    2  string  required  written
  readOnly  3  bool
  user      4  string
  group     5  string
  tenant    6  string

type RBDPersistentVolumeSource
  monitors   1  [string]          required  written
  image      2  string            required  written
  fsType     3  string
  pool       4  string            = "rbd"
  user       5  string            = "admin"
  keyring    6  string            = "/etc/ceph/keyring"
  secretRef  7  SecretReference?
  readOnly   8  bool

type RBDVolumeSource
  monitors   1  [string]               required  written
  image      2  string                 required  written
  fsType     3  string
  pool       4  string                 = "rbd"
  user       5  string                 = "admin"
  keyring    6  string                 = "/etc/ceph/keyring"
  secretRef  7  LocalObjectReference?
  readOnly   8  bool

kind RangeAllocation
  metadata  1  meta/v1.ObjectMeta
  range     2  string              required  written
  data      3  bytes               required  written

kind ReplicationController
  metadata  1  meta/v1.ObjectMeta
  spec      2  ReplicationControllerSpec
  status    3  ReplicationControllerStatus

type ReplicationControllerCondition
  type                1  string  required  written
  status              2  string  required  written
  lastTransitionTime  3  time
  reason              4  string
  message             5  string

kind ReplicationControllerList
  metadata  1  meta/v1.ListMeta
  items     2  [ReplicationController]  required  written

type ReplicationControllerSpec
  replicas         1  int32?            = 1
  minReadySeconds  4  int32             = 0
  selector         2  {string}          atomic
  template         3  PodTemplateSpec?

type ReplicationControllerStatus
  replicas              1  int32                             required  written
  fullyLabeledReplicas  2  int32
  readyReplicas         4  int32
  availableReplicas     5  int32
  observedGeneration    3  int64
  conditions            6  [ReplicationControllerCondition]  map(type)  tolerant  patch(merge:type)

type ResourceClaim
  name     1  string  required  written  unchecked
  request  2  string

type ResourceFieldSelector atomic
  containerName  1  string
  resource       2  string    required  written  unchecked
  divisor        3  quantity

type ResourceHealth
  resourceID  1  string  required  written
  health      2  string

kind ResourceQuota
  metadata  1  meta/v1.ObjectMeta
  spec      2  ResourceQuotaSpec
  status    3  ResourceQuotaStatus

kind ResourceQuotaList
  metadata  1  meta/v1.ListMeta
  items     2  [ResourceQuota]   required  written

type ResourceQuotaSpec
  hard           1  {quantity}  milli
  scopes         2  [string]        enum(BestEffort|CrossNamespacePodAffinity|NotBestEffort|NotTerminating|PriorityClass|Terminating|VolumeAttributesClass)
  scopeSelector  3  ScopeSelector?

type ResourceQuotaStatus
  hard  1  {quantity}  milli
  used  2  {quantity}  milli

type ResourceRequirements
  limits    1  {quantity}  milli
  requests  2  {quantity}  milli
  claims    3  [ResourceClaim]  map(name)  tolerant  gates(DynamicResourceAllocation)

type ResourceStatus
  name       1  string            required  written
  resources  2  [ResourceHealth]  map(resourceID)

type SELinuxOptions
  user   1  string
  role   2  string
  type   3  string
  level  4  string

type ScaleIOPersistentVolumeSource
  gateway            1  string            required  written
  system             2  string            required  written
  secretRef          3  SecretReference?  required  written  unchecked
  sslEnabled         4  bool
  protectionDomain   5  string
  storagePool        6  string
  storageMode        7  string            = "ThinProvisioned"
  volumeName         8  string
  fsType             9  string            = "xfs"
  readOnly          10  bool

type ScaleIOVolumeSource
  gateway            1  string                 required  written
  system             2  string                 required  written
  secretRef          3  LocalObjectReference?  required  written  unchecked
  sslEnabled         4  bool
  protectionDomain   5  string
  storagePool        6  string
  storageMode        7  string                 = "ThinProvisioned"
  volumeName         8  string
  fsType             9  string                 = "xfs"
  readOnly          10  bool

type ScopeSelector atomic
  matchExpressions  1  [ScopedResourceSelectorRequirement]

type ScopedResourceSelectorRequirement
  scopeName  1  string    required  written  enum(BestEffort|CrossNamespacePodAffinity|NotBestEffort|NotTerminating|PriorityClass|Terminating|VolumeAttributesClass)
  operator   2  string    required  written  enum(DoesNotExist|Exists|In|NotIn)
  values     3  [string]

type SeccompProfile
  type              1  string   required  written  enum(Localhost|RuntimeDefault|Unconfined)  discriminator
  localhostProfile  2  string?

kind Secret
  metadata    1  meta/v1.ObjectMeta
  immutable   5  bool?
  data        2  {bytes}
  stringData  4  {string}
  type        3  string              = "Opaque"

type SecretEnvSource
  ...       1  LocalObjectReference
  optional  2  bool?

type SecretKeySelector atomic
  ...       1  LocalObjectReference
  key       2  string                required  written
  optional  3  bool?

kind SecretList
  metadata  1  meta/v1.ListMeta
  items     2  [Secret]          required  written

type SecretProjection
  ...       1  LocalObjectReference
  items     2  [KeyToPath]
  optional  4  bool?

type SecretReference atomic
  name       1  string
  namespace  2  string

type SecretVolumeSource
  secretName   1  string
  items        2  [KeyToPath]
  defaultMode  3  int32?       = 420
  optional     4  bool?

type SecurityContext
  capabilities               1  Capabilities?
  privileged                 2  bool?
  seLinuxOptions             3  SELinuxOptions?
  windowsOptions            10  WindowsSecurityContextOptions?
  runAsUser                  4  int64?  range(0..2147483647)
  runAsGroup                 8  int64?  range(0..2147483647)
  runAsNonRoot               5  bool?
  readOnlyRootFilesystem     6  bool?
  allowPrivilegeEscalation   7  bool?
  procMount                  9  string?                         enum(Default|Unmasked)
  seccompProfile            11  SeccompProfile?
  appArmorProfile           12  AppArmorProfile?

kind SerializedReference
  reference  1  ObjectReference

kind Service
  metadata  1  meta/v1.ObjectMeta
  spec      2  ServiceSpec         = {}
  status    3  ServiceStatus

kind ServiceAccount
  metadata                      1  meta/v1.ObjectMeta
  secrets                       2  [ObjectReference]       map(name)  tolerant  patch(merge:name)
  imagePullSecrets              3  [LocalObjectReference]
  automountServiceAccountToken  4  bool?

kind ServiceAccountList
  metadata  1  meta/v1.ListMeta
  items     2  [ServiceAccount]  required  written

type ServiceAccountTokenProjection
  audience           1  string
  expirationSeconds  2  int64?  = 3600
  path               3  string  required  written  unchecked

kind ServiceList
  metadata  1  meta/v1.ListMeta
  items     2  [Service]         required  written

type ServicePort
  name         1  string
  protocol     2  string       enum(SCTP|TCP|UDP)  = "TCP"
  appProtocol  6  string?
  port         3  int32        required  written
  targetPort   4  intOrString
  nodePort     5  int32

kind ServiceProxyOptions
  path  1  string

type ServiceSpec
  ports                           1  [ServicePort]           map(port,protocol)  patch(merge:port)
  selector                        2  {string}                atomic
  clusterIP                       3  string
  clusterIPs                     18  [string]
  type                            4  string                  enum(ClusterIP|ExternalName|LoadBalancer|NodePort)  = "ClusterIP"
  externalIPs                     5  [string]
  sessionAffinity                 7  string                  enum(ClientIP|None)  = "None"
  loadBalancerIP                  8  string
  loadBalancerSourceRanges        9  [string]
  externalName                   10  string
  externalTrafficPolicy          11  string                  enum(Cluster|Local)
  healthCheckNodePort            12  int32
  publishNotReadyAddresses       13  bool
  sessionAffinityConfig          14  SessionAffinityConfig?
  ipFamilies                     19  [string]                enum(|IPv4|IPv6)
  ipFamilyPolicy                 17  string?                 enum(PreferDualStack|RequireDualStack|SingleStack)
  allocateLoadBalancerNodePorts  20  bool?
  loadBalancerClass              21  string?
  internalTrafficPolicy          22  string?                 enum(Cluster|Local)
  trafficDistribution            23  string?                 gates(ServiceTrafficDistribution)

type ServiceStatus
  loadBalancer  1  LoadBalancerStatus
  conditions    2  [meta/v1.Condition]  map(type)  tolerant  patch(merge:type)

type SessionAffinityConfig
  clientIP  1  ClientIPConfig?

type SleepAction
  seconds  1  int64  required  written  unchecked

type StorageOSPersistentVolumeSource
  volumeName       1  string
  volumeNamespace  2  string
  fsType           3  string
  readOnly         4  bool
  secretRef        5  ObjectReference?

type StorageOSVolumeSource
  volumeName       1  string
  volumeNamespace  2  string
  fsType           3  string
  readOnly         4  bool
  secretRef        5  LocalObjectReference?

type Sysctl
  name   1  string  required  written
  value  2  string  required  written  unchecked

type TCPSocketAction
  port  1  intOrString  required  written
  host  2  string

type Taint
  key        1  string  required  written  unchecked
  value      2  string
  effect     3  string  required  written  unchecked
  timeAdded  4  time?

type Toleration
  key                1  string
  operator           2  string  enum(Equal|Exists)
  value              3  string
  effect             4  string  enum(NoSchedule|PreferNoSchedule|NoExecute)
  tolerationSeconds  5  int64?

type TopologySelectorLabelRequirement
  key     1  string    required  written
  values  2  [string]  required  written

type TopologySelectorTerm atomic
  matchLabelExpressions  1  [TopologySelectorLabelRequirement]

type TopologySpreadConstraint
  maxSkew             1  int32                   required  written
  topologyKey         2  string                  required  written
  whenUnsatisfiable   3  string                  required  written  enum(DoNotSchedule|ScheduleAnyway)
  labelSelector       4  meta/v1.LabelSelector?
  minDomains          5  int32?
  nodeAffinityPolicy  6  string?                 enum(Honor|Ignore)
  nodeTaintsPolicy    7  string?                 enum(Honor|Ignore)
  matchLabelKeys      8  [string]

type TypedLocalObjectReference atomic
  apiGroup  1  string?  written
  kind      2  string   required  written  unchecked
  name      3  string   required  written  unchecked

type TypedObjectReference
  apiGroup   1  string?  written
  kind       2  string   required  written  unchecked
  name       3  string   required  written  unchecked
  namespace  4  string?  gates(CrossNamespaceVolumeDataSource)

type Volume
  name  1  string        required  written
  ...   2  VolumeSource

type VolumeDevice
  name        1  string  required  written
  devicePath  2  string  required  written

type VolumeMount
  name               1  string   required  written
  readOnly           2  bool
  recursiveReadOnly  7  string?  gates(RecursiveReadOnlyMounts)
  mountPath          3  string   required  written
  subPath            4  string
  mountPropagation   5  string?  enum(Bidirectional|HostToContainer|None)
  subPathExpr        6  string

type VolumeMountStatus
  name               1  string   required  written
  mountPath          2  string   required  written
  readOnly           3  bool
  recursiveReadOnly  4  string?  gates(RecursiveReadOnlyMounts)

type VolumeNodeAffinity
  required  1  NodeSelector?

type VolumeProjection
  secret               1  SecretProjection?
  downwardAPI          2  DownwardAPIProjection?
  configMap            3  ConfigMapProjection?
  serviceAccountToken  4  ServiceAccountTokenProjection?
  clusterTrustBundle   5  ClusterTrustBundleProjection?   gates(ClusterTrustBundleProjection)
  podCertificate       6  PodCertificateProjection?       gates(PodCertificateRequest)

type VolumeResourceRequirements
  limits    1  {quantity}  milli
  requests  2  {quantity}  milli

type VolumeSource
  hostPath                1  HostPathVolumeSource?
  emptyDir                2  EmptyDirVolumeSource?
  gcePersistentDisk       3  GCEPersistentDiskVolumeSource?
  awsElasticBlockStore    4  AWSElasticBlockStoreVolumeSource?
  gitRepo                 5  GitRepoVolumeSource?
  secret                  6  SecretVolumeSource?
  nfs                     7  NFSVolumeSource?
  iscsi                   8  ISCSIVolumeSource?
  glusterfs               9  GlusterfsVolumeSource?
  persistentVolumeClaim  10  PersistentVolumeClaimVolumeSource?
  rbd                    11  RBDVolumeSource?
  flexVolume             12  FlexVolumeSource?
  cinder                 13  CinderVolumeSource?
  cephfs                 14  CephFSVolumeSource?
  flocker                15  FlockerVolumeSource?
  downwardAPI            16  DownwardAPIVolumeSource?
  fc                     17  FCVolumeSource?
  azureFile              18  AzureFileVolumeSource?
  configMap              19  ConfigMapVolumeSource?
  vsphereVolume          20  VsphereVirtualDiskVolumeSource?
  quobyte                21  QuobyteVolumeSource?
  azureDisk              22  AzureDiskVolumeSource?
  photonPersistentDisk   23  PhotonPersistentDiskVolumeSource?
  projected              26  ProjectedVolumeSource?
  portworxVolume         24  PortworxVolumeSource?
  scaleIO                25  ScaleIOVolumeSource?
  storageos              27  StorageOSVolumeSource?
  csi                    28  CSIVolumeSource?
  ephemeral              29  EphemeralVolumeSource?
  image                  30  ImageVolumeSource?                  gates(ImageVolume)

type VsphereVirtualDiskVolumeSource
  volumePath         1  string  required  written
  fsType             2  string
  storagePolicyName  3  string
  storagePolicyID    4  string

type WeightedPodAffinityTerm
  weight           1  int32            required  written
  podAffinityTerm  2  PodAffinityTerm  required  written

type WindowsSecurityContextOptions
  gmsaCredentialSpecName  1  string?
  gmsaCredentialSpec      2  string?
  runAsUserName           3  string?
  hostProcess             4  bool?
`;
