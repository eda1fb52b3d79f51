// The types of autoscaling/v1, in the notation of ../notation.ts: one field per line.

export const autoscalingV1 = `
type ContainerResourceMetricSource
  name                      1  string     required  written
  targetAverageUtilization  2  int32?
  targetAverageValue        3  quantity?
  container                 5  string     required  written

type ContainerResourceMetricStatus
  name                       1  string    required  written
  currentAverageUtilization  2  int32?
  currentAverageValue        3  quantity  required  written
  container                  4  string    required  written

type CrossVersionObjectReference atomic
  kind        1  string  required  written
  name        2  string  required  written
  apiVersion  3  string

type ExternalMetricSource
  metricName          1  string                  required  written
  metricSelector      2  meta/v1.LabelSelector?
  targetValue         3  quantity?
  targetAverageValue  4  quantity?

type ExternalMetricStatus
  metricName           1  string                  required  written
  metricSelector       2  meta/v1.LabelSelector?
  currentValue         3  quantity                required  written
  currentAverageValue  4  quantity?

kind HorizontalPodAutoscaler
  metadata  1  meta/v1.ObjectMeta
  spec      2  HorizontalPodAutoscalerSpec
  status    3  HorizontalPodAutoscalerStatus

type HorizontalPodAutoscalerCondition
  type                1  string  required  written
  status              2  string  required  written
  lastTransitionTime  3  time
  reason              4  string
  message             5  string

kind HorizontalPodAutoscalerList
  metadata  1  meta/v1.ListMeta
  items     2  [HorizontalPodAutoscaler]  required  written

type HorizontalPodAutoscalerSpec
  scaleTargetRef                  1  CrossVersionObjectReference  required  written
  minReplicas                     2  int32?                       = 1
  maxReplicas                     3  int32                        required  written
  targetCPUUtilizationPercentage  4  int32?

type HorizontalPodAutoscalerStatus
  observedGeneration               1  int64?
  lastScaleTime                    2  time?
  currentReplicas                  3  int32   required  written
  desiredReplicas                  4  int32   required  written
  currentCPUUtilizationPercentage  5  int32?

type MetricSpec
  type               1  string                          required  written  enum(ContainerResource|External|Object|Pods|Resource)
  object             2  ObjectMetricSource?
  pods               3  PodsMetricSource?
  resource           4  ResourceMetricSource?
  containerResource  7  ContainerResourceMetricSource?
  external           5  ExternalMetricSource?

type MetricStatus
  type               1  string                          required  written  enum(ContainerResource|External|Object|Pods|Resource)
  object             2  ObjectMetricStatus?
  pods               3  PodsMetricStatus?
  resource           4  ResourceMetricStatus?
  containerResource  7  ContainerResourceMetricStatus?
  external           5  ExternalMetricStatus?

type ObjectMetricSource
  target        1  CrossVersionObjectReference  required  written
  metricName    2  string                       required  written
  targetValue   3  quantity                     required  written
  selector      4  meta/v1.LabelSelector?
  averageValue  5  quantity?

type ObjectMetricStatus
  target        1  CrossVersionObjectReference  required  written
  metricName    2  string                       required  written
  currentValue  3  quantity                     required  written
  selector      4  meta/v1.LabelSelector?
  averageValue  5  quantity?

type PodsMetricSource
  metricName          1  string                  required  written
  targetAverageValue  2  quantity                required  written
  selector            3  meta/v1.LabelSelector?

type PodsMetricStatus
  metricName           1  string                  required  written
  currentAverageValue  2  quantity                required  written
  selector             3  meta/v1.LabelSelector?

type ResourceMetricSource
  name                      1  string     required  written
  targetAverageUtilization  2  int32?
  targetAverageValue        3  quantity?

type ResourceMetricStatus
  name                       1  string    required  written
  currentAverageUtilization  2  int32?
  currentAverageValue        3  quantity  required  written

kind Scale
  metadata  1  meta/v1.ObjectMeta
  spec      2  ScaleSpec
  status    3  ScaleStatus

type ScaleSpec
  replicas  1  int32  min(0)  = 0

type ScaleStatus
  replicas  1  int32   required  written
  selector  2  string
`;
