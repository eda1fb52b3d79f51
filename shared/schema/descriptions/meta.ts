// Descriptions of the types of metadata, and of fields with the same meaning in many types (the block `*`). In the
// notation of ../descriptions.ts.

export const anyGroup = `
*
  apiVersion  APIVersion defines how this representation is written: its group and version, as group/version, or the version alone for the core group.
  kind  Name of the type that this object is of; it cannot be changed.
  metadata  Standard object's metadata: name, namespace, labels and the rest of what every object carries.
  spec  What is wanted; written by users.
  status  The last observed state. The controllers of the kind write it; ordinary writes ignore it.
  items  The objects of the list.
  conditions  Aspects of the state, at most one entry for each type.
  type  Which of the forms or aspects this is about.
  reason  One word in CamelCase for programs: why it is so.
  message  A sentence for people: details of why it is so.
  lastTransitionTime  When the status of the condition last changed from one value to another.
  lastUpdateTime  When the condition was last written.
  lastProbeTime  When the condition was last looked at.
  lastHeartbeatTime  When the condition was last reported, changed or not.
  observedGeneration  The metadata.generation that the status was worked out from; an older one than the object's means that it is out of date.
  collisionCount  How many hash collisions the controller met when it named what it creates.
  readOnly  true mounts the volume read-only. Default false.
  fsType  File system on the device, such as ext4 or xfs; default ext4 where the driver does not choose.
  secretRef  The secret that holds the credentials.
  optional  true lets the container start when the referenced object or key does not exist. Default false.
  defaultMode  Permission bits of files that name none of their own, 0 to 0777; decimal in JSON. Default 0644.
  mode  Permission bits of this file, 0 to 0777; decimal in JSON. Default: the defaultMode of the volume.
  matchLabelKeys  Label keys whose values are taken from the pod itself and added to the label selector.
  caBundle  PEM certificates of the authorities that may have signed the server's certificate; without it, the system's own.
  uid  Identity that is never used again, also not by a later object of the same name.
  volumeAttributesClassName  Name of the VolumeAttributesClass with the properties that the volume can change while it is used.
  mountOptions  Options given to mount, as they stand; a wrong one makes mounting fail.
  tolerationSeconds  Seconds for which a NoExecute taint is tolerated. Not set: forever; 0 or less: not at all.
  timeAdded  When the taint was put there.
`;

export const meta = `
PartialObjectMetadata  An object without all but its metadata.
ObjectMeta  What every object carries, whatever its kind: identity, labels, owners and history.
  name  Name within its kind and namespace. Cannot be changed.
  generateName  Beginning of a name that the server completes with random characters when no name is given.
  namespace  The namespace that the name belongs to; empty for kinds without namespaces. Cannot be changed. Default in clients: default.
  selfLink  No longer filled.
  uid  Identity that the server gives when the object is created, unique over space and time.
  resourceVersion  Version of the stored object. Sent back in an update, it makes the update fail when another write came in between. Opaque: compare for equality or hand it to a list or watch.
  generation  Counts the changes of what is wanted; starts at 1.
  creationTimestamp  CreationTimestamp is a timestamp of when the server stored it first, in UTC.
  deletionTimestamp  Time after which the object is removed; set by a delete request, and cannot be undone. The object stays until its finalizers are removed.
  deletionGracePeriodSeconds  Seconds between the request to delete and deletionTimestamp. Can only be shortened.
  labels  Keys and values by which objects are selected and grouped.
  annotations  Keys and values for tools and users; they cannot be selected by. At most 256 KiB together.
  ownerReferences  The owners of this object. When all of them have been deleted, it is deleted too.
  finalizers  Tasks that must be completed before the object is removed. Its controller removes each name when the task is done.
  managedFields  The managers that last set each field, and how. The server maintains it for server-side apply.
OwnerReference  Names an object that this one belongs to, in the same namespace or without one.
  apiVersion  Group and version of the owner.
  kind  Kind of the owner.
  name  Name of the owner.
  uid  Identity of the owner; another object of the same name is not it.
  controller  true for the one owner that manages this object.
  blockOwnerDeletion  true delays a foreground deletion of the owner until this object has been removed.
ManagedFieldsEntry  The fields that one manager set in one way.
  manager  Name of the program or user that set the fields.
  operation  Apply, or Update for every other way of writing.
  apiVersion  Version of the type that fieldsV1 is about.
  time  When the entry was last changed.
  fieldsType  Form of the next field; always FieldsV1.
  fieldsV1  The fields, as a tree of paths.
  subresource  The sub-resource that was written through, such as status; empty for the object itself.
LabelSelector  Selects objects by their labels; all requirements must hold. An empty selector selects all objects, an absent one selects none.
  matchLabels  Labels that must be there with exactly these values.
  matchExpressions  Rules about labels that must all hold.
LabelSelectorRequirement  A rule about one label.
  key  Key of the label.
  operator  In, NotIn, Exists or DoesNotExist.
  values  The values to compare with: at least one for In and NotIn, none for the others.
FieldSelectorRequirement  A rule about one field.
  key  Path of the field.
  operator  In, NotIn, Exists or DoesNotExist.
  values  The values to compare with: at least one for In and NotIn, none for the others.
Condition  One aspect of an object's state.
  type  Name of the aspect in CamelCase.
  status  True, False or Unknown.
DeleteOptions  How to delete.
  gracePeriodSeconds  Seconds that what runs gets to end; 0 is at once. Default: what the kind or object says.
  preconditions  Conditions that the object must meet; otherwise nothing is deleted and the response is 409.
  orphanDependents  No longer in use; propagationPolicy says the same.
  propagationPolicy  What becomes of objects that belong to this one: Orphan leaves them, Background removes them afterwards, Foreground before it.
  dryRun  All does everything but store the outcome.
  ignoreStoreReadErrorWithClusterBreakingPotential  true removes an object that cannot be read from the store any more, without its finalizers.
Preconditions  What must be true of an object before it is deleted.
  uid  The identity it must have.
  resourceVersion  The version it must have.
Time  Moment in UTC to the second, as RFC 3339 writes it.
MicroTime  Moment in UTC to the microsecond, as RFC 3339 writes it.
Quantity  An amount: a number with a suffix for its size, such as 500m, 1.5, 2k or 1Gi. Decimal suffixes: n u m k M G T P E; binary: Ki Mi Gi Ti Pi Ei.
IntOrString  A whole number, or a text such as a name or a percentage.
RawExtension  Any object.
`;

export const coordination = `
Lease  A claim that expires unless it is renewed. Nodes use leases as heartbeats, and programs use them for leader election.
LeaseSpec  The holder of the claim, and its duration.
  holderIdentity  Name of the holder; empty: there is none.
  leaseDurationSeconds  Seconds after renewTime for which others leave the claim alone. Above 0.
  acquireTime  When the present holder took it.
  renewTime  When the present holder last renewed it.
  leaseTransitions  How often it went from one holder to another.
  strategy  How the next holder is chosen where the server coordinates that.
  preferredHolder  Name of the one the present holder should hand over to.
`;

export const node = `
RuntimeClass  A way to run containers that pods choose by name: a configuration of the container runtime.
  handler  Name of the configuration in the container runtime. Cannot be changed.
  overhead  What such a pod needs beside its containers.
  scheduling  Which nodes have the configuration.
Overhead  Resources that running a pod takes beside its containers.
  podFixed  Amount by resource that is added for each pod.
Scheduling  Which nodes can run pods of a runtime class.
  nodeSelector  Labels a node must have; they are added to those of the pod.
  tolerations  Tolerated taints; they are added to those of the pod.
`;

export const scheduling = `
PriorityClass  A name for a priority. Pods of a higher priority are scheduled first and may preempt others.
  value  The priority; higher is more important. At most 1000000000 for classes of users.
  globalDefault  true makes it the class of pods that name none; only one class should.
  description  When to use this class, for people.
  preemptionPolicy  PreemptLowerPriority lets its pods preempt others, Never makes them wait. Default PreemptLowerPriority.
`;

export const events = `
Event  Something that happened to an object. Kept for an hour unless the server says otherwise.
  eventTime  When it was first seen.
  series  How often and until when it went on, for what repeats.
  reportingController  Program that reports it, such as example.com/some-controller.
  reportingInstance  Which of several running copies of that program it was.
  action  What was done or failed, in one word.
  reason  Why, in one word for programs.
  regarding  The object that it happened to.
  related  Another object that plays a part in it.
  note  What happened, in words; at most 1 kB.
  type  Normal or Warning.
  deprecatedSource  The source as the core form of events has it.
  deprecatedFirstTimestamp  The first time as the core form of events has it.
  deprecatedLastTimestamp  The last time as the core form of events has it.
  deprecatedCount  The count as the core form of events has it.
EventSeries  The same event several times.
  count  How often so far.
  lastObservedTime  Time of the last occurrence.
`;
