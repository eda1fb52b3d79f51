// Descriptions of the kinds for network traffic. In the notation of ../descriptions.ts.

export const networking = `
Ingress  Leads HTTP requests from outside to services, by host and path.
IngressSpec  Which requests go where.
  ingressClassName  Class, which names the controller that implements it. Default: the default class.
  defaultBackend  Where requests go that no rule fits.
  tls  Certificates, by host.
  rules  Where requests go, by host. Without, all go to defaultBackend.
IngressStatus  The last observed state.
  loadBalancer  Where it can be reached.
IngressLoadBalancerStatus  Where it can be reached.
  ingress  The addresses.
IngressLoadBalancerIngress  An address.
  ip  The address.
  hostname  The host name, instead of an address.
  ports  What became of each port.
IngressPortStatus  What became of a port.
  port  Number of the port.
  protocol  TCP, UDP or SCTP.
  error  Why it is not served, in CamelCase.
IngressRule  Where requests for a host go.
  host  Host name; *.example.com matches exactly one more label. Default: every host.
  http  Where HTTP requests go, by path.
HTTPIngressRuleValue  Where requests go, by path.
  paths  The paths.
HTTPIngressPath  Where requests for a path go.
  path  The path, beginning with /.
  pathType  Exact, Prefix (by parts between slashes) or ImplementationSpecific.
  backend  Where they go.
IngressBackend  Where requests go: either a service or another object.
  service  The service.
  resource  The object, in the same namespace.
IngressServiceBackend  A service and its port.
  name  Name of the service.
  port  Its port.
ServiceBackendPort  A port of a service, by name or number.
  name  Name of the port. Not together with number.
  number  Number of the port. Not together with name.
IngressTLS  A certificate and the hosts it is for.
  hosts  The hosts; they must be in the certificate.
  secretName  Secret with certificate and key.
IngressClass  The controller for the Ingress objects that name this class.
IngressClassSpec  The controller of the class.
  controller  Name of the controller, such as example.com/ingress. Cannot be changed.
  parameters  Object with settings for it.
IngressClassParametersReference  Object with settings for a class.
  apiGroup  Its group; not set: the core group.
  kind  Its kind.
  name  Its name.
  scope  Cluster or Namespace. Default Cluster.
  namespace  Its namespace; with scope Namespace.
NetworkPolicy  Which traffic pods of its namespace may have. A pod that some policy chooses has only what one of them allows.
NetworkPolicySpec  Which pods and which traffic.
  podSelector  The pods it is for. Empty: all of the namespace.
  ingress  Allowed incoming traffic. Empty: none.
  egress  Allowed outgoing traffic. Empty, with policyTypes Egress: none.
  policyTypes  Ingress, Egress or both. Default: Ingress, and Egress when egress is there.
NetworkPolicyIngressRule  What may come in.
  ports  To which ports. Default: all.
  from  From where. Default: everywhere.
NetworkPolicyEgressRule  What may go out.
  ports  To which ports. Default: all.
  to  To where. Default: everywhere.
NetworkPolicyPeer  The other end. ipBlock stands alone.
  podSelector  Pods by label; of the policy's namespace unless namespaceSelector is there.
  namespaceSelector  Namespaces by label. Empty: all.
  ipBlock  Addresses.
IPBlock  Addresses.
  cidr  Range such as 192.0.2.0/24.
  except  Ranges within that are left out.
NetworkPolicyPort  A port or several.
  protocol  TCP, UDP or SCTP. Default TCP.
  port  Number, or name of a port of the pods. Default: all.
  endPort  Last number of a range that begins with port.
IPAddress  An address of a service; named as the address.
IPAddressSpec  The object that uses the address.
  parentRef  The object that has it.
ParentReference  Names an object.
  group  Its group.
  resource  Its resource, such as services.
  namespace  Its namespace.
  name  Its name.
ServiceCIDR  Ranges that addresses of services come from.
ServiceCIDRSpec  The ranges.
  cidrs  One range for each family, at most two. Cannot be changed.
ServiceCIDRStatus  The last observed state.
`;

export const discovery = `
EndpointSlice  Addresses behind a service; a service may have several slices.
  addressType  IPv4, IPv6 or FQDN. Cannot be changed.
  endpoints  The end points; at most 1000.
  ports  Ports that each of them serves; at most 100.
Endpoint  One end point, mostly a pod.
  addresses  Its addresses; only the first is used.
  conditions  Whether it can be used.
  hostname  Its host name.
  targetRef  The object that it is.
  deprecatedTopology  Place as the older form had it; no longer written.
  nodeName  The node it is on.
  zone  The zone it is in.
  hints  The zones and nodes that should use it.
EndpointConditions  Whether an end point can be used. Not set means unknown.
  ready  Whether it takes new connections; not set: yes.
  serving  Whether it answers, ending or not.
  terminating  Whether it is ending.
EndpointHints  The zones and nodes that should use an end point.
  forZones  The zones.
  forNodes  The nodes.
ForZone  A zone.
  name  Name of the zone.
ForNode  A node.
  name  Name of the node.
EndpointPort  A port of end points.
  name  Name of the service's port.
  protocol  TCP, UDP or SCTP. Default TCP.
  port  Its number. Not set: every port.
  appProtocol  Protocol above it.
`;
