// The types of scheduling.{api}/v1, in the notation of ../notation.ts: one field per line.

export const schedulingV1 = `
kind PriorityClass
  metadata          1  meta/v1.ObjectMeta
  value             2  int32               required  written  unchecked
  globalDefault     3  bool
  description       4  string
  preemptionPolicy  5  string?             enum(PreemptLowerPriority|Never)  = "PreemptLowerPriority"

kind PriorityClassList
  metadata  1  meta/v1.ListMeta
  items     2  [PriorityClass]   required  written
`;
