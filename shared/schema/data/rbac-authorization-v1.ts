// The types of rbac.authorization.{api}/v1, in the notation of ../notation.ts: one field per line.

export const rbacAuthorizationV1 = `
type AggregationRule
  clusterRoleSelectors  1  [meta/v1.LabelSelector]

kind ClusterRole
  metadata         1  meta/v1.ObjectMeta
  rules            2  [PolicyRule]        written
  aggregationRule  3  AggregationRule?

kind ClusterRoleBinding
  metadata  1  meta/v1.ObjectMeta
  subjects  2  [Subject]
  roleRef   3  RoleRef             required  written

kind ClusterRoleBindingList
  metadata  1  meta/v1.ListMeta
  items     2  [ClusterRoleBinding]  required  written

kind ClusterRoleList
  metadata  1  meta/v1.ListMeta
  items     2  [ClusterRole]     required  written

type PolicyRule
  verbs            1  [string]  required  written
  apiGroups        2  [string]
  resources        3  [string]
  resourceNames    4  [string]
  nonResourceURLs  5  [string]

kind Role
  metadata  1  meta/v1.ObjectMeta
  rules     2  [PolicyRule]        written

kind RoleBinding
  metadata  1  meta/v1.ObjectMeta
  subjects  2  [Subject]
  roleRef   3  RoleRef             required  written

kind RoleBindingList
  metadata  1  meta/v1.ListMeta
  items     2  [RoleBinding]     required  written

kind RoleList
  metadata  1  meta/v1.ListMeta
  items     2  [Role]            required  written

type RoleRef atomic
  apiGroup  1  string  required  written  = "rbac.authorization.{api}"
  kind      2  string  required  written
  name      3  string  required  written

type Subject atomic
  kind       1  string  required  written
  apiGroup   2  string
  name       3  string  required  written
  namespace  4  string
`;
