// The types of resource.{api}/v1, in the notation of ../notation.ts: one field per line.

export const resourceV1 = `
type AllocatedDeviceStatus
  driver       1  string               required  written
  pool         2  string               required  written
  device       3  string               required  written
  shareID      7  string?              gates(DRAConsumableCapacity)
  conditions   4  [meta/v1.Condition]  written  map(type)
  data         5  raw?                 atomic
  networkData  6  NetworkDeviceData?

type AllocationResult
  devices              1  DeviceAllocationResult
  nodeSelector         3  core/v1.NodeSelector?
  allocationTimestamp  5  time?                   gates(DRADeviceBindingConditions,DRAResourceClaimDeviceStatus)

type CELDeviceSelector
  expression  1  string  required  written

type CapacityRequestPolicy
  default      1  quantity?                    written
  validValues  3  [quantity]
  validRange   4  CapacityRequestPolicyRange?

type CapacityRequestPolicyRange
  min   1  quantity?  required
  max   2  quantity?
  step  3  quantity?

type CapacityRequirements
  requests  1  {quantity}

type Counter
  value  1  quantity  required  written

type CounterSet
  name      1  string     required  written  unchecked
  counters  2  {Counter}  required  unchecked

type Device
  name                       1  string                      required  written
  attributes                 2  {DeviceAttribute}
  capacity                   3  {DeviceCapacity}
  consumesCounters           4  [DeviceCounterConsumption]  gates(DRAPartitionableDevices)
  nodeName                   5  string?                     gates(DRAPartitionableDevices)
  nodeSelector               6  core/v1.NodeSelector?       gates(DRAPartitionableDevices)
  allNodes                   7  bool?                       gates(DRAPartitionableDevices)
  taints                     8  [DeviceTaint]               gates(DRADeviceTaints)
  bindsToNode                9  bool?                       gates(DRADeviceBindingConditions,DRAResourceClaimDeviceStatus)
  bindingConditions         10  [string]                    gates(DRADeviceBindingConditions,DRAResourceClaimDeviceStatus)
  bindingFailureConditions  11  [string]                    gates(DRADeviceBindingConditions,DRAResourceClaimDeviceStatus)
  allowMultipleAllocations  12  bool?                       gates(DRAConsumableCapacity)

type DeviceAllocationConfiguration
  source    1  string               required  written
  requests  2  [string]
  ...       3  DeviceConfiguration

type DeviceAllocationResult
  results  1  [DeviceRequestAllocationResult]
  config   2  [DeviceAllocationConfiguration]

type DeviceAttribute
  int      2  int64?
  bool     3  bool?
  string   4  string?
  version  5  string?

type DeviceCapacity
  value          1  quantity                required  written
  requestPolicy  2  CapacityRequestPolicy?  gates(DRAConsumableCapacity)

type DeviceClaim
  requests     1  [DeviceRequest]             written
  constraints  2  [DeviceConstraint]
  config       3  [DeviceClaimConfiguration]

type DeviceClaimConfiguration
  requests  1  [string]
  ...       2  DeviceConfiguration

kind DeviceClass
  metadata  1  meta/v1.ObjectMeta
  spec      2  DeviceClassSpec     required  written  unchecked

type DeviceClassConfiguration
  ...  1  DeviceConfiguration

kind DeviceClassList
  metadata  1  meta/v1.ListMeta
  items     2  [DeviceClass]     required  written

type DeviceClassSpec
  selectors             1  [DeviceSelector]
  config                2  [DeviceClassConfiguration]
  extendedResourceName  4  string?                     gates(DRAExtendedResource)

type DeviceConfiguration
  opaque  1  OpaqueDeviceConfiguration?

type DeviceConstraint
  requests           1  [string]
  matchAttribute     2  string?
  distinctAttribute  3  string?

type DeviceCounterConsumption
  counterSet  1  string     required  written  unchecked
  counters    2  {Counter}  required  unchecked

type DeviceRequest
  name            1  string               required  written
  exactly         2  ExactDeviceRequest?
  firstAvailable  3  [DeviceSubRequest]   gates(DRAPrioritizedList)

type DeviceRequestAllocationResult
  request                    1  string              required  written
  driver                     2  string              required  written
  pool                       3  string              required  written
  device                     4  string              required  written
  adminAccess                5  bool?               gates(DRAAdminAccess)
  tolerations                6  [DeviceToleration]
  bindingConditions          7  [string]            gates(DRADeviceBindingConditions,DRAResourceClaimDeviceStatus)
  bindingFailureConditions   8  [string]            gates(DRADeviceBindingConditions,DRAResourceClaimDeviceStatus)
  shareID                    9  string?             gates(DRAConsumableCapacity)
  consumedCapacity          10  {quantity}          gates(DRAConsumableCapacity)

type DeviceSelector
  cel  1  CELDeviceSelector?

type DeviceSubRequest
  name             1  string                 required  written
  deviceClassName  2  string                 required  written
  selectors        3  [DeviceSelector]
  allocationMode   4  string                 = "ExactCount"
  count            5  int64
  tolerations      6  [DeviceToleration]
  capacity         7  CapacityRequirements?  gates(DRAConsumableCapacity)

type DeviceTaint
  key        1  string  required  written  unchecked
  value      2  string
  effect     3  string  required  written  enum(NoExecute|NoSchedule)  unchecked
  timeAdded  4  time?

type DeviceToleration
  key                1  string
  operator           2  string  = "Equal"
  value              3  string
  effect             4  string  enum(NoExecute|NoSchedule)  unchecked
  tolerationSeconds  5  int64?

type ExactDeviceRequest
  deviceClassName  1  string                 required  written
  selectors        2  [DeviceSelector]
  allocationMode   3  string                 = "ExactCount"
  count            4  int64
  adminAccess      5  bool?                  gates(DRAAdminAccess)
  tolerations      6  [DeviceToleration]
  capacity         7  CapacityRequirements?  gates(DRAConsumableCapacity)

type NetworkDeviceData
  interfaceName    1  string
  ips              2  [string]
  hardwareAddress  3  string

type OpaqueDeviceConfiguration
  driver      1  string  required  written
  parameters  2  raw     required  written  atomic

kind ResourceClaim
  metadata  1  meta/v1.ObjectMeta
  spec      2  ResourceClaimSpec    required  written
  status    3  ResourceClaimStatus

type ResourceClaimConsumerReference
  apiGroup  1  string
  resource  3  string  required  written
  name      4  string  required  written
  uid       5  string  required  written

kind ResourceClaimList
  metadata  1  meta/v1.ListMeta
  items     2  [ResourceClaim]   required  written

type ResourceClaimSpec
  devices  1  DeviceClaim  written

type ResourceClaimStatus
  allocation   1  AllocationResult?
  reservedFor  2  [ResourceClaimConsumerReference]  map(uid)  patch(merge:uid)
  devices      4  [AllocatedDeviceStatus]           map(driver,device,pool,shareID)  tolerant  gates(DRAResourceClaimDeviceStatus)

kind ResourceClaimTemplate
  metadata  1  meta/v1.ObjectMeta
  spec      2  ResourceClaimTemplateSpec  required  written

kind ResourceClaimTemplateList
  metadata  1  meta/v1.ListMeta
  items     2  [ResourceClaimTemplate]  required  written

type ResourceClaimTemplateSpec
  metadata  1  meta/v1.ObjectMeta
  spec      2  ResourceClaimSpec   required  written

type ResourcePool
  name                1  string  required  written
  generation          2  int64   required  written  unchecked  min(0)
  resourceSliceCount  3  int64   required  written

kind ResourceSlice
  metadata  1  meta/v1.ObjectMeta
  spec      2  ResourceSliceSpec   required  written

kind ResourceSliceList
  metadata  1  meta/v1.ListMeta
  items     2  [ResourceSlice]   required  written

type ResourceSliceSpec
  driver                  1  string                 required  written
  pool                    2  ResourcePool           required  written
  nodeName                3  string?
  nodeSelector            4  core/v1.NodeSelector?
  allNodes                5  bool?
  devices                 6  [Device]               written
  perDeviceNodeSelection  7  bool?                  gates(DRAPartitionableDevices)
  sharedCounters          8  [CounterSet]           gates(DRAPartitionableDevices)
`;
