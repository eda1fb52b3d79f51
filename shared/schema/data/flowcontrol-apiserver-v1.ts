// The types of flowcontrol.apiserver.{api}/v1, in the notation of ../notation.ts: one field per line.

export const flowcontrolApiserverV1 = `
type ExemptPriorityLevelConfiguration
  nominalConcurrencyShares  1  int32?  = 0
  lendablePercent           2  int32?  = 0

type FlowDistinguisherMethod
  type  1  string  required  written

kind FlowSchema
  metadata  1  meta/v1.ObjectMeta
  spec      2  FlowSchemaSpec
  status    3  FlowSchemaStatus

type FlowSchemaCondition
  type                1  string
  status              2  string
  lastTransitionTime  3  time
  reason              4  string
  message             5  string

kind FlowSchemaList
  metadata  1  meta/v1.ListMeta
  items     2  [FlowSchema]      required  written

type FlowSchemaSpec
  priorityLevelConfiguration  1  PriorityLevelConfigurationReference  required  written
  matchingPrecedence          2  int32                                written  = 1000
  distinguisherMethod         3  FlowDistinguisherMethod?
  rules                       4  [PolicyRulesWithSubjects]

type FlowSchemaStatus
  conditions  1  [FlowSchemaCondition]  map(type)  patch(merge:type)

type GroupSubject
  name  1  string  required  written

type LimitResponse
  type     1  string                 required  written  discriminator
  queuing  2  QueuingConfiguration?

type LimitedPriorityLevelConfiguration
  nominalConcurrencyShares  1  int32?         written  = 30
  limitResponse             2  LimitResponse
  lendablePercent           3  int32?         = 0
  borrowingLimitPercent     4  int32?

type NonResourcePolicyRule
  verbs            1  [string]  required  written  set  tolerant
  nonResourceURLs  6  [string]  required  written  set  tolerant

type PolicyRulesWithSubjects
  subjects          1  [Subject]                required  written
  resourceRules     2  [ResourcePolicyRule]
  nonResourceRules  3  [NonResourcePolicyRule]

kind PriorityLevelConfiguration
  metadata  1  meta/v1.ObjectMeta
  spec      2  PriorityLevelConfigurationSpec
  status    3  PriorityLevelConfigurationStatus

type PriorityLevelConfigurationCondition
  type                1  string
  status              2  string
  lastTransitionTime  3  time
  reason              4  string
  message             5  string

kind PriorityLevelConfigurationList
  metadata  1  meta/v1.ListMeta
  items     2  [PriorityLevelConfiguration]  required  written

type PriorityLevelConfigurationReference
  name  1  string  required  written

type PriorityLevelConfigurationSpec
  type     1  string                              required  written  discriminator
  limited  2  LimitedPriorityLevelConfiguration?
  exempt   3  ExemptPriorityLevelConfiguration?

type PriorityLevelConfigurationStatus
  conditions  1  [PriorityLevelConfigurationCondition]  map(type)  patch(merge:type)

type QueuingConfiguration
  queues            1  int32  written  = 64
  handSize          2  int32  written  = 8
  queueLengthLimit  3  int32  written  = 50

type ResourcePolicyRule
  verbs         1  [string]  required  written  set  tolerant
  apiGroups     2  [string]  required  written  set  tolerant
  resources     3  [string]  required  written  set  tolerant
  clusterScope  4  bool
  namespaces    5  [string]  written  set  tolerant

type ServiceAccountSubject
  namespace  1  string  required  written
  name       2  string  required  written

type Subject
  kind            1  string                  required  written  discriminator
  user            2  UserSubject?
  group           3  GroupSubject?
  serviceAccount  4  ServiceAccountSubject?

type UserSubject
  name  1  string  required  written
`;
