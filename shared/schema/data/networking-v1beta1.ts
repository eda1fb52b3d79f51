// The types of networking.{api}/v1beta1, in the notation of ../notation.ts: one field per line.

export const networkingV1beta1 = `
kind IPAddress
  metadata  1  meta/v1.ObjectMeta
  spec      2  IPAddressSpec

kind IPAddressList
  metadata  1  meta/v1.ListMeta
  items     2  [IPAddress]       required  written

type IPAddressSpec
  parentRef  1  ParentReference?  required

type ParentReference
  group      1  string
  resource   2  string  required
  namespace  3  string
  name       4  string  required

kind ServiceCIDR
  metadata  1  meta/v1.ObjectMeta
  spec      2  ServiceCIDRSpec
  status    3  ServiceCIDRStatus

kind ServiceCIDRList
  metadata  1  meta/v1.ListMeta
  items     2  [ServiceCIDR]     required  written

type ServiceCIDRSpec
  cidrs  1  [string]

type ServiceCIDRStatus
  conditions  1  [meta/v1.Condition]  map(type)  patch(merge:type)
`;
