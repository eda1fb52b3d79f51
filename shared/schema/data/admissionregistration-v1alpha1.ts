// The types of admissionregistration.{api}/v1alpha1, in the notation of ../notation.ts: one field per line.

export const admissionregistrationV1alpha1 = `
type ApplyConfiguration
  expression  1  string

type JSONPatch
  expression  1  string

type MatchCondition
  name        1  string  required  written
  expression  2  string  required  written

type MatchResources atomic
  namespaceSelector     1  meta/v1.LabelSelector?     = {}
  objectSelector        2  meta/v1.LabelSelector?     = {}
  resourceRules         3  [NamedRuleWithOperations]
  excludeResourceRules  4  [NamedRuleWithOperations]
  matchPolicy           7  string?                    enum(Equivalent|Exact)  = "Equivalent"

kind MutatingAdmissionPolicy
  metadata  1  meta/v1.ObjectMeta
  spec      2  MutatingAdmissionPolicySpec

kind MutatingAdmissionPolicyBinding
  metadata  1  meta/v1.ObjectMeta
  spec      2  MutatingAdmissionPolicyBindingSpec

kind MutatingAdmissionPolicyBindingList
  metadata  1  meta/v1.ListMeta
  items     2  [MutatingAdmissionPolicyBinding]  required  written

type MutatingAdmissionPolicyBindingSpec
  policyName      1  string
  paramRef        2  ParamRef?
  matchResources  3  MatchResources?

kind MutatingAdmissionPolicyList
  metadata  1  meta/v1.ListMeta
  items     2  [MutatingAdmissionPolicy]  required  written

type MutatingAdmissionPolicySpec
  paramKind           1  ParamKind?
  matchConstraints    2  MatchResources?
  variables           3  [Variable]
  mutations           4  [Mutation]
  failurePolicy       5  string?            enum(Fail|Ignore)  = "Fail"
  matchConditions     6  [MatchCondition]   map(name)  patch(merge:name)
  reinvocationPolicy  7  string

type Mutation
  patchType           2  string               required  written
  applyConfiguration  3  ApplyConfiguration?
  jsonPatch           4  JSONPatch?

type NamedRuleWithOperations atomic
  resourceNames  1  [string]
  ...            2  admissionregistration.{api}/v1.RuleWithOperations

type ParamKind atomic
  apiVersion  1  string
  kind        2  string

type ParamRef atomic
  name                     1  string
  namespace                2  string
  selector                 3  meta/v1.LabelSelector?
  parameterNotFoundAction  4  string?                  = "Deny"

type Variable atomic
  name        1  string  required  written
  expression  2  string  required  written
`;
