// The types of admissionregistration.{api}/v1, in the notation of ../notation.ts: one field per line.

export const admissionregistrationV1 = `
type AuditAnnotation
  key              1  string  required  written
  valueExpression  2  string  required  written

type ExpressionWarning
  fieldRef  2  string  required  written
  warning   3  string  required  written

type MatchCondition
  name        1  string  required  written
  expression  2  string  required  written

type MatchResources atomic
  namespaceSelector     1  meta/v1.LabelSelector?     = {}
  objectSelector        2  meta/v1.LabelSelector?     = {}
  resourceRules         3  [NamedRuleWithOperations]
  excludeResourceRules  4  [NamedRuleWithOperations]
  matchPolicy           7  string?                    enum(Equivalent|Exact)  = "Equivalent"

type MutatingWebhook
  name                      1  string                  required  written
  clientConfig              2  WebhookClientConfig     required  written
  rules                     3  [RuleWithOperations]
  failurePolicy             4  string?                 enum(Fail|Ignore)  = "Fail"
  matchPolicy               9  string?                 enum(Equivalent|Exact)  = "Equivalent"
  namespaceSelector         5  meta/v1.LabelSelector?  = {}
  objectSelector           11  meta/v1.LabelSelector?  = {}
  sideEffects               6  string?                 required  written  enum(None|NoneOnDryRun|Some|Unknown)
  timeoutSeconds            7  int32?                  = 10
  admissionReviewVersions   8  [string]                required  written
  reinvocationPolicy       10  string?                 enum(IfNeeded|Never)  = "Never"
  matchConditions          12  [MatchCondition]        map(name)  patch(merge:name)

kind MutatingWebhookConfiguration
  metadata  1  meta/v1.ObjectMeta
  webhooks  2  [MutatingWebhook]   map(name)  patch(merge:name)

kind MutatingWebhookConfigurationList
  metadata  1  meta/v1.ListMeta
  items     2  [MutatingWebhookConfiguration]  required  written

type NamedRuleWithOperations atomic
  resourceNames  1  [string]
  ...            2  RuleWithOperations

type ParamKind atomic
  apiVersion  1  string
  kind        2  string

type ParamRef atomic
  name                     1  string
  namespace                2  string
  selector                 3  meta/v1.LabelSelector?
  parameterNotFoundAction  4  string?

type Rule
  apiGroups    1  [string]
  apiVersions  2  [string]
  resources    3  [string]
  scope        4  string?   enum(*|Cluster|Namespaced)  = "*"

type RuleWithOperations
  operations  1  [string]  enum(*|CONNECT|CREATE|DELETE|UPDATE)
  ...         2  Rule

type ServiceReference
  namespace  1  string   required  unchecked  written
  name       2  string   required  unchecked  written
  path       3  string?
  port       4  int32?   = 443

type TypeChecking
  expressionWarnings  1  [ExpressionWarning]

kind ValidatingAdmissionPolicy
  metadata  1  meta/v1.ObjectMeta
  spec      2  ValidatingAdmissionPolicySpec
  status    3  ValidatingAdmissionPolicyStatus

kind ValidatingAdmissionPolicyBinding
  metadata  1  meta/v1.ObjectMeta
  spec      2  ValidatingAdmissionPolicyBindingSpec

kind ValidatingAdmissionPolicyBindingList
  metadata  1  meta/v1.ListMeta
  items     2  [ValidatingAdmissionPolicyBinding]  required  written

type ValidatingAdmissionPolicyBindingSpec
  policyName         1  string
  paramRef           2  ParamRef?
  matchResources     3  MatchResources?
  validationActions  4  [string]         set  enum(Audit|Deny|Warn)

kind ValidatingAdmissionPolicyList
  metadata  1  meta/v1.ListMeta
  items     2  [ValidatingAdmissionPolicy]  required  written

type ValidatingAdmissionPolicySpec
  paramKind         1  ParamKind?
  matchConstraints  2  MatchResources?
  validations       3  [Validation]
  failurePolicy     4  string?            enum(Fail|Ignore)  = "Fail"
  auditAnnotations  5  [AuditAnnotation]
  matchConditions   6  [MatchCondition]   map(name)  patch(merge:name)
  variables         7  [Variable]         map(name)  tolerant  patch(merge:name)

type ValidatingAdmissionPolicyStatus
  observedGeneration  1  int64
  typeChecking        2  TypeChecking?
  conditions          3  [meta/v1.Condition]  map(type)

type ValidatingWebhook
  name                      1  string                  required  written
  clientConfig              2  WebhookClientConfig     required  written
  rules                     3  [RuleWithOperations]
  failurePolicy             4  string?                 enum(Fail|Ignore)  = "Fail"
  matchPolicy               9  string?                 enum(Equivalent|Exact)  = "Equivalent"
  namespaceSelector         5  meta/v1.LabelSelector?  = {}
  objectSelector           10  meta/v1.LabelSelector?  = {}
  sideEffects               6  string?                 required  written  enum(None|NoneOnDryRun|Some|Unknown)
  timeoutSeconds            7  int32?                  = 10
  admissionReviewVersions   8  [string]                required  written
  matchConditions          11  [MatchCondition]        map(name)  patch(merge:name)

kind ValidatingWebhookConfiguration
  metadata  1  meta/v1.ObjectMeta
  webhooks  2  [ValidatingWebhook]  map(name)  patch(merge:name)

kind ValidatingWebhookConfigurationList
  metadata  1  meta/v1.ListMeta
  items     2  [ValidatingWebhookConfiguration]  required  written

type Validation
  expression         1  string   required  written
  message            2  string
  reason             3  string?
  messageExpression  4  string

type Variable atomic
  name        1  string  required  written
  expression  2  string  required  written

type WebhookClientConfig
  url       3  string?
  service   1  ServiceReference?
  caBundle  2  bytes
`;
