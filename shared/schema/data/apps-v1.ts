// The types of apps/v1, in the notation of ../notation.ts: one field per line.

export const appsV1 = `
kind ControllerRevision
  metadata  1  meta/v1.ObjectMeta
  data      2  raw                 atomic
  revision  3  int64               required  written  unchecked  min(0)

kind ControllerRevisionList
  metadata  1  meta/v1.ListMeta
  items     2  [ControllerRevision]  required  written

kind DaemonSet
  metadata  1  meta/v1.ObjectMeta
  spec      2  DaemonSetSpec
  status    3  DaemonSetStatus

type DaemonSetCondition
  type                1  string  required  written
  status              2  string  required  written
  lastTransitionTime  3  time
  reason              4  string
  message             5  string

kind DaemonSetList
  metadata  1  meta/v1.ListMeta
  items     2  [DaemonSet]       required  written

type DaemonSetSpec
  selector              1  meta/v1.LabelSelector?   required  written  unchecked
  template              2  core/v1.PodTemplateSpec  required  written
  updateStrategy        3  DaemonSetUpdateStrategy  = {}
  minReadySeconds       4  int32  min(0)
  revisionHistoryLimit  6  int32?  min(0)  = 10

type DaemonSetStatus
  currentNumberScheduled   1  int32                 required  written
  numberMisscheduled       2  int32                 required  written
  desiredNumberScheduled   3  int32                 required  written
  numberReady              4  int32                 required  written
  observedGeneration       5  int64
  updatedNumberScheduled   6  int32
  numberAvailable          7  int32
  numberUnavailable        8  int32
  collisionCount           9  int32?
  conditions              10  [DaemonSetCondition]  map(type)  tolerant  patch(merge:type)

type DaemonSetUpdateStrategy
  type           1  string                   = "RollingUpdate"
  rollingUpdate  2  RollingUpdateDaemonSet?

kind Deployment
  metadata  1  meta/v1.ObjectMeta
  spec      2  DeploymentSpec
  status    3  DeploymentStatus

type DeploymentCondition
  type                1  string  required  written
  status              2  string  required  written
  lastUpdateTime      6  time
  lastTransitionTime  7  time
  reason              4  string
  message             5  string

kind DeploymentList
  metadata  1  meta/v1.ListMeta
  items     2  [Deployment]      required  written

type DeploymentSpec
  replicas                 1  int32?  min(0)  = 1
  selector                 2  meta/v1.LabelSelector?   required  written
  template                 3  core/v1.PodTemplateSpec  required  written
  strategy                 4  DeploymentStrategy       patch(retainKeys)  = {}
  minReadySeconds          5  int32  min(0)
  revisionHistoryLimit     6  int32?  min(0)  = 10
  paused                   7  bool
  progressDeadlineSeconds  9  int32?  min(0)  = 600

type DeploymentStatus
  observedGeneration   1  int64
  replicas             2  int32
  updatedReplicas      3  int32
  readyReplicas        7  int32
  availableReplicas    4  int32
  unavailableReplicas  5  int32
  terminatingReplicas  9  int32?  gates(DeploymentReplicaSetTerminatingReplicas)
  conditions           6  [DeploymentCondition]  map(type)  tolerant  patch(merge:type)
  collisionCount       8  int32?

type DeploymentStrategy
  type           1  string                    = "RollingUpdate"
  rollingUpdate  2  RollingUpdateDeployment?

kind ReplicaSet
  metadata  1  meta/v1.ObjectMeta
  spec      2  ReplicaSetSpec
  status    3  ReplicaSetStatus

type ReplicaSetCondition
  type                1  string  required  written
  status              2  string  required  written
  lastTransitionTime  3  time
  reason              4  string
  message             5  string

kind ReplicaSetList
  metadata  1  meta/v1.ListMeta
  items     2  [ReplicaSet]      required  written

type ReplicaSetSpec
  replicas         1  int32?  min(0)  = 1
  minReadySeconds  4  int32  min(0)
  selector         2  meta/v1.LabelSelector?   required  written
  template         3  core/v1.PodTemplateSpec

type ReplicaSetStatus
  replicas              1  int32                  required  written
  fullyLabeledReplicas  2  int32
  readyReplicas         4  int32
  availableReplicas     5  int32
  terminatingReplicas   7  int32?  gates(DeploymentReplicaSetTerminatingReplicas)
  observedGeneration    3  int64
  conditions            6  [ReplicaSetCondition]  map(type)  tolerant  patch(merge:type)

type RollingUpdateDaemonSet
  maxUnavailable  1  intOrString?
  maxSurge        2  intOrString?

type RollingUpdateDeployment
  maxUnavailable  1  intOrString?  = "25%"
  maxSurge        2  intOrString?  = "25%"

type RollingUpdateStatefulSetStrategy
  partition       1  int32?        = 0
  maxUnavailable  2  intOrString?  gates(MaxUnavailableStatefulSet)

kind StatefulSet
  metadata  1  meta/v1.ObjectMeta
  spec      2  StatefulSetSpec
  status    3  StatefulSetStatus

type StatefulSetCondition
  type                1  string  required  written
  status              2  string  required  written
  lastTransitionTime  3  time
  reason              4  string
  message             5  string

kind StatefulSetList
  metadata  1  meta/v1.ListMeta
  items     2  [StatefulSet]     required  written

type StatefulSetOrdinals
  start  1  int32  written

type StatefulSetPersistentVolumeClaimRetentionPolicy
  whenDeleted  1  string  enum(Retain|Delete)  = "Retain"
  whenScaled   2  string  enum(Retain|Delete)  = "Retain"

type StatefulSetSpec
  replicas                               1  int32?  min(0)  = 1
  selector                               2  meta/v1.LabelSelector?                            required  written
  template                               3  core/v1.PodTemplateSpec                           required  written
  volumeClaimTemplates                   4  [core/v1.PersistentVolumeClaim]
  serviceName                            5  string                                            written
  podManagementPolicy                    6  string                                            enum(OrderedReady|Parallel)  = "OrderedReady"
  updateStrategy                         7  StatefulSetUpdateStrategy                         = {}
  revisionHistoryLimit                   8  int32?                                            = 10
  minReadySeconds                        9  int32  min(0)
  persistentVolumeClaimRetentionPolicy  10  StatefulSetPersistentVolumeClaimRetentionPolicy?  = {}
  ordinals                              11  StatefulSetOrdinals?

type StatefulSetStatus
  observedGeneration   1  int64
  replicas             2  int32                   required  written
  readyReplicas        3  int32
  currentReplicas      4  int32
  updatedReplicas      5  int32
  currentRevision      6  string
  updateRevision       7  string
  collisionCount       9  int32?
  conditions          10  [StatefulSetCondition]  map(type)  tolerant  patch(merge:type)
  availableReplicas   11  int32                   written

type StatefulSetUpdateStrategy
  type           1  string
  rollingUpdate  2  RollingUpdateStatefulSetStrategy?
`;
