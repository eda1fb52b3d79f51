// The types of policy/v1, in the notation of ../notation.ts: one field per line.

export const policyV1 = `
kind Eviction
  metadata       1  meta/v1.ObjectMeta
  deleteOptions  2  meta/v1.DeleteOptions?

kind PodDisruptionBudget
  metadata  1  meta/v1.ObjectMeta
  spec      2  PodDisruptionBudgetSpec
  status    3  PodDisruptionBudgetStatus

kind PodDisruptionBudgetList
  metadata  1  meta/v1.ListMeta
  items     2  [PodDisruptionBudget]  required  written

type PodDisruptionBudgetSpec
  minAvailable                1  intOrString?
  selector                    2  meta/v1.LabelSelector?  patch(replace)
  maxUnavailable              3  intOrString?
  unhealthyPodEvictionPolicy  4  string?                 enum(AlwaysAllow|IfHealthyBudget)

type PodDisruptionBudgetStatus
  observedGeneration  1  int64
  disruptedPods       2  {time}
  disruptionsAllowed  3  int32                required  written
  currentHealthy      4  int32                required  written
  desiredHealthy      5  int32                required  written
  expectedPods        6  int32                required  written
  conditions          7  [meta/v1.Condition]  map(type)  patch(merge:type)
`;
