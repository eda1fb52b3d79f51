// The types of autoscaling/v2, in the notation of ../notation.ts: one field per line.

export const autoscalingV2 = `
type ContainerResourceMetricSource
  name       1  string        required  written
  target     2  MetricTarget  required  written
  container  3  string        required  written

type ContainerResourceMetricStatus
  name       1  string             required  written
  current    2  MetricValueStatus  required  written
  container  3  string             required  written

type CrossVersionObjectReference
  kind        1  string  required  written
  name        2  string  required  written
  apiVersion  3  string

type ExternalMetricSource
  metric  1  MetricIdentifier  required  written
  target  2  MetricTarget      required  written

type ExternalMetricStatus
  metric   1  MetricIdentifier   required  written
  current  2  MetricValueStatus  required  written

type HPAScalingPolicy
  type           1  string  required  written
  value          2  int32   required  written
  periodSeconds  3  int32   required  written

type HPAScalingRules
  stabilizationWindowSeconds  3  int32?
  selectPolicy                1  string?
  policies                    2  [HPAScalingPolicy]?
  tolerance                   4  quantity?           gates(HPAConfigurableTolerance)

kind HorizontalPodAutoscaler
  metadata  1  meta/v1.ObjectMeta
  spec      2  HorizontalPodAutoscalerSpec
  status    3  HorizontalPodAutoscalerStatus

type HorizontalPodAutoscalerBehavior
  scaleUp    1  HPAScalingRules?
  scaleDown  2  HPAScalingRules?

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
  scaleTargetRef  1  CrossVersionObjectReference       required  written
  minReplicas     2  int32?                            = 1
  maxReplicas     3  int32                             required  written
  metrics         4  [MetricSpec]                      = [{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":80}}}]
  behavior        5  HorizontalPodAutoscalerBehavior?

type HorizontalPodAutoscalerStatus
  observedGeneration  1  int64?
  lastScaleTime       2  time?
  currentReplicas     3  int32
  desiredReplicas     4  int32                               required  written
  currentMetrics      5  [MetricStatus]                      written
  conditions          6  [HorizontalPodAutoscalerCondition]  map(type)  tolerant  patch(merge:type)

type MetricIdentifier
  name      1  string                  required  written
  selector  2  meta/v1.LabelSelector?

type MetricSpec
  type               1  string                          required  written
  object             2  ObjectMetricSource?
  pods               3  PodsMetricSource?
  resource           4  ResourceMetricSource?
  containerResource  7  ContainerResourceMetricSource?
  external           5  ExternalMetricSource?

type MetricStatus
  type               1  string                          required  written
  object             2  ObjectMetricStatus?
  pods               3  PodsMetricStatus?
  resource           4  ResourceMetricStatus?
  containerResource  7  ContainerResourceMetricStatus?
  external           5  ExternalMetricStatus?

type MetricTarget
  type                1  string     required  written
  value               2  quantity?
  averageValue        3  quantity?
  averageUtilization  4  int32?

type MetricValueStatus
  value               1  quantity?
  averageValue        2  quantity?
  averageUtilization  3  int32?

type ObjectMetricSource
  describedObject  1  CrossVersionObjectReference  required  written
  target           2  MetricTarget                 required  written
  metric           3  MetricIdentifier             required  written

type ObjectMetricStatus
  metric           1  MetricIdentifier             required  written
  current          2  MetricValueStatus            required  written
  describedObject  3  CrossVersionObjectReference  required  written

type PodsMetricSource
  metric  1  MetricIdentifier  required  written
  target  2  MetricTarget      required  written

type PodsMetricStatus
  metric   1  MetricIdentifier   required  written
  current  2  MetricValueStatus  required  written

type ResourceMetricSource
  name    1  string        required  written
  target  2  MetricTarget  required  written

type ResourceMetricStatus
  name     1  string             required  written
  current  2  MetricValueStatus  required  written
`;
