// The types of authorization.{api}/v1, in the notation of ../notation.ts: one field per line.

export const authorizationV1 = `
alias ExtraValue  1  [string]

type FieldSelectorAttributes
  rawSelector   1  string
  requirements  2  [meta/v1.FieldSelectorRequirement]

type LabelSelectorAttributes
  rawSelector   1  string
  requirements  2  [meta/v1.LabelSelectorRequirement]

kind LocalSubjectAccessReview
  metadata  1  meta/v1.ObjectMeta
  spec      2  SubjectAccessReviewSpec    required  written
  status    3  SubjectAccessReviewStatus

type NonResourceAttributes
  path  1  string
  verb  2  string

type NonResourceRule
  verbs            1  [string]  required  written
  nonResourceURLs  2  [string]

type ResourceAttributes
  namespace      1  string
  verb           2  string
  group          3  string
  version        4  string
  resource       5  string
  subresource    6  string
  name           7  string
  fieldSelector  8  FieldSelectorAttributes?
  labelSelector  9  LabelSelectorAttributes?

type ResourceRule
  verbs          1  [string]  required  written
  apiGroups      2  [string]
  resources      3  [string]
  resourceNames  4  [string]

kind SelfSubjectAccessReview
  metadata  1  meta/v1.ObjectMeta
  spec      2  SelfSubjectAccessReviewSpec  required  written
  status    3  SubjectAccessReviewStatus

type SelfSubjectAccessReviewSpec
  resourceAttributes     1  ResourceAttributes?
  nonResourceAttributes  2  NonResourceAttributes?

kind SelfSubjectRulesReview
  metadata  1  meta/v1.ObjectMeta
  spec      2  SelfSubjectRulesReviewSpec  required  written
  status    3  SubjectRulesReviewStatus

type SelfSubjectRulesReviewSpec
  namespace  1  string

kind SubjectAccessReview
  metadata  1  meta/v1.ObjectMeta
  spec      2  SubjectAccessReviewSpec    required  written
  status    3  SubjectAccessReviewStatus

type SubjectAccessReviewSpec
  resourceAttributes     1  ResourceAttributes?
  nonResourceAttributes  2  NonResourceAttributes?
  user                   3  string
  groups                 4  [string]
  extra                  5  {ExtraValue}
  uid                    6  string

type SubjectAccessReviewStatus
  allowed          1  bool    required  written
  denied           4  bool
  reason           2  string
  evaluationError  3  string

type SubjectRulesReviewStatus
  resourceRules     1  [ResourceRule]     required  written
  nonResourceRules  2  [NonResourceRule]  required  written
  incomplete        3  bool               required  written
  evaluationError   4  string
`;
