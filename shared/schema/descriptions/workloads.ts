// Descriptions of the kinds that create pods and change their number. In the notation of ../descriptions.ts.

export const apps = `
Deployment  Keeps a number of like pods running and brings changes about step by step, by ReplicaSets.
DeploymentSpec  Which pods, how many, and how changes are brought about.
  replicas  How many pods. Default 1.
  selector  Labels of its pods; the template must have them. Cannot be changed.
  template  The pods that are made; a change of it begins a roll-out. Their restartPolicy is Always.
  strategy  How old pods give way to new ones.
  minReadySeconds  Seconds that a pod must be ready to count as available. Default 0.
  revisionHistoryLimit  How many old ReplicaSets are kept for roll-backs. Default 10.
  paused  true stops roll-outs. Default false.
  progressDeadlineSeconds  Seconds without progress after which the roll-out counts as failed; nothing is stopped. Default 600.
DeploymentStatus  The last observed state of the pods.
  replicas  How many there are.
  updatedReplicas  How many are of the present template.
  readyReplicas  How many are ready.
  availableReplicas  How many are available.
  unavailableReplicas  How many are missing.
  terminatingReplicas  How many are ending.
DeploymentCondition  One aspect of a Deployment's state: Available, Progressing or ReplicaFailure.
  status  True, False or Unknown.
DeploymentStrategy  How old pods give way to new ones.
  type  RollingUpdate goes step by step, Recreate ends all old pods first. Default RollingUpdate.
  rollingUpdate  Size of the steps; with RollingUpdate only.
RollingUpdateDeployment  Size of the steps.
  maxUnavailable  How many pods may be unavailable during the roll-out, as number or percentage (rounded down). Default 25%.
  maxSurge  How many pods there may be beyond the wanted number, as number or percentage (rounded up). Default 25%.
ReplicaSet  Keeps a number of like pods running. Mostly made by a Deployment.
ReplicaSetSpec  Which pods and how many.
  replicas  How many pods. Default 1.
  minReadySeconds  Seconds that a pod must be ready to count as available. Default 0.
  selector  Labels of its pods; the template must have them. Cannot be changed.
  template  The pods that are made.
ReplicaSetStatus  The last observed state of the pods.
  replicas  How many there are.
  fullyLabeledReplicas  How many have the labels of the template.
  readyReplicas  How many are ready.
  availableReplicas  How many are available.
  terminatingReplicas  How many are ending.
ReplicaSetCondition  One aspect of a ReplicaSet's state.
  status  True, False or Unknown.
StatefulSet  Keeps pods running that each have a name of their own, numbered in order, and storage that stays with it.
StatefulSetSpec  Which pods, how many, and how changes are brought about.
  replicas  How many pods. Default 1.
  selector  Labels of its pods; the template must have them. Cannot be changed.
  template  The pods that are made; each is named set-number.
  volumeClaimTemplates  Claims that are made for each pod; they stay when it goes, unless the retention policy says otherwise.
  serviceName  Service without an address that gives each pod its host name. Cannot be changed.
  podManagementPolicy  OrderedReady starts and ends one pod after the other, Parallel all at once. Default OrderedReady.
  updateStrategy  How changes of the template reach the pods.
  revisionHistoryLimit  How many old templates are kept for roll-backs. Default 10.
  minReadySeconds  Seconds that a pod must be ready to count as available. Default 0.
  persistentVolumeClaimRetentionPolicy  What becomes of the claims when pods go.
  ordinals  How pods are numbered. Default: from 0.
StatefulSetStatus  The last observed state of the pods.
  replicas  How many there are.
  readyReplicas  How many are ready.
  currentReplicas  How many are of the template before the present change.
  updatedReplicas  How many are of the present template.
  currentRevision  Name of the template before the present change.
  updateRevision  Name of the present template.
  availableReplicas  How many are available.
StatefulSetCondition  One aspect of a StatefulSet's state.
  status  True, False or Unknown.
StatefulSetOrdinals  How pods are numbered.
  start  The first number. Default 0.
StatefulSetPersistentVolumeClaimRetentionPolicy  What becomes of the claims.
  whenDeleted  When the set goes: Retain or Delete. Default Retain.
  whenScaled  When a pod goes because fewer are wanted: Retain or Delete. Default Retain.
StatefulSetUpdateStrategy  How changes of the template reach the pods.
  type  RollingUpdate replaces the pods from the highest number down, OnDelete waits until they are deleted. Default RollingUpdate.
  rollingUpdate  Size of the steps; with RollingUpdate only.
RollingUpdateStatefulSetStrategy  Size of the steps.
  partition  Pods with a lower number keep the old template. Default 0.
  maxUnavailable  How many pods may be unavailable during the roll-out, as number or percentage. Default 1.
DaemonSet  Keeps one pod running on each node that fits.
DaemonSetSpec  Which pods, and how changes are brought about.
  selector  Labels of its pods; the template must have them. Cannot be changed.
  template  The pod that each node gets; its rules about nodes say which.
  updateStrategy  How changes of the template reach the pods.
  minReadySeconds  Seconds that a pod must be ready to count as available. Default 0.
  revisionHistoryLimit  How many old templates are kept for roll-backs. Default 10.
DaemonSetStatus  The last observed state of the pods.
  currentNumberScheduled  How many nodes run a pod that should.
  numberMisscheduled  How many nodes run a pod that should not.
  desiredNumberScheduled  How many nodes should run a pod.
  numberReady  How many nodes have a ready pod.
  updatedNumberScheduled  How many nodes have a pod of the present template.
  numberAvailable  How many nodes have an available pod.
  numberUnavailable  How many nodes that should have none that is available.
DaemonSetCondition  One aspect of a DaemonSet's state.
  status  True, False or Unknown.
DaemonSetUpdateStrategy  How changes of the template reach the pods.
  type  RollingUpdate replaces them step by step, OnDelete waits until they are deleted. Default RollingUpdate.
  rollingUpdate  Size of the steps; with RollingUpdate only.
RollingUpdateDaemonSet  Size of the steps.
  maxUnavailable  How many nodes may be without a pod during the roll-out, as number or percentage. Default 1.
  maxSurge  How many nodes may have old and new pod at once, as number or percentage. Default 0.
ControllerRevision  A state that a controller keeps to go back to. Its data cannot be changed.
  data  The state.
  revision  Number of the state; higher is newer.
`;

export const batch = `
CronJob  Makes a Job again and again, at times given by a schedule.
CronJobSpec  When, and which Job.
  schedule  When, as five cron fields (minute, hour, day of month, month, day of week) or a name such as @hourly.
  timeZone  Time zone of the schedule, such as Europe/Berlin. Default: that of the controller.
  startingDeadlineSeconds  Seconds after its time in which a missed Job may still begin. Default: no bound.
  concurrencyPolicy  When the Job before still runs: Allow both, Forbid the new one, or Replace the old one. Default Allow.
  suspend  true makes no further Jobs; those that run go on. Default false.
  jobTemplate  The Job that is made.
  successfulJobsHistoryLimit  How many Jobs that succeeded are kept. Default 3.
  failedJobsHistoryLimit  How many Jobs that failed are kept. Default 1.
CronJobStatus  The last observed state.
  active  Jobs that run.
  lastScheduleTime  When a Job was last made.
  lastSuccessfulTime  When a Job last succeeded.
JobTemplateSpec  The Job that is made: the metadata and the spec that each gets.
Job  Runs pods until so many of them succeeded.
JobSpec  Which pods, how many, and when to give up.
  parallelism  How many pods may run at once; 0 pauses. Default 1.
  completions  How many pods must succeed. Not set: one is enough, and the others are let end.
  activeDeadlineSeconds  Seconds after the start at which the Job is ended as failed. Default: no bound.
  podFailurePolicy  What failures of pods count for. Needs restartPolicy Never.
  successPolicy  When some indexes are enough; with completionMode Indexed.
  backoffLimit  How many pods may fail before the Job does. Default 6; with backoffLimitPerIndex no bound.
  backoffLimitPerIndex  How many pods of one index may fail; with completionMode Indexed.
  maxFailedIndexes  How many indexes may fail before the Job does; with backoffLimitPerIndex.
  selector  Labels of its pods; mostly left to the system.
  manualSelector  true takes the selector from the user. Default false.
  template  The pods that are made. Their restartPolicy is Never or OnFailure.
  ttlSecondsAfterFinished  Seconds after its end at which the Job is deleted. Default: never.
  completionMode  NonIndexed, or Indexed to give each pod a number from 0 to completions - 1. Default NonIndexed.
  suspend  true ends the pods and makes no further ones. Default false.
  podReplacementPolicy  When a pod is replaced: TerminatingOrFailed or Failed (only after it has ended). Default TerminatingOrFailed; Failed with podFailurePolicy.
  managedBy  Controller of the Job. Default: the built-in one. Cannot be changed.
JobStatus  The last observed state of the pods.
  startTime  When the controller took the Job up.
  completionTime  When it succeeded.
  active  How many pods run or wait.
  succeeded  How many pods succeeded.
  failed  How many pods failed.
  terminating  How many pods are ending.
  completedIndexes  Indexes that succeeded, as ranges such as 1,3-5.
  failedIndexes  Indexes that failed, as ranges such as 1,3-5.
  uncountedTerminatedPods  Pods that ended and are not counted yet.
  ready  How many pods are ready.
JobCondition  One aspect of a Job's state: Complete, Failed, Suspended, SuccessCriteriaMet or FailureTarget.
  status  True, False or Unknown.
PodFailurePolicy  What failures of pods count for.
  rules  Tried in order; the first that fits counts. At most 20.
PodFailurePolicyRule  What to do about some failures.
  action  FailJob, FailIndex, Ignore or Count.
  onExitCodes  Exit codes that it is for.
  onPodConditions  Conditions of the pod that it is for.
PodFailurePolicyOnExitCodesRequirement  Exit codes of containers.
  containerName  The container. Default: every one.
  operator  In or NotIn.
  values  The codes to compare with; 0 not with In.
PodFailurePolicyOnPodConditionsPattern  A condition of the pod.
  type  Type of the condition.
  status  Status it must have. Default True.
SuccessPolicy  When some indexes are enough.
  rules  One that fits is enough. At most 20.
SuccessPolicyRule  When some indexes are enough.
  succeededIndexes  The indexes, as ranges such as 1,3-5. Default: all.
  succeededCount  How many of them must succeed. Default: all of them.
UncountedTerminatedPods  Pods that ended and are not counted yet.
  succeeded  Identities of those that succeeded.
  failed  Identities of those that failed.
`;

export const autoscaling = `
HorizontalPodAutoscaler  Changes the number of pods by how busy they are.
HorizontalPodAutoscalerSpec  Whose number, between which bounds, and by which measures.
  scaleTargetRef  The object whose number of pods is changed.
  minReplicas  The least number. Default 1.
  maxReplicas  The largest number; not below minReplicas.
  targetCPUUtilizationPercentage  Processor use to aim at, in percent of what is requested. Default 80.
  metrics  Measures; the one that wants the most pods counts. Default: processor use at 80 percent.
  behavior  How quickly the number may change.
HorizontalPodAutoscalerStatus  The last observed state, and the last decision.
  lastScaleTime  When the number was last changed.
  currentReplicas  How many pods there are.
  desiredReplicas  How many there should be.
  currentCPUUtilizationPercentage  Processor use, in percent of what is requested.
  currentMetrics  The measures as last read.
HorizontalPodAutoscalerCondition  One aspect of its state: AbleToScale, ScalingActive or ScalingLimited.
  status  True, False or Unknown.
HorizontalPodAutoscalerBehavior  How quickly the number may change.
  scaleUp  Rules for more pods. Default: the larger of 4 pods and 100 percent in 15 seconds, at once.
  scaleDown  Rules for fewer pods. Default: down to the least, after 300 seconds.
HPAScalingRules  Rules for one direction.
  stabilizationWindowSeconds  Seconds of past recommendations from which the most cautious one is used, 0 to 3600. Default 0 up, 300 down.
  selectPolicy  Which policy counts: Max, Min, or Disabled for no change. Default Max.
  policies  The bounds; at least one.
  tolerance  How far a measure may be off before anything happens, as a fraction. Default 0.1.
HPAScalingPolicy  A bound on how quickly the number changes.
  type  Pods or Percent.
  value  How many pods, or percent of them. Above 0.
  periodSeconds  Period in seconds for which the limit applies, 1 to 1800.
CrossVersionObjectReference  Names an object of the same namespace.
  kind  Its kind.
  name  Its name.
  apiVersion  Its group and version.
MetricSpec  A measure and what to aim at. The field that type names.
  type  Resource, ContainerResource, Pods, Object or External.
  object  A measure of one object.
  pods  A measure of each pod, averaged.
  resource  Use of a resource by the pods.
  containerResource  Use of a resource by one container of each pod.
  external  A measure from outside of the cluster.
MetricStatus  A measure as last read. The field that type names.
  type  Resource, ContainerResource, Pods, Object or External.
  object  A measure of one object.
  pods  A measure of each pod, averaged.
  resource  Use of a resource by the pods.
  containerResource  Use of a resource by one container of each pod.
  external  A measure from outside of the cluster.
MetricIdentifier  Names a measure.
  name  Its name.
  selector  Labels of the series to take. Default: all.
MetricTarget  What to aim at. The field that fits type.
  type  Utilization, Value or AverageValue.
  value  The whole measure.
  averageValue  The measure divided by the number of pods.
  averageUtilization  Use in percent of what is requested; for resources.
MetricValueStatus  A measure as last read.
  value  The whole measure.
  averageValue  The measure divided by the number of pods.
  averageUtilization  Use in percent of what is requested.
ResourceMetricSource  Use of a resource by the pods.
  name  cpu or memory.
  target  What to aim at.
ResourceMetricStatus  Use of a resource by the pods.
  name  cpu or memory.
  current  As last read.
ContainerResourceMetricSource  Use of a resource by one container of each pod.
  name  cpu or memory.
  target  What to aim at.
  container  Name of the container.
ContainerResourceMetricStatus  Use of a resource by one container of each pod.
  name  cpu or memory.
  current  As last read.
  container  Name of the container.
PodsMetricSource  A measure of each pod.
  metric  The measure.
  target  What to aim at, as AverageValue.
PodsMetricStatus  A measure of each pod.
  metric  The measure.
  current  As last read.
ObjectMetricSource  A measure of one object.
  describedObject  The object.
  target  What to aim at.
  metric  The measure.
ObjectMetricStatus  A measure of one object.
  describedObject  The object.
  metric  The measure.
  current  As last read.
ExternalMetricSource  A measure from outside of the cluster.
  metric  The measure.
  target  What to aim at.
ExternalMetricStatus  A measure from outside of the cluster.
  metric  The measure.
  current  As last read.
Scale  How many pods an object is to have; read and written at its scale.
ScaleSpec  The wanted number.
  replicas  How many pods. Default 0.
ScaleStatus  The number as last seen.
  replicas  How many pods there are.
  selector  Labels of the pods, as a text for queries.
`;

export const policy = `
PodDisruptionBudget  How many of some pods may be ended at once by choice, such as by emptying a node.
PodDisruptionBudgetSpec  Which pods and how many.
  minAvailable  How many must stay, as number or percentage. Not together with maxUnavailable.
  selector  The pods. Empty: all of the namespace.
  maxUnavailable  How many may be missing, as number or percentage. Not together with minAvailable.
  unhealthyPodEvictionPolicy  Whether pods that are not ready may go when the budget is not met: IfHealthyBudget or AlwaysAllow. Default IfHealthyBudget.
PodDisruptionBudgetStatus  The last observed state of the pods.
  disruptedPods  Pods that are being evicted, with the time that was allowed.
  disruptionsAllowed  How many more may be ended now.
  currentHealthy  How many are healthy.
  desiredHealthy  How many must be.
  expectedPods  How many are counted.
Eviction  Ends a pod if the budgets allow it; only created, at the pod's eviction.
  deleteOptions  How to delete.
`;
