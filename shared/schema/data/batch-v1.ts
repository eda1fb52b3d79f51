// The types of batch/v1, in the notation of ../notation.ts: one field per line.

export const batchV1 = `
kind CronJob
  metadata  1  meta/v1.ObjectMeta
  spec      2  CronJobSpec
  status    3  CronJobStatus

kind CronJobList
  metadata  1  meta/v1.ListMeta
  items     2  [CronJob]         required  written

type CronJobSpec
  schedule                    1  string           required  written
  timeZone                    8  string?
  startingDeadlineSeconds     2  int64?  min(0)
  concurrencyPolicy           3  string           enum(Allow|Forbid|Replace)  = "Allow"
  suspend                     4  bool?            = false
  jobTemplate                 5  JobTemplateSpec  required  written
  successfulJobsHistoryLimit  6  int32?  min(0)  = 3
  failedJobsHistoryLimit      7  int32?  min(0)  = 1

type CronJobStatus
  active              1  [core/v1.ObjectReference]
  lastScheduleTime    4  time?
  lastSuccessfulTime  5  time?

kind Job
  metadata  1  meta/v1.ObjectMeta
  spec      2  JobSpec
  status    3  JobStatus

type JobCondition
  type                1  string  required  written
  status              2  string  required  written
  lastProbeTime       3  time
  lastTransitionTime  4  time
  reason              5  string
  message             6  string

kind JobList
  metadata  1  meta/v1.ListMeta
  items     2  [Job]             required  written

type JobSpec
  parallelism               1  int32?  min(0)
  completions               2  int32?  min(0)
  activeDeadlineSeconds     3  int64?  min(0)
  podFailurePolicy         11  PodFailurePolicy?
  successPolicy            16  SuccessPolicy?
  backoffLimit              7  int32?  min(0)
  backoffLimitPerIndex     12  int32?  min(0)
  maxFailedIndexes         13  int32?  min(0)
  selector                  4  meta/v1.LabelSelector?
  manualSelector            5  bool?
  template                  6  core/v1.PodTemplateSpec  required  written
  ttlSecondsAfterFinished   8  int32?  min(0)
  completionMode            9  string?                  enum(NonIndexed|Indexed)
  suspend                  10  bool?
  podReplacementPolicy     14  string?                  enum(Failed|TerminatingOrFailed)
  managedBy                15  string?

type JobStatus
  conditions                1  [JobCondition]            patch(merge:type)
  startTime                 2  time?
  completionTime            3  time?
  active                    4  int32
  succeeded                 5  int32
  failed                    6  int32
  terminating              11  int32?
  completedIndexes          7  string
  failedIndexes            10  string?
  uncountedTerminatedPods   8  UncountedTerminatedPods?
  ready                     9  int32?

type JobTemplateSpec
  metadata  1  meta/v1.ObjectMeta
  spec      2  JobSpec

type PodFailurePolicy
  rules  1  [PodFailurePolicyRule]  required  written  unchecked

type PodFailurePolicyOnExitCodesRequirement
  containerName  1  string?
  operator       2  string   required  written  enum(In|NotIn)
  values         3  [int32]  required  written  set

type PodFailurePolicyOnPodConditionsPattern
  type    1  string  required  written
  status  2  string  required  written  = "True"

type PodFailurePolicyRule
  action           1  string                                    required  written  enum(Count|FailIndex|FailJob|Ignore)
  onExitCodes      2  PodFailurePolicyOnExitCodesRequirement?
  onPodConditions  3  [PodFailurePolicyOnPodConditionsPattern]

type SuccessPolicy
  rules  1  [SuccessPolicyRule]  required  written  unchecked

type SuccessPolicyRule
  succeededIndexes  1  string?
  succeededCount    2  int32?

type UncountedTerminatedPods
  succeeded  1  [string]  set
  failed     2  [string]  set
`;
