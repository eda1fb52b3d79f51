// The types of storage.{api}/v1, in the notation of ../notation.ts: one field per line.

export const storageV1 = `
kind CSIDriver
  metadata  1  meta/v1.ObjectMeta
  spec      2  CSIDriverSpec       required  written

kind CSIDriverList
  metadata  1  meta/v1.ListMeta
  items     2  [CSIDriver]       required  written

type CSIDriverSpec
  attachRequired                      1  bool?           = true
  podInfoOnMount                      2  bool?           = false
  volumeLifecycleModes                3  [string]        set  tolerant  = ["Persistent"]
  storageCapacity                     4  bool?           gates(CSIStorageCapacity)  = false
  fsGroupPolicy                       5  string?         enum(File|None|ReadWriteOnceWithFSType)  = "ReadWriteOnceWithFSType"
  tokenRequests                       6  [TokenRequest]
  requiresRepublish                   7  bool?           = false
  seLinuxMount                        8  bool?           gates(SELinuxMountReadWriteOncePod)  = false
  nodeAllocatableUpdatePeriodSeconds  9  int64?          gates(MutableCSINodeAllocatableCount)

kind CSINode
  metadata  1  meta/v1.ObjectMeta
  spec      2  CSINodeSpec         required  written

type CSINodeDriver
  name          1  string                required  written
  nodeID        2  string                required  written
  topologyKeys  3  [string]              written
  allocatable   4  VolumeNodeResources?

kind CSINodeList
  metadata  1  meta/v1.ListMeta
  items     2  [CSINode]         required  written

type CSINodeSpec
  drivers  1  [CSINodeDriver]  required  written  map(name)  patch(merge:name)  unchecked

kind CSIStorageCapacity
  metadata           1  meta/v1.ObjectMeta
  nodeTopology       2  meta/v1.LabelSelector?
  storageClassName   3  string                  required  written  unchecked
  capacity           4  quantity?
  maximumVolumeSize  5  quantity?

kind CSIStorageCapacityList
  metadata  1  meta/v1.ListMeta
  items     2  [CSIStorageCapacity]  required  written

kind StorageClass
  metadata              1  meta/v1.ObjectMeta
  provisioner           2  string                          required  written  format(qualified)
  parameters            3  {string}
  reclaimPolicy         4  string?                         = "Delete"
  mountOptions          5  [string]
  allowVolumeExpansion  6  bool?
  volumeBindingMode     7  string?                         enum(Immediate|WaitForFirstConsumer)  = "Immediate"
  allowedTopologies     8  [core/v1.TopologySelectorTerm]

kind StorageClassList
  metadata  1  meta/v1.ListMeta
  items     2  [StorageClass]    required  written

type TokenRequest
  audience           1  string  required  written  unchecked
  expirationSeconds  2  int64?

kind VolumeAttachment
  metadata  1  meta/v1.ObjectMeta
  spec      2  VolumeAttachmentSpec    required  written
  status    3  VolumeAttachmentStatus

kind VolumeAttachmentList
  metadata  1  meta/v1.ListMeta
  items     2  [VolumeAttachment]  required  written

type VolumeAttachmentSource
  persistentVolumeName  1  string?
  inlineVolumeSpec      2  core/v1.PersistentVolumeSpec?

type VolumeAttachmentSpec
  attacher  1  string                  required  written
  source    2  VolumeAttachmentSource  required  written
  nodeName  3  string                  required  written  unchecked

type VolumeAttachmentStatus
  attached            1  bool          required  written
  attachmentMetadata  2  {string}
  attachError         3  VolumeError?
  detachError         4  VolumeError?

kind VolumeAttributesClass
  metadata    1  meta/v1.ObjectMeta
  driverName  2  string              required  written
  parameters  3  {string}

kind VolumeAttributesClassList
  metadata  1  meta/v1.ListMeta
  items     2  [VolumeAttributesClass]  required  written

type VolumeError
  time       1  time
  message    2  string
  errorCode  3  int32?  gates(MutableCSINodeAllocatableCount)

type VolumeNodeResources
  count  1  int32?  min(0)
`;
