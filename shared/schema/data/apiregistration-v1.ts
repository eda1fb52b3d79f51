// The types of apiregistration.{api}/v1, in the notation of ../notation.ts: one field per line.

export const apiregistrationV1 = `
kind APIService
  metadata  1  meta/v1.ObjectMeta
  spec      2  APIServiceSpec
  status    3  APIServiceStatus

type APIServiceCondition
  type                1  string  required  written
  status              2  string  required  written
  lastTransitionTime  3  time
  reason              4  string
  message             5  string

kind APIServiceList
  metadata  1  meta/v1.ListMeta
  items     2  [APIService]      required  written

type APIServiceSpec
  service                1  ServiceReference?
  group                  2  string
  version                3  string
  insecureSkipTLSVerify  4  bool
  caBundle               5  bytes
  groupPriorityMinimum   7  int32              required  written
  versionPriority        8  int32              required  written

type APIServiceStatus
  conditions  1  [APIServiceCondition]  map(type)  patch(merge:type)

type ServiceReference
  namespace  1  string
  name       2  string
  port       3  int32?  = 443
`;
