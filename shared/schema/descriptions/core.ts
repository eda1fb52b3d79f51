// Descriptions of the kinds of the core group, except pods and volumes. In the notation of ../descriptions.ts.

export const core = `
Namespace  Sets names apart: objects of two namespaces may have the same name. Deleting it deletes what is in it.
NamespaceSpec  What must happen before the namespace may go.
  finalizers  Names of what has to be done first.
NamespaceStatus  Where the namespace is in its life.
  phase  Active or Terminating.
NamespaceCondition  One aspect of deleting a namespace.
  status  True, False or Unknown.
Node  A machine that runs pods. Its agent registers it and keeps its status.
NodeSpec  The desired use of the node.
  podCIDR  Range of the addresses of its pods.
  podCIDRs  Ranges of the addresses of its pods, at most one for each family; the first is podCIDR.
  providerID  Identity with the maker of the machine, as provider://id.
  unschedulable  true keeps new pods away. Default false.
  taints  Marks that keep away pods that do not bear them.
  configSource  No longer in use.
  externalID  No longer in use.
NodeStatus  The last reported state of the node.
  capacity  All it has, by resource.
  allocatable  What of it pods can have.
  phase  No longer filled.
  addresses  Host names and addresses, by type.
  daemonEndpoints  Ports of the agent.
  nodeInfo  Versions and identities of the machine and its software.
  images  Images that are on the node.
  volumesInUse  Volumes that the node has mounted or will mount.
  volumesAttached  Volumes that are attached to the node.
  config  No longer in use.
  runtimeHandlers  Configurations of the container runtime.
  features  What the container runtime can do.
NodeAddress  An address of a node.
  type  Hostname, InternalIP, ExternalIP, InternalDNS or ExternalDNS.
  address  The address.
NodeCondition  One aspect of a node's state.
  type  Ready, MemoryPressure, DiskPressure, PIDPressure, NetworkUnavailable or one of others' own.
  status  True, False or Unknown.
NodeDaemonEndpoints  Ports of the agent.
  kubeletEndpoint  Where the agent listens.
DaemonEndpoint  A port.
  Port  Number of the port.
NodeSystemInfo  Versions and identities of the machine and its software.
  machineID  Identity of the installation, from /etc/machine-id.
  systemUUID  Identity of the machine, from its firmware.
  bootID  Identity of this boot of the kernel.
  kernelVersion  Version of the kernel.
  osImage  Name of the operating system's release.
  containerRuntimeVersion  Container runtime, as name://version.
  kubeletVersion  Version of the agent.
  kubeProxyVersion  No longer filled.
  operatingSystem  linux or windows.
  architecture  Architecture of the processor, such as amd64.
  swap  Swap space.
NodeSwapStatus  Swap space of a node.
  capacity  Bytes in all.
NodeFeatures  What the container runtime can do.
  supplementalGroupsPolicy  Whether it follows the field of that name.
NodeRuntimeHandler  A configuration of the container runtime.
  name  Its name; empty is the default one.
  features  What it can do.
NodeRuntimeHandlerFeatures  What a configuration of the runtime can do.
  recursiveReadOnlyMounts  Whether mounts below can be made unwritable too.
  userNamespaces  Whether pods can have user ids of their own.
ContainerImage  An image on a node.
  names  Its names.
  sizeBytes  Its size in bytes.
AttachedVolume  A volume attached to a node.
  name  Name of the volume.
  devicePath  Path of its device.
NodeConfigSource  No longer in use.
  configMap  No longer in use.
NodeConfigStatus  No longer in use.
  assigned  No longer in use.
  active  No longer in use.
  lastKnownGood  No longer in use.
  error  No longer in use.
ConfigMapNodeConfigSource  No longer in use.
  namespace  No longer in use.
  name  No longer in use.
  resourceVersion  No longer in use.
  kubeletConfigKey  No longer in use.
ConfigMap  Settings for programs: keys with texts or bytes. At most 1 MiB.
  immutable  true forbids every later change of the data, and cannot be undone. Default false.
  data  Texts by key.
  binaryData  Bytes by key, as base64. No key may be in data too.
Secret  Small secrets such as passwords and keys. At most 1 MiB.
  immutable  true forbids every later change of the data, and cannot be undone. Default false.
  data  Secrets by key, as base64.
  stringData  Secrets by key, as they are; written into data and never shown.
  type  What it is for, and so which keys it must have. Default Opaque. Cannot be changed.
Service  One name and address for a set of pods that do the same.
ServiceSpec  Which pods, and how they are reached.
  ports  Ports that are served.
  selector  Labels of the pods behind it. Without a selector the end points are not filled in; another client must keep them.
  clusterIP  Address in the cluster; None for none. Default: a free one. Cannot be changed.
  clusterIPs  Addresses in the cluster, one for each family; the first is clusterIP.
  type  ClusterIP, NodePort (also a port of each node), LoadBalancer (also an address outside) or ExternalName (only an alias). Default ClusterIP.
  externalIPs  Further addresses whose traffic is accepted for the service.
  sessionAffinity  ClientIP keeps a client with one pod, None does not. Default None.
  loadBalancerIP  No longer in use: address to ask of the load balancer.
  loadBalancerSourceRanges  Address ranges of clients that the load balancer accepts. Default: all.
  externalName  DNS name for which the service is an alias; with type ExternalName.
  externalTrafficPolicy  For traffic from outside: Cluster spreads it over all nodes, Local keeps it on the node and the client's address. Default Cluster.
  healthCheckNodePort  Node port where the load balancer checks whether a node has pods; with LoadBalancer and Local. Cannot be changed.
  publishNotReadyAddresses  true lists pods that are not ready too. Default false.
  sessionAffinityConfig  Details of sessionAffinity.
  ipFamilies  IPv4, IPv6 or both, in order of preference.
  ipFamilyPolicy  SingleStack, PreferDualStack or RequireDualStack. Default SingleStack.
  allocateLoadBalancerNodePorts  false gives a load balancer no ports of nodes. Default true.
  loadBalancerClass  Which maker of load balancers is to serve it. Default: the cluster's.
  internalTrafficPolicy  For traffic from inside: Cluster spreads it over all nodes, Local keeps it on the node. Default Cluster.
  trafficDistribution  Which end points are preferred, such as PreferClose for those in the same zone. Default: all alike.
ServicePort  A port of a service.
  name  Name, unique in the service; needed when there are several.
  protocol  TCP, UDP or SCTP. Default TCP.
  appProtocol  Application protocol, as a hint for proxies.
  port  Number that clients use.
  targetPort  Number or name of the port of the pods. Default: port.
  nodePort  Port of each node; for NodePort and LoadBalancer. Default: a free one.
ServiceStatus  The last reported state of a service.
  loadBalancer  Where the load balancer listens.
LoadBalancerStatus  Where a load balancer listens.
  ingress  Its addresses.
LoadBalancerIngress  An address of a load balancer.
  ip  The address.
  hostname  The host name, instead of an address.
  ipMode  VIP when packets come with this address, Proxy when with the node's.
  ports  What became of each port.
PortStatus  What became of a port.
  port  Number of the port.
  protocol  TCP, UDP or SCTP.
  error  Why it is not served, in CamelCase.
SessionAffinityConfig  Details of keeping a client with one pod.
  clientIP  For clients told apart by address.
ClientIPConfig  Clients told apart by address.
  timeoutSeconds  Seconds of silence after which a client may meet another pod, at most 86400. Default 10800.
Endpoints  Older form of EndpointSlice: the addresses behind a service.
  subsets  Addresses and ports that belong together.
EndpointSubset  Addresses that all serve the same ports.
  addresses  Those that are ready.
  notReadyAddresses  Those that are not.
  ports  The ports.
EndpointAddress  An address behind a service.
  ip  The address.
  hostname  Its host name.
  nodeName  The node it is on.
  targetRef  The object, mostly a pod, that has it.
EndpointPort  A port behind a service.
  name  Name of the service's port.
  port  Its number.
  protocol  TCP, UDP or SCTP. Default TCP.
  appProtocol  Protocol above it.
ServiceAccount  An identity for programs in pods.
  secrets  Secrets that its pods may mount, where that is enforced.
  imagePullSecrets  Secrets with credentials for registries that its pods get.
  automountServiceAccountToken  false keeps its token out of containers that do not ask for it. Default true.
Event  Something that happened to an object. Kept for an hour unless the server says otherwise.
  involvedObject  The object that it happened to.
  reason  Why, in one word for programs.
  message  What happened, in words.
  source  The reporter of the event; older form.
  firstTimestamp  When it was first seen.
  lastTimestamp  Time of the last occurrence.
  count  How often so far.
  type  Normal or Warning.
  eventTime  When it was first seen, to the microsecond.
  series  How often and until when it went on, for what repeats.
  action  What was done or failed, in one word.
  related  Another object that plays a part in it.
  reportingComponent  Program that reports it.
  reportingInstance  Which of several running copies of that program it was.
EventSeries  The same event several times.
  count  How often so far.
  lastObservedTime  Time of the last occurrence.
EventSource  The reporter of an event.
  component  Program that reports it.
  host  Node that it runs on.
LimitRange  Bounds and defaults for what each pod, container and claim of a namespace may ask for.
LimitRangeSpec  The bounds.
  limits  The bounds, by type of object.
LimitRangeItem  Bounds for one type of object.
  type  Pod, Container or PersistentVolumeClaim.
  max  The most, by resource.
  min  The least, by resource.
  default  Limit for containers that name none, by resource.
  defaultRequest  Request for containers that name none, by resource.
  maxLimitRequestRatio  The most that a limit may be of its request, by resource.
ResourceQuota  Limits of the total usage in a namespace.
ResourceQuotaSpec  The bounds.
  hard  The most, by resource, such as pods or requests.cpu.
  scopes  Which objects are counted; all must hold. Default: all.
  scopeSelector  Which objects are counted, by rules.
ResourceQuotaStatus  The bounds and the use.
  hard  The bounds in force.
  used  What is in use.
ScopeSelector  Which objects a quota counts.
  matchExpressions  Rules that must all hold.
ScopedResourceSelectorRequirement  A rule about a scope.
  scopeName  Name of the scope, such as PriorityClass.
  operator  In, NotIn, Exists or DoesNotExist.
  values  What to compare with.
ReplicationController  Older form of ReplicaSet: keeps a number of like pods running.
ReplicationControllerSpec  Which pods and how many.
  replicas  How many pods. Default 1.
  minReadySeconds  Seconds that a pod must be ready to count as available. Default 0.
  selector  Labels of the pods. Default: those of the template.
  template  The pods that are made.
ReplicationControllerStatus  The last observed state of the pods.
  replicas  How many there are.
  fullyLabeledReplicas  How many have the labels of the template.
  readyReplicas  How many are ready.
  availableReplicas  How many are available.
ReplicationControllerCondition  One aspect of its state.
  status  True, False or Unknown.
RangeAllocation  No longer in use: which addresses or ports are taken.
  range  The range.
  data  A bit for each of its members.
Binding  Puts a pod on a node; only created, at the pod's binding.
  target  The node.
ComponentStatus  No longer in use: whether a part of the control plane is well.
ComponentCondition  Whether a part is well.
  type  Healthy.
  status  True, False or Unknown.
  error  What went wrong.
ObjectReference  Names an object.
  kind  Its kind.
  namespace  Its namespace.
  name  Its name.
  apiVersion  Its group and version.
  resourceVersion  The version of it that is meant.
  fieldPath  The part of it that is meant, such as metadata.name.
LocalObjectReference  Names an object of the same namespace.
  name  Its name.
SecretReference  Names a secret.
  name  Its name.
  namespace  Its namespace.
TopologySelectorTerm  A place, by labels of its nodes.
  matchLabelExpressions  Rules that must all hold.
TopologySelectorLabelRequirement  A rule about a label of nodes.
  key  Key of the label.
  values  Values; the label must have one of them.
`;
