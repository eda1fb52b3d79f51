// Descriptions of the kinds that give devices to pods. In the notation of ../descriptions.ts.

export const device = `
DeviceClass  A kind of device that claims ask for by name.
DeviceClassSpec  Which devices belong to it, and how they are set up.
  selectors  Expressions that must all be true of a device.
  config  Settings for drivers, passed on with every claim of the class.
  extendedResourceName  Name by which containers can ask for such devices as a resource.
DeviceClassConfiguration  Settings for a driver.
  opaque  Settings that only the driver understands.
DeviceSelector  An expression about a device.
  cel  The expression.
CELDeviceSelector  An expression about a device.
  expression  The expression in CEL; device is the device. At most 10 KiB.
ResourceClaim  Asks for devices. Pods that name it share them.
ResourceClaimSpec  What is asked for. Cannot be changed.
  devices  The devices.
ResourceClaimStatus  What became of the claim.
  allocation  The devices that were found; not set: none yet.
  reservedFor  The objects that may use the devices; at most 256.
  devices  State of the devices, as their drivers report it.
ResourceClaimConsumerReference  An object that uses a claim.
  apiGroup  Group of the object; empty: the core group.
  resource  Resource of the object, such as pods.
  name  Name of the object.
ResourceClaimTemplate  A claim to make for each pod.
ResourceClaimTemplateSpec  The claim: the metadata and the spec that each gets. Cannot be changed.
DeviceClaim  Devices that are asked for.
  requests  The single requests; at most 32.
  constraints  What must hold of all devices together.
  config  Settings for drivers.
DeviceRequest  One request. Exactly one of the two forms.
  name  Name in the claim.
  exactly  The device.
  firstAvailable  Alternatives in order of preference; the first one that can be allocated is used. At most 8.
ExactDeviceRequest  Devices of one class.
  deviceClassName  Name of the class.
  selectors  Expressions that must all be true of a device.
  allocationMode  ExactCount, or All that fit. Default ExactCount.
  count  How many; with ExactCount. Default 1.
  adminAccess  true gives access to devices without reserving them, also while others use them. Default false.
  tolerations  Taints of devices that are tolerated.
  capacity  How much of a device that is shared.
DeviceSubRequest like ExactDeviceRequest  One of several alternatives.
  name  Name in the request.
DeviceClaimConfiguration  Settings for a driver.
  requests  The requests that they are for. Default: all.
  opaque  Settings that only the driver understands.
DeviceAllocationConfiguration  Settings for a driver, as they apply.
  source  FromClass or FromClaim.
  requests  The requests that they are for. Empty: all.
  opaque  Settings that only the driver understands.
OpaqueDeviceConfiguration  Settings that only the driver understands.
  driver  Name of the driver.
  parameters  The settings; at most 10 KiB.
DeviceConstraint  What must hold of several devices together.
  requests  The requests that it is about. Default: all.
  matchAttribute  Attribute that must be the same in all.
  distinctAttribute  Attribute that must be different in each.
DeviceToleration  A taint that is tolerated. Empty fields fit every value.
  key  Key of the taint; empty with Exists: every key.
  operator  Equal compares the value, Exists does not. Default Equal.
  value  Value of the taint, with Equal.
  effect  NoSchedule or NoExecute; empty: both.
DeviceTaint  Keeps claims away from a device that do not bear it.
  key  Key of the taint.
  value  Value of the taint.
  effect  NoSchedule keeps new claims away, NoExecute also ends pods that use it.
CapacityRequirements  How much of a device.
  requests  Amount by name of the capacity.
AllocationResult  Devices that were found.
  devices  The devices and their settings.
  nodeSelector  Nodes that can reach them. Not set: all.
  allocationTimestamp  When they were found.
DeviceAllocationResult  Devices that were found.
  results  The devices.
  config  Settings of class and claim together, in their order.
DeviceRequestAllocationResult  A device that was found for a request.
  request  Name of the request.
  driver  Name of the driver.
  pool  Name of the pool.
  device  Name of the device in the pool.
  adminAccess  Whether it is only looked at.
  tolerations  Taints that are tolerated.
  bindingConditions  Conditions that must be True before the pod is bound.
  bindingFailureConditions  Conditions that, when True, call the binding off.
  shareID  Identity of the share of a device that is shared.
  consumedCapacity  How much of the device, by name of the capacity.
AllocatedDeviceStatus  State of a device in use.
  driver  Name of the driver.
  pool  Name of the pool.
  device  Name of the device in the pool.
  shareID  Identity of the share of a device that is shared.
  data  What the driver has to tell.
  networkData  Addresses, for network devices.
NetworkDeviceData  Addresses of a network device.
  interfaceName  Name of the interface in the pod.
  ips  Addresses with the length of their prefix.
  hardwareAddress  Hardware address.
ResourceSlice  Devices that a driver offers; a pool may have several slices.
ResourceSliceSpec  Whose devices, where, and which. Exactly one of the fields that say where.
  driver  Name of the driver. Cannot be changed.
  pool  The pool.
  nodeName  The node that has them.
  nodeSelector  Nodes that can reach them.
  allNodes  true: every node can reach them.
  devices  The devices; at most 128.
  perDeviceNodeSelection  true: each device says where it is.
  sharedCounters  What several devices use together.
ResourcePool  A pool of devices.
  name  Name of the pool.
  generation  Counts changes of the pool; slices with a lower number are out of date.
  resourceSliceCount  How many slices the pool has at this generation.
Device  A device.
  name  Name in the pool.
  attributes  Properties to select by, by name.
  capacity  Amounts that it has, by name.
  consumesCounters  What it uses of the shared counters.
  nodeName  The node that has it; with perDeviceNodeSelection.
  nodeSelector  Nodes that can reach it; with perDeviceNodeSelection.
  allNodes  true: every node can reach it; with perDeviceNodeSelection.
  taints  Marks that keep away claims that do not bear them.
  bindsToNode  true: once it is found, it is used on that node only.
  bindingConditions  Conditions that must be True before the pod is bound.
  bindingFailureConditions  Conditions that, when True, call the binding off.
  allowMultipleAllocations  true: several claims can share it. Default false.
DeviceAttribute  A property. Exactly one.
  int  A whole number.
  bool  True or false.
  string  A text of at most 64 characters.
  version  A version, as semantic versioning has it.
DeviceCapacity  An amount of a device.
  value  The amount.
  requestPolicy  Which parts of it can be asked for, where it is shared.
CapacityRequestPolicy  Which parts of an amount can be asked for.
  default  The amount that is allocated when none is requested.
  validValues  The amounts that can be had; the next larger one is taken.
  validRange  The range of amounts that can be had.
CapacityRequestPolicyRange  A range of amounts.
  min  The least.
  max  The most. Default: all there is.
  step  Amounts are min and whole multiples of it more.
DeviceCounterConsumption  What a device uses of shared counters.
  counterSet  Name of the set.
  counters  Amount by counter.
CounterSet  Counters that devices share.
  name  Name of the set.
  counters  Amount by counter.
Counter  An amount.
  value  The amount.
`;
