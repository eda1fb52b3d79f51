// The types of networking.{api}/v1, in the notation of ../notation.ts: one field per line.

export const networkingV1 = `
type HTTPIngressPath
  path      1  string
  pathType  3  string?         required  written  enum(Exact|ImplementationSpecific|Prefix)
  backend   2  IngressBackend  required  written

type HTTPIngressRuleValue
  paths  1  [HTTPIngressPath]  required  written

kind IPAddress
  metadata  1  meta/v1.ObjectMeta
  spec      2  IPAddressSpec

kind IPAddressList
  metadata  1  meta/v1.ListMeta
  items     2  [IPAddress]       required  written

type IPAddressSpec
  parentRef  1  ParentReference?  required

type IPBlock
  cidr    1  string    required  written  format(cidr)
  except  2  [string]  format(cidr)

kind Ingress
  metadata  1  meta/v1.ObjectMeta
  spec      2  IngressSpec
  status    3  IngressStatus

type IngressBackend
  service   4  IngressServiceBackend?
  resource  3  core/v1.TypedLocalObjectReference?

kind IngressClass
  metadata  1  meta/v1.ObjectMeta
  spec      2  IngressClassSpec

kind IngressClassList
  metadata  1  meta/v1.ListMeta
  items     2  [IngressClass]    required  written

type IngressClassParametersReference
  apiGroup   1  string?
  kind       2  string   required  written
  name       3  string   required  written
  scope      4  string?  written  enum(Cluster|Namespace)  = "Cluster"
  namespace  5  string?

type IngressClassSpec
  controller  1  string
  parameters  2  IngressClassParametersReference?

kind IngressList
  metadata  1  meta/v1.ListMeta
  items     2  [Ingress]         required  written

type IngressLoadBalancerIngress
  ip        1  string
  hostname  2  string
  ports     4  [IngressPortStatus]

type IngressLoadBalancerStatus
  ingress  1  [IngressLoadBalancerIngress]

type IngressPortStatus
  port      1  int32    required  written
  protocol  2  string   required  written  enum(SCTP|TCP|UDP)
  error     3  string?

type IngressRule
  host  1  string
  ...   2  IngressRuleValue

type IngressRuleValue
  http  1  HTTPIngressRuleValue?

type IngressServiceBackend
  name  1  string              required  written
  port  2  ServiceBackendPort

type IngressSpec
  ingressClassName  4  string?
  defaultBackend    1  IngressBackend?
  tls               2  [IngressTLS]
  rules             3  [IngressRule]

type IngressStatus
  loadBalancer  1  IngressLoadBalancerStatus

type IngressTLS
  hosts       1  [string]
  secretName  2  string  format(subdomain)

kind NetworkPolicy
  metadata  1  meta/v1.ObjectMeta
  spec      2  NetworkPolicySpec

type NetworkPolicyEgressRule
  ports  1  [NetworkPolicyPort]
  to     2  [NetworkPolicyPeer]

type NetworkPolicyIngressRule
  ports  1  [NetworkPolicyPort]
  from   2  [NetworkPolicyPeer]

kind NetworkPolicyList
  metadata  1  meta/v1.ListMeta
  items     2  [NetworkPolicy]   required  written

type NetworkPolicyPeer
  podSelector        1  meta/v1.LabelSelector?
  namespaceSelector  2  meta/v1.LabelSelector?
  ipBlock            3  IPBlock?

type NetworkPolicyPort
  protocol  1  string?       enum(TCP|UDP|SCTP)  = "TCP"
  port      2  intOrString?
  endPort   3  int32?

type NetworkPolicySpec
  podSelector  1  meta/v1.LabelSelector       written
  ingress      2  [NetworkPolicyIngressRule]
  egress       3  [NetworkPolicyEgressRule]
  policyTypes  4  [string]                    enum(Ingress|Egress)

type ParentReference
  group      1  string  format(subdomain)
  resource   2  string  required
  namespace  3  string
  name       4  string  required

type ServiceBackendPort atomic
  name    1  string
  number  2  int32

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
