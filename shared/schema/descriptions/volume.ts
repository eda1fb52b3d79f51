// Descriptions of volumes: in pods, of the cluster, and claims to them. In the notation of ../descriptions.ts.

export const volume = `
Volume  Storage that containers of a pod can mount. Exactly one source.
  name  Name in the pod; a DNS label.
  hostPath  A file or folder of the node. Gives the pod the node's files: avoid where possible.
  emptyDir  An empty folder that lives as long as the pod stays on its node.
  gcePersistentDisk  No longer in use: a disk of Google Compute Engine. Served by its CSI driver.
  awsElasticBlockStore  No longer in use: a volume of AWS EBS. Served by its CSI driver.
  gitRepo  No longer in use: a copy of a Git repository.
  secret  The keys of a Secret as files.
  nfs  A folder of an NFS server.
  iscsi  A disk over iSCSI.
  glusterfs  No longer in use: a Gluster volume.
  persistentVolumeClaim  The volume that a claim of the same namespace is bound to.
  rbd  No longer in use: a Ceph block device.
  flexVolume  No longer in use: a volume by a program on the node.
  cinder  No longer in use: a volume of OpenStack Cinder. Served by its CSI driver.
  cephfs  No longer in use: a Ceph file system.
  flocker  No longer in use: a Flocker volume.
  downwardAPI  Fields of the pod as files.
  fc  A disk over Fibre Channel.
  azureFile  No longer in use: an Azure file share. Served by its CSI driver.
  configMap  The keys of a ConfigMap as files.
  vsphereVolume  No longer in use: a vSphere disk. Served by its CSI driver.
  quobyte  No longer in use: a Quobyte volume.
  azureDisk  No longer in use: an Azure disk. Served by its CSI driver.
  photonPersistentDisk  No longer in use: a Photon disk.
  projected  Several sources in one folder.
  portworxVolume  No longer in use: a Portworx volume. Served by its CSI driver.
  scaleIO  No longer in use: a ScaleIO volume.
  storageos  No longer in use: a StorageOS volume.
  csi  Storage by a CSI driver that lives as long as the pod.
  ephemeral  A claim that is made for the pod and deleted with it.
  image  The files of an image, not writable.
PersistentVolume  Storage of the cluster that a claim can be bound to.
PersistentVolumeSpec like Volume  The storage, and how it may be used. Exactly one source.
  capacity  Size; the resource storage.
  local  A folder or disk of one node; needs nodeAffinity.
  csi  Storage by a CSI driver.
  hostPath  A folder of the node, for trying things out on one node.
  accessModes  How it can be mounted: ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod.
  claimRef  The claim that it is bound to, or kept for.
  persistentVolumeReclaimPolicy  What happens to it after the claim is deleted: Retain, Delete or Recycle (no longer in use). Default Retain; for provisioned storage, that of its class.
  storageClassName  Class that it belongs to; empty: none.
  volumeMode  Filesystem, or Block for a bare device. Default Filesystem.
  nodeAffinity  Nodes that can reach it.
PersistentVolumeStatus  The last observed state of the storage.
  phase  Pending, Available, Bound, Released or Failed.
  lastPhaseTransitionTime  When the phase last changed.
PersistentVolumeClaim  A request for storage, by size and kind; bound to a PersistentVolume that fits.
PersistentVolumeClaimTemplate  A claim to make for a pod: the metadata and the spec that it gets.
PersistentVolumeClaimSpec  What storage is wanted.
  accessModes  How it must be mountable: ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod.
  selector  Labels that the volume must have.
  resources  Size that is needed; the resource storage. Can be raised where the class allows it.
  volumeName  The volume that it is bound to.
  storageClassName  Class of the storage. Not set: the default class; empty: none.
  volumeMode  Filesystem, or Block for a bare device. Default Filesystem.
  dataSource  A snapshot or claim of the namespace to begin with.
  dataSourceRef  What to begin with, of any kind. With dataSource it must say the same.
PersistentVolumeClaimStatus  What became of the claim.
  phase  Pending, Bound or Lost.
  accessModes  How the volume can be mounted.
  capacity  Size of the volume.
  allocatedResources  Size that is being made or was made.
  allocatedResourceStatuses  How far a change of the size has come, by resource.
  currentVolumeAttributesClassName  The VolumeAttributesClass in force.
  modifyVolumeStatus  How far a change of that class has come.
PersistentVolumeClaimCondition  One aspect of a claim's state, such as Resizing.
  status  True, False or Unknown.
ModifyVolumeStatus  How far a change of a volume's class has come.
  targetVolumeAttributesClassName  The class that is wanted.
  status  Pending, InProgress or Infeasible.
VolumeResourceRequirements  Size of storage.
  limits  The most it may be.
  requests  What is needed at least.
VolumeNodeAffinity  Nodes that can reach a volume.
  required  Rules; a node must fit one of them. Cannot be changed.
TypedLocalObjectReference  An object of the same namespace.
  apiGroup  Its group; not set: the core group.
  kind  Its kind.
  name  Its name.
TypedObjectReference  An object.
  apiGroup  Its group; not set: the core group.
  kind  Its kind.
  name  Its name.
  namespace  Its namespace. Default: the same.
HostPathVolumeSource  A file or folder of the node.
  path  Path on the node.
  type  What must be there, or is made: Directory, DirectoryOrCreate, File, FileOrCreate, Socket, CharDevice, BlockDevice. Default: no check.
EmptyDirVolumeSource  An empty folder.
  medium  Empty for the disk of the node, Memory for a file system in memory. Default: empty.
  sizeLimit  The most it may hold; a pod beyond it is evicted. Default: no limit.
SecretVolumeSource  The keys of a Secret as files.
  secretName  Name of the Secret.
  items  Keys to take and where. Default: every key under its name.
ConfigMapVolumeSource  The keys of a ConfigMap as files.
  name  Name of the ConfigMap.
  items  Keys to take and where. Default: every key under its name.
ConfigMapProjection  The keys of a ConfigMap as files.
  name  Name of the ConfigMap.
  items  Keys to take and where. Default: every key under its name.
SecretProjection  The keys of a Secret as files.
  name  Name of the Secret.
  items  Keys to take and where. Default: every key under its name.
KeyToPath  A key as a file.
  key  The key.
  path  Path of the file in the volume; without ..
DownwardAPIVolumeSource  Fields of the pod as files.
  items  The files.
DownwardAPIProjection  Fields of the pod as files.
  items  The files.
DownwardAPIVolumeFile  A field of the pod as a file. Either fieldRef or resourceFieldRef.
  path  Path of the file in the volume; without ..
  fieldRef  A field of the pod.
  resourceFieldRef  A request or limit of a container.
ProjectedVolumeSource  Several sources in one folder.
  sources  The sources.
VolumeProjection  One source of a projected volume. Exactly one.
  secret  The keys of a Secret.
  downwardAPI  Fields of the pod.
  configMap  The keys of a ConfigMap.
  serviceAccountToken  A token of the pod's service account, renewed before it ends.
  clusterTrustBundle  Certificates of trusted authorities, kept up to date.
  podCertificate  A certificate for the pod, with its key.
ServiceAccountTokenProjection  A token of the pod's service account.
  audience  Intended recipient of the token. Default: the API server.
  expirationSeconds  Lifetime in seconds; at least 600. Default 3600.
  path  Path of the file in the volume.
ClusterTrustBundleProjection  Certificates of trusted authorities.
  name  One bundle by its name.
  signerName  All bundles of a signer. Not together with name.
  labelSelector  Which of the signer's bundles. Not set: none; empty: all.
  path  Path of the file in the volume.
PodCertificateProjection  A certificate for the pod, with its key.
  signerName  Name of the signer.
  keyType  Kind of the key, such as ECDSAP256.
  maxExpirationSeconds  Longest lifetime in seconds. Default 86400.
  credentialBundlePath  File with key and certificates together.
  keyPath  File with the key.
  certificateChainPath  File with the certificates.
PersistentVolumeClaimVolumeSource  The volume of a claim.
  claimName  Name of the claim in the pod's namespace.
EphemeralVolumeSource  A claim made for the pod.
  volumeClaimTemplate  The claim; it is named pod-volume. Cannot be changed.
ImageVolumeSource  The files of an image.
  reference  Reference of the image.
  pullPolicy  When to fetch it: Always, IfNotPresent or Never. Default as for containers.
CSIVolumeSource  Storage by a CSI driver that lives as long as the pod.
  driver  Name of the driver.
  fsType  File system to ask of the driver. Default: the driver's.
  volumeAttributes  Properties for the driver.
  nodePublishSecretRef  Secret for the driver when it mounts.
CSIPersistentVolumeSource  Storage by a CSI driver.
  driver  Name of the driver. Cannot be changed.
  volumeHandle  Identity of the volume in the driver. Cannot be changed.
  volumeAttributes  Properties for the driver.
  controllerPublishSecretRef  Secret for the driver when it attaches.
  nodeStageSecretRef  Secret for the driver when it prepares the node.
  nodePublishSecretRef  Secret for the driver when it mounts.
  controllerExpandSecretRef  Secret for the driver when it grows the volume.
  nodeExpandSecretRef  Secret for the driver when it grows the volume on the node.
LocalVolumeSource  A folder or disk of one node.
  path  Path on the node.
NFSVolumeSource  A folder of an NFS server.
  server  Host name or address of the server.
  path  Path that the server exports.
ISCSIVolumeSource  A disk over iSCSI.
  targetPortal  Address of the target, with port unless it is 3260.
  iqn  Qualified name of the target.
  lun  Number of the unit.
  iscsiInterface  Interface to use. Default default.
  portals  Further addresses of the target.
  chapAuthDiscovery  true proves itself by CHAP when it looks for targets.
  chapAuthSession  true proves itself by CHAP in the session.
  initiatorName  Name of the initiator.
ISCSIPersistentVolumeSource like ISCSIVolumeSource  A disk over iSCSI.
FCVolumeSource  A disk over Fibre Channel.
  targetWWNs  World-wide names of the target.
  lun  Number of the unit.
  wwids  World-wide identities of the volume, instead of targetWWNs and lun.
AWSElasticBlockStoreVolumeSource  No longer in use: a volume of AWS EBS.
  volumeID  Identity of the volume.
  partition  Number of the partition; 0 is the whole disk.
GCEPersistentDiskVolumeSource  No longer in use: a disk of Google Compute Engine.
  pdName  Name of the disk.
  partition  Number of the partition; 0 is the whole disk.
GitRepoVolumeSource  No longer in use: a copy of a Git repository.
  repository  Address of the repository.
  revision  Commit to check out.
  directory  Folder in the volume.
GlusterfsVolumeSource  No longer in use: a Gluster volume.
  endpoints  Name of the Endpoints object of the servers.
  path  Path of the volume.
GlusterfsPersistentVolumeSource like GlusterfsVolumeSource  No longer in use: a Gluster volume.
  endpointsNamespace  Namespace of that object. Default: the claim's.
RBDVolumeSource  No longer in use: a Ceph block device.
  monitors  Addresses of the monitors.
  image  Name of the image.
  pool  Name of the pool. Default rbd.
  user  User. Default admin.
  keyring  File with the key. Default /etc/ceph/keyring.
RBDPersistentVolumeSource like RBDVolumeSource  No longer in use: a Ceph block device.
CephFSVolumeSource  No longer in use: a Ceph file system.
  monitors  Addresses of the monitors.
  path  Path in the file system. Default /.
  user  User. Default admin.
  secretFile  File with the key. Default /etc/ceph/user.secret.
CephFSPersistentVolumeSource like CephFSVolumeSource  No longer in use: a Ceph file system.
CinderVolumeSource  No longer in use: a volume of OpenStack Cinder.
  volumeID  Identity of the volume.
CinderPersistentVolumeSource like CinderVolumeSource  No longer in use: a volume of OpenStack Cinder.
FlexVolumeSource  No longer in use: a volume by a program on the node.
  driver  Name of the program.
  options  Options for it.
FlexPersistentVolumeSource like FlexVolumeSource  No longer in use: a volume by a program on the node.
FlockerVolumeSource  No longer in use: a Flocker volume.
  datasetName  Name of the data set.
  datasetUUID  Identity of the data set.
AzureDiskVolumeSource  No longer in use: an Azure disk.
  diskName  Name of the disk.
  diskURI  Address of the disk.
  cachingMode  None, ReadOnly or ReadWrite. Default ReadWrite.
  kind  Shared, Dedicated or Managed. Default Shared.
AzureFileVolumeSource  No longer in use: an Azure file share.
  secretName  Secret with account name and key.
  shareName  Name of the share.
AzureFilePersistentVolumeSource like AzureFileVolumeSource  No longer in use: an Azure file share.
  secretNamespace  Namespace of the secret. Default: the claim's.
VsphereVirtualDiskVolumeSource  No longer in use: a vSphere disk.
  volumePath  Path of the disk.
  storagePolicyName  Name of the storage policy.
  storagePolicyID  Identity of the storage policy.
QuobyteVolumeSource  No longer in use: a Quobyte volume.
  registry  Addresses of the registry.
  volume  Name of the volume.
  user  User to mount as.
  group  Group to mount as.
  tenant  Owner of the volume in Quobyte.
PhotonPersistentDiskVolumeSource  No longer in use: a Photon disk.
  pdID  Identity of the disk.
PortworxVolumeSource  No longer in use: a Portworx volume.
  volumeID  Identity of the volume.
ScaleIOVolumeSource  No longer in use: a ScaleIO volume.
  gateway  Address of the gateway.
  system  Name of the storage system.
  sslEnabled  true speaks TLS with the gateway. Default false.
  protectionDomain  Name of the protection domain.
  storagePool  Name of the pool.
  storageMode  ThickProvisioned or ThinProvisioned. Default ThinProvisioned.
  volumeName  Name of the volume.
ScaleIOPersistentVolumeSource like ScaleIOVolumeSource  No longer in use: a ScaleIO volume.
StorageOSVolumeSource  No longer in use: a StorageOS volume.
  volumeName  Name of the volume.
  volumeNamespace  Namespace of the volume in StorageOS.
StorageOSPersistentVolumeSource like StorageOSVolumeSource  No longer in use: a StorageOS volume.
`;

export const storage = `
StorageClass  A kind of storage that claims ask for by name, and how it is made. Parameters and provisioner cannot be changed.
  provisioner  Name of the program that creates the volumes.
  parameters  Settings for the provisioner; it says which.
  reclaimPolicy  What becomes of a volume after its claim: Delete or Retain. Default Delete.
  allowVolumeExpansion  true allows claims to grow later. Default false.
  volumeBindingMode  Immediate, or WaitForFirstConsumer until a pod needs it. Default Immediate.
  allowedTopologies  Places where volumes may be made. Default: everywhere.
VolumeAttributesClass  Properties of volumes that can be changed while they are used. Cannot be changed itself.
  driverName  The CSI driver that it is for.
  parameters  The properties, as the driver knows them.
VolumeAttachment  The attachment of a volume to a node, requested or completed.
VolumeAttachmentSpec  The volume and the node. Cannot be changed.
  attacher  The CSI driver that does it.
  source  The volume.
  nodeName  The node.
VolumeAttachmentSource  The volume. Exactly one.
  persistentVolumeName  Name of the PersistentVolume.
  inlineVolumeSpec  A volume that has no object of its own.
VolumeAttachmentStatus  How far attaching has come.
  attached  Whether it is attached.
  attachmentMetadata  What mounting needs to know.
  attachError  The last failure to attach.
  detachError  The last failure to detach.
VolumeError  A failure.
  time  When it failed.
  message  Why; without secrets.
  errorCode  Code of gRPC.
CSIDriver  What the system has to know of a CSI driver.
CSIDriverSpec  How the driver wants to be used.
  attachRequired  Whether volumes must be attached before they are mounted. Default true.
  podInfoOnMount  Whether mount calls pass information about the pod to the driver. Default false.
  volumeLifecycleModes  Persistent, Ephemeral or both. Default Persistent.
  storageCapacity  Whether the scheduler takes the capacity that the driver reports into account. Default false.
  fsGroupPolicy  How fsGroup reaches volumes: ReadWriteOnceWithFSType, File or None. Default ReadWriteOnceWithFSType.
  tokenRequests  Tokens of the pod's service account that the driver gets.
  requiresRepublish  Whether mounting is repeated from time to time, for new tokens. Default false.
  seLinuxMount  Whether the driver can mount with an SELinux label. Default false.
  nodeAllocatableUpdatePeriodSeconds  Seconds between updates of how many volumes a node can take; at least 10. Default: only when the driver starts.
TokenRequest  A token of the pod's service account.
  audience  Intended recipient of the token.
  expirationSeconds  Lifetime in seconds; at least 600. Default 3600.
CSINode  The CSI drivers of a node; named as the node.
CSINodeSpec  The drivers.
  drivers  The drivers of the node.
CSINodeDriver  A driver on a node.
  name  Name of the driver.
  nodeID  What the driver calls the node.
  topologyKeys  Labels of nodes that say where the driver's volumes can be reached.
  allocatable  How many volumes of the driver the node can use.
VolumeNodeResources  How much storage a node can take.
  count  How many volumes. Not set: no limit.
CSIStorageCapacity  How much storage a driver can provide in a part of the cluster.
  nodeTopology  The nodes of that place. Empty: all; not set: none.
  storageClassName  The class that it is about.
  capacity  How much storage is available.
  maximumVolumeSize  How large one volume can be.
`;
