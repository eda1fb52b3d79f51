// The types of audit.{api}/v1, in the notation of ../notation.ts: one field per line.

export const auditV1 = `
kind Event
  level                      1  string                             required  written
  auditID                    2  string                             required  written
  stage                      3  string                             required  written
  requestURI                 4  string                             required  written
  verb                       5  string                             required  written
  user                       6  authentication.{api}/v1.UserInfo   required  written
  impersonatedUser           7  authentication.{api}/v1.UserInfo?
  sourceIPs                  8  [string]
  userAgent                 16  string
  objectRef                  9  ObjectReference?
  responseStatus            10  meta/v1.Status?
  requestObject             11  runtime.Unknown?
  responseObject            12  runtime.Unknown?
  requestReceivedTimestamp  13  microTime                          written
  stageTimestamp            14  microTime                          written
  annotations               15  {string}

kind EventList
  metadata  1  meta/v1.ListMeta
  items     2  [Event]           required  written

type GroupResources
  group          1  string
  resources      2  [string]
  resourceNames  3  [string]

type ObjectReference
  resource         1  string
  namespace        2  string
  name             3  string
  uid              4  string
  apiGroup         5  string
  apiVersion       6  string
  resourceVersion  7  string
  subresource      8  string

kind Policy
  metadata           1  meta/v1.ObjectMeta
  rules              2  [PolicyRule]        required  written
  omitStages         3  [string]
  omitManagedFields  4  bool

kind PolicyList
  metadata  1  meta/v1.ListMeta
  items     2  [Policy]          required  written

type PolicyRule
  level              1  string            required  written
  users              2  [string]
  userGroups         3  [string]
  verbs              4  [string]
  resources          5  [GroupResources]
  namespaces         6  [string]
  nonResourceURLs    7  [string]
  omitStages         8  [string]
  omitManagedFields  9  bool?
`;
