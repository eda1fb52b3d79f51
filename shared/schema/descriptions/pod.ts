// Descriptions of pods, their containers and their scheduling. In the notation of ../descriptions.ts.

export const pod = `
Pod  Containers that run together on one node, share its network name space and volumes, and live and die together.
PodStatusResult  No longer in use: the status of a pod by itself.
PodTemplate  A pod to make copies of.
  template  The pods that are made of it.
PodTemplateSpec  A pod to make copies of: the metadata and the spec that each gets.
PodSpec  What a pod is to run, where and how.
  volumes  What containers can mount.
  initContainers  Containers that run one after the other before the others start; each must succeed, and one with restartPolicy Always goes on beside the others.
  containers  The containers of the pod; at least one. None can be added or taken away later.
  ephemeralContainers  Containers for looking into a running pod; added through the sub-resource of that name only.
  restartPolicy  When containers that ended are started again: Always, OnFailure or Never. Default Always.
  terminationGracePeriodSeconds  Seconds from asking the processes to end to killing them. 0 kills at once. Default 30.
  activeDeadlineSeconds  Seconds after its start at which the pod is ended and counts as failed. Default: no limit.
  dnsPolicy  Where names are looked up: ClusterFirst, ClusterFirstWithHostNet, Default (as the node does) or None (dnsConfig alone). Default ClusterFirst.
  nodeSelector  Labels that the node must have.
  serviceAccountName  The service account that the pod acts as. Default: default.
  serviceAccount  Older name of serviceAccountName; always the same value.
  automountServiceAccountToken  false keeps the account's token out of the containers. Default: what the account says, else true.
  nodeName  The node that the pod is bound to. Set by the scheduler; set by the user, it passes the scheduler by.
  hostNetwork  true gives the pod the network of its node. Default false.
  hostPID  true lets the pod see the processes of its node. Default false.
  hostIPC  true lets the pod use the inter-process communication of its node. Default false.
  shareProcessNamespace  true lets the containers see each other's processes. Default false.
  securityContext  Rights of all containers; a container can say otherwise for itself.
  imagePullSecrets  Secrets with credentials for the registries of the images.
  hostname  Host name of the pod. Default: its name.
  subdomain  With it the full host name is hostname.subdomain.namespace.svc and the domain of the cluster.
  affinity  Rules about nodes and other pods that draw the pod to a node or keep it away.
  schedulerName  The scheduler that is to place the pod. Default default-scheduler.
  tolerations  Taints of nodes that the pod bears.
  hostAliases  Lines for the hosts file of the pod.
  priorityClassName  Name of the PriorityClass. Default: the class that is the default of all.
  priority  Number of the priority, filled in from the class.
  dnsConfig  Name servers, search domains and options beside those of dnsPolicy.
  readinessGates  Conditions that must be True, beside ready containers, for the pod to be ready.
  runtimeClassName  Name of the RuntimeClass that says how containers run. Default: the runtime's own way.
  enableServiceLinks  true gives containers environment variables with the services of their namespace. Default true.
  preemptionPolicy  Never prevents the pod from preempting others. Default PreemptLowerPriority; filled in from the class.
  overhead  Resources that the runtime class needs beside the containers; filled in from the class.
  topologySpreadConstraints  How evenly such pods must lie over zones, nodes or other domains. All must hold.
  setHostnameAsFQDN  true sets the kernel's host name to the fully qualified name. Default false.
  os  The operating system that the containers need.
  hostUsers  false runs the pod in a user namespace of its own, so that root inside has no rights on the host. Default true.
  schedulingGates  While one is left, the pod is not placed. None can be added later.
  resourceClaims  Devices that containers of the pod can use by name.
  resources  Requests and limits of the pod as a whole.
  hostnameOverride  The whole host name, whatever the other fields say.
PodStatus  The last state of a pod that the agent of its node reported.
  phase  Where the pod is in its life: Pending, Running, Succeeded, Failed or Unknown.
  message  A sentence for people: why the pod is in this phase.
  reason  One word: why the pod is in this phase, such as Evicted.
  nominatedNodeName  The node on which others are being pushed out for this pod.
  hostIP  Address of its node.
  hostIPs  Addresses of its node, one for each family.
  podIP  Address of the pod.
  podIPs  Addresses of the pod, one for each family; the first is podIP.
  startTime  When the node took the pod up, before images were fetched.
  initContainerStatuses  What became of the init containers, in their order.
  containerStatuses  What the containers are doing.
  qosClass  How sure the pod can be of its resources: Guaranteed, Burstable or BestEffort. Follows from requests and limits.
  ephemeralContainerStatuses  What the ephemeral containers are doing.
  resize  How far a change of resources of the running pod has come.
  resourceClaimStatuses  The claims made for the pod's resourceClaims.
  extendedResourceClaimStatus  The claim made for extended resources that devices stand behind.
PodCondition  One aspect of a pod's state.
  type  PodScheduled, Initialized, ContainersReady, Ready, DisruptionTarget or one of others' own.
  status  True, False or Unknown.
PodIP  An address of a pod.
  ip  IPv4 or IPv6 address.
HostIP  An address of a node.
  ip  IPv4 or IPv6 address.
PodOS  The operating system of a pod.
  name  linux or windows.
PodReadinessGate  A condition that must be True for the pod to be ready.
  conditionType  Type of the condition in the pod's status.
PodSchedulingGate  Something that must happen before the pod is placed.
  name  Name of it, unique in the pod.
PodDNSConfig  Name lookup beside what dnsPolicy gives.
  nameservers  Addresses of name servers.
  searches  Domains that short names are looked up in.
  options  Options of the resolver.
PodDNSConfigOption  An option of the resolver.
  name  Name of the option, such as ndots.
  value  Its value, where it has one.
HostAlias  A line of the hosts file.
  ip  The address.
  hostnames  The host names for the address.
PodSecurityContext  Rights of all containers of a pod.
  seLinuxOptions  SELinux labels of the containers.
  windowsOptions  What holds on Windows only.
  runAsUser  User id that processes run as. Default: the image's.
  runAsGroup  Group id that processes run as. Default: the image's, else 0.
  runAsNonRoot  true refuses to start a container whose user is root.
  supplementalGroups  Further group ids of the processes.
  supplementalGroupsPolicy  Merge adds the groups that the image gives the user, Strict does not. Default Merge.
  fsGroup  Group id that owns volumes that can be owned; also a group of the processes.
  sysctls  Kernel settings of the pod's name spaces.
  fsGroupChangePolicy  Always changes the owner of a volume each time it is mounted, OnRootMismatch only when its root does not fit. Default Always.
  seccompProfile  Which system calls are allowed.
  appArmorProfile  Which AppArmor profile confines the containers.
  seLinuxChangePolicy  How volumes get their SELinux label: MountOption or Recursive.
SecurityContext  Privileges of one container; they override those of the pod.
  capabilities  Linux capabilities to add and to take away. Default: the runtime's set.
  privileged  true gives the container what root of the node has. Default false.
  seLinuxOptions  SELinux labels of the container.
  windowsOptions  What holds on Windows only.
  runAsUser  User id that the process runs as. Default: the pod's, else the image's.
  runAsGroup  Group id that the process runs as. Default: the pod's, else the image's.
  runAsNonRoot  true refuses to start the container when its user is root.
  readOnlyRootFilesystem  true makes the root file system of the container unwritable. Default false.
  allowPrivilegeEscalation  false keeps a process from getting more rights than its parent has. Default true; always true for privileged containers.
  procMount  Default hides parts of /proc, Unmasked shows all. Default Default.
  seccompProfile  Which system calls are allowed.
  appArmorProfile  Which AppArmor profile confines the container.
Capabilities  Linux capabilities of a container.
  add  Names to add, without the prefix CAP_.
  drop  Names to take away; ALL is every one.
SeccompProfile  Which system calls are allowed.
  type  RuntimeDefault, Unconfined, or Localhost for a file of the node.
  localhostProfile  Path of the file below the agent's folder of profiles; with type Localhost only.
AppArmorProfile  Which AppArmor profile applies.
  type  RuntimeDefault, Unconfined, or Localhost for a profile that the node has loaded.
  localhostProfile  Name of the loaded profile; with type Localhost only.
SELinuxOptions  Parts of an SELinux label.
  user  User of the label.
  role  Role of the label.
  type  Type of the label.
  level  Level of the label.
WindowsSecurityContextOptions  What holds on Windows only.
  gmsaCredentialSpecName  Name of the GMSA credential specification.
  gmsaCredentialSpec  The GMSA credential specification itself.
  runAsUserName  User that the process runs as.
  hostProcess  true runs the container as a process of the host; all containers of the pod alike.
Sysctl  A kernel setting.
  name  Name of the setting.
  value  Value to set.
Affinity  Rules that draw a pod to nodes or keep it away.
  nodeAffinity  Rules about labels of nodes.
  podAffinity  Rules about pods to be near.
  podAntiAffinity  Rules about pods to keep away from.
NodeAffinity  Rules about labels of nodes. Only looked at while the pod is placed.
  requiredDuringSchedulingIgnoredDuringExecution  Must hold, or the pod is not placed there.
  preferredDuringSchedulingIgnoredDuringExecution  Nodes where these hold are preferred, by weight.
PodAffinity  Rules about pods to be near. Only looked at while the pod is placed.
  requiredDuringSchedulingIgnoredDuringExecution  All must hold, or the pod is not placed there.
  preferredDuringSchedulingIgnoredDuringExecution  Places where these hold are preferred, by weight.
PodAntiAffinity  Rules about pods to keep away from. Only looked at while the pod is placed.
  requiredDuringSchedulingIgnoredDuringExecution  All must hold, or the pod is not placed there.
  preferredDuringSchedulingIgnoredDuringExecution  Places where these hold are preferred, by weight.
PodAffinityTerm  Some pods and the kind of place that is to be shared with them, or not.
  labelSelector  Which pods.
  namespaces  Namespaces of these pods. Default without namespaceSelector: the pod's own.
  topologyKey  Label of nodes; nodes with the same value are one place.
  namespaceSelector  Namespaces of these pods, by label; an empty selector selects all.
  mismatchLabelKeys  Label keys whose values must differ from the pod's own.
WeightedPodAffinityTerm  A preference about pods.
  weight  Weight of the preference, 1 to 100.
  podAffinityTerm  The preference.
PreferredSchedulingTerm  A preference about nodes.
  weight  Weight of the preference, 1 to 100.
  preference  The preference.
NodeSelector  Nodes that fit at least one of the terms.
  nodeSelectorTerms  The terms; one must fit. At least one.
NodeSelectorTerm  Rules that must all hold of a node. Without rules it fits none.
  matchExpressions  Rules about the node's labels.
  matchFields  Rules about the node's fields; only metadata.name.
NodeSelectorRequirement  A rule about one label or field of a node.
  key  Key of the label, or name of the field.
  operator  In, NotIn, Exists, DoesNotExist, Gt or Lt.
  values  What to compare with: one whole number for Gt and Lt, none for Exists and DoesNotExist.
Toleration  A taint that a pod bears. Empty fields fit every value.
  key  Key of the taint; empty with operator Exists: every key.
  operator  Equal compares the value, Exists does not. Default Equal.
  value  Value of the taint, with operator Equal.
  effect  NoSchedule, PreferNoSchedule or NoExecute; empty: every effect.
Taint  Keeps pods away from a node that do not bear it.
  key  Key of the taint.
  value  Value of the taint.
  effect  NoSchedule keeps new pods away, PreferNoSchedule tries to, NoExecute also ends those that run.
TopologySpreadConstraint  How evenly pods must lie over domains of nodes.
  maxSkew  How many more pods one domain may have than the one with the fewest. Above 0.
  topologyKey  Label of nodes; nodes with the same value are one domain.
  whenUnsatisfiable  DoNotSchedule makes the pod wait, ScheduleAnyway is only a preference.
  labelSelector  The pods that are counted.
  minDomains  With fewer domains than this the fewest counts as 0. Default 1.
  nodeAffinityPolicy  Whether nodes that the pod's own rules leave out are counted: Honor does not count them, Ignore does. Default Honor.
  nodeTaintsPolicy  Whether nodes with taints that the pod does not bear are counted: Honor does not count them, Ignore does. Default Ignore.
PodResourceClaim  Devices under a name for the containers of a pod. Exactly one of the two sources.
  name  Name in this pod.
  resourceClaimName  A claim that exists in the namespace.
  resourceClaimTemplateName  A template that a claim is made of for this pod.
PodResourceClaimStatus  The claim made for an entry of resourceClaims.
  name  Name of the entry.
  resourceClaimName  Name of the claim; empty: none was needed.
PodExtendedResourceClaimStatus  The claim made for extended resources of a pod.
  requestMappings  Which request of the claim serves which container and resource.
  resourceClaimName  Name of the claim.
ContainerExtendedResourceRequest  A request of a claim that serves a container's extended resource.
  containerName  Name of the container.
  resourceName  Name of the extended resource.
  requestName  Name of the request in the claim.

Container  One container of a pod: an image and how to run it.
  name  Name in the pod; a DNS label, unique over all containers of the pod. Cannot be changed.
  image  Reference of the image to run, such as registry.example/app:1.2.
  command  Program to run instead of the image's entry point. $(NAME) stands for an environment variable; $$ for a dollar sign.
  args  Arguments instead of the image's. $(NAME) stands for an environment variable; $$ for a dollar sign.
  workingDir  Folder to start in. Default: the image's.
  ports  Ports that the container serves. Informational: other ports can be reached too.
  envFrom  Sources whose keys all become environment variables; for a duplicate key the last source is used.
  env  Environment variables; they go before those of envFrom.
  resources  Processor time, memory and other resources that the container needs and may use at most.
  resizePolicy  Whether the container has to start again when its resources change, by resource.
  restartPolicy  When this container is restarted; overrides the policy of the pod. Always makes an init container a sidecar, which runs beside the others.
  restartPolicyRules  By exit code, what to do when the container ends; the first that fits counts, then restartPolicy.
  volumeMounts  Volumes of the pod and where they appear in the container.
  volumeDevices  Block devices of the pod and where they appear in the container.
  livenessProbe  When it fails, the container is started again.
  readinessProbe  While it fails, services send no traffic to the pod.
  startupProbe  Until it succeeds, the other probes wait; when it fails, the container is started again.
  lifecycle  What to run after the start and before the end.
  terminationMessagePath  File in the container whose text becomes its termination message; at most 4096 bytes. Default /dev/termination-log.
  terminationMessagePolicy  File reads that file only, FallbackToLogsOnError takes the end of the log when it is empty and the container failed. Default File.
  imagePullPolicy  When to fetch the image: Always, IfNotPresent or Never. Default Always for the tag latest or none, else IfNotPresent.
  securityContext  Privileges of this container; they override those of the pod.
  stdin  true keeps standard input open for attach. Default false.
  stdinOnce  true closes standard input when the first client leaves. Default false.
  tty  true gives the container a terminal; needs stdin. Default false.
EphemeralContainer like Container  A container for looking into a running pod. It has no guarantees, is never started again and cannot be removed.
  targetContainerName  The container whose processes it can see; without, only its own.
  ports  Not allowed here.
  livenessProbe  Not allowed here.
  readinessProbe  Not allowed here.
  startupProbe  Not allowed here.
  lifecycle  Not allowed here.
  resources  Not allowed here: it uses what the pod has left.
  resizePolicy  Not allowed here.
  restartPolicy  Not allowed here.
ContainerPort  A port that a container serves.
  name  Name in the pod that services and probes can use instead of the number.
  hostPort  Port of the node that leads here, 1 to 65535. Default: none.
  containerPort  Port in the container, 1 to 65535.
  protocol  TCP, UDP or SCTP. Default TCP.
  hostIP  Address of the node that hostPort is bound to. Default: all.
ContainerResizePolicy  What a change of one resource asks of a running container.
  resourceName  cpu or memory.
  restartPolicy  NotRequired or RestartContainer.
ContainerRestartRule  What to do when a container ends in some way.
  action  Restart.
  exitCodes  The exit codes it is for.
ContainerRestartRuleOnExitCodes  Exit codes.
  operator  In or NotIn.
  values  The codes to compare with.
EnvVar  An environment variable.
  name  Name of the variable.
  value  Its value. $(NAME) stands for a variable named before; $$ for a dollar sign. Default: empty.
  valueFrom  Where the value comes from instead. Not together with value.
EnvVarSource  Where the value of a variable comes from. Exactly one.
  fieldRef  A field of the pod.
  resourceFieldRef  A request or limit of a container.
  configMapKeyRef  A key of a ConfigMap.
  secretKeyRef  A key of a Secret.
  fileKeyRef  A key of a file in a volume.
EnvFromSource  A source whose keys all become variables.
  prefix  Text that is put before each key.
  configMapRef  The ConfigMap.
  secretRef  The Secret.
ConfigMapEnvSource  A ConfigMap whose keys become variables.
  name  Name of the ConfigMap.
SecretEnvSource  A Secret whose keys become variables.
  name  Name of the Secret.
ConfigMapKeySelector  A key of a ConfigMap.
  name  Name of the ConfigMap.
  key  The key.
SecretKeySelector  A key of a Secret.
  name  Name of the Secret.
  key  The key.
FileKeySelector  A key of a file with lines NAME=value.
  volumeName  The volume with the file.
  path  Path of the file in the volume.
  key  The key.
ObjectFieldSelector  A field of the pod.
  apiVersion  Version that the path is about. Default v1.
  fieldPath  The path, such as metadata.name or status.podIP.
ResourceFieldSelector  A request or limit of a container.
  containerName  The container; in a volume it must be named, in env it is the container itself.
  resource  What to take, such as limits.cpu.
  divisor  Unit of the result. Default 1.
ResourceRequirements  What is needed and what is allowed, by resource.
  limits  The most that may be used.
  requests  What is set aside. Default: the limits, where they are given.
  claims  Devices of the pod's resourceClaims that the container uses.
ResourceClaim  Devices of the pod that a container uses.
  name  Name in the pod's resourceClaims.
  request  One request of that claim; empty: all.
VolumeMount  Where a volume appears in a container.
  name  Name of the volume in the pod.
  recursiveReadOnly  Whether mounts below are unwritable too: Disabled, IfPossible or Enabled. Default Disabled.
  mountPath  Path in the container; without a colon.
  subPath  Path within the volume that appears. Default: its root.
  mountPropagation  Whether later mounts are seen: None, HostToContainer or Bidirectional. Default None.
  subPathExpr  As subPath, with $(NAME) for environment variables. Not together with subPath.
VolumeDevice  Where a block device appears in a container.
  name  Name of the claim's volume in the pod.
  devicePath  Path of the device in the container.
Probe  A question that is asked of a container again and again. Exactly one way to ask.
  exec  Runs a command; exit code 0 is success.
  httpGet  Sends an HTTP GET; 200 to 399 is success.
  tcpSocket  Connects to a port; an open one is success.
  grpc  Asks the health service over gRPC.
  initialDelaySeconds  Seconds after the start before the first question. Default 0.
  timeoutSeconds  Seconds after which no answer is a failure. Default 1, at least 1.
  periodSeconds  Seconds between questions. Default 10, at least 1.
  successThreshold  Successes in a row after a failure that make it good again. Default 1; must be 1 for liveness and start-up.
  failureThreshold  Failures in a row after a success that make it bad. Default 3, at least 1.
  terminationGracePeriodSeconds  Seconds to end when this probe fails. Default: the pod's. Not for readiness.
ExecAction  Runs a command in the container.
  command  Program and arguments; no shell. Exit code 0 is success.
HTTPGetAction  Sends an HTTP GET.
  path  Path to ask for. Default /.
  port  Number or name of the port.
  host  Host to connect to. Default: the pod's address.
  scheme  HTTP or HTTPS; certificates are not checked. Default HTTP.
  httpHeaders  Headers to send; the same name may come again.
HTTPHeader  A header of a request.
  name  Name of the header.
  value  Its value.
TCPSocketAction  Opens a connection.
  port  Number or name of the port.
  host  Host to connect to. Default: the pod's address.
GRPCAction  Asks the health service over gRPC.
  port  Number of the port.
  service  Service to ask about. Default: empty, which is the server as a whole.
SleepAction  Waits.
  seconds  Seconds to wait.
Lifecycle  What to run at the start and the end of a container.
  postStart  Run right after the start; when it fails, the container is ended.
  preStop  Run before the container is asked to end; its time counts against the grace period.
  stopSignal  Signal that asks the container to end. Default: the image's, else SIGTERM.
LifecycleHandler  What to do. Exactly one.
  exec  Runs a command.
  httpGet  Sends an HTTP GET.
  tcpSocket  No longer in use.
  sleep  Waits.
ContainerStatus  What a container is doing.
  name  Name of the container.
  state  What it is doing now.
  lastState  How it ended the last time.
  ready  Whether it passes its readiness probe.
  restartCount  How often it was started again.
  image  Image that it runs.
  imageID  Identity of that image.
  containerID  Identity in the runtime, as runtime://id.
  started  Whether it passed its start-up probe and the postStart hook.
  allocatedResources  Requests that the node has granted.
  resources  Requests and limits in force.
  volumeMounts  How volumes are mounted.
  user  User and groups of the first process.
  allocatedResourcesStatus  Health of the devices in use.
  stopSignal  Signal that asks the container to end.
ContainerState  What a container is doing: one of the three. Default waiting.
  waiting  It does not run yet.
  running  It runs.
  terminated  It ended.
ContainerStateWaiting  Why a container does not run yet.
ContainerStateRunning  A running container.
  startedAt  When it was started.
ContainerStateTerminated  How a container ended.
  exitCode  Exit code of its first process.
  signal  Signal that ended it.
  startedAt  When it was started.
  finishedAt  When it ended.
  containerID  Identity in the runtime, as runtime://id.
ContainerUser  The user of a container's first process.
  linux  Ids on Linux.
LinuxContainerUser  Ids of a process on Linux.
  uid  User id.
  gid  Group id.
  supplementalGroups  Further group ids.
VolumeMountStatus  How a volume is mounted.
  name  Name of the volume.
  mountPath  Path in the container.
  recursiveReadOnly  Whether mounts below are unwritable too.
ResourceStatus  Health of the devices behind a resource.
  name  Name of the resource.
  resources  The devices.
ResourceHealth  Health of a device.
  resourceID  Identity of the device.
  health  Healthy, Unhealthy or Unknown.
`;
