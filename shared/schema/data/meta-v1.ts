// The types of meta/v1, in the notation of ../notation.ts: one field per line.

export const metaV1 = `
kind APIGroup
  name                        1  string                       required  written
  versions                    2  [GroupVersionForDiscovery]   required  written
  preferredVersion            3  GroupVersionForDiscovery
  serverAddressByClientCIDRs  4  [ServerAddressByClientCIDR]

kind APIGroupList
  groups  1  [APIGroup]  required  written

type APIResource
  name                 1  string    required  written
  singularName         6  string    required  written
  namespaced           2  bool      required  written
  group                8  string
  version              9  string
  kind                 3  string    required  written
  verbs                4  Verbs     required  written
  shortNames           5  [string]
  categories           7  [string]
  storageVersionHash  10  string

kind APIResourceList
  groupVersion  1  string         required  written
  resources     2  [APIResource]  required  written

kind APIVersions
  versions                    1  [string]                     required  written
  serverAddressByClientCIDRs  2  [ServerAddressByClientCIDR]  required  written

kind ApplyOptions
  dryRun        1  [string]
  force         2  bool      required  written
  fieldManager  3  string    required  written

type Condition
  type                1  string  required  written
  status              2  string  required  written
  observedGeneration  3  int64
  lastTransitionTime  4  time    required  written
  reason              5  string  required  written
  message             6  string  required  written

kind CreateOptions
  dryRun           1  [string]
  fieldManager     3  string
  fieldValidation  4  string

kind DeleteOptions
  gracePeriodSeconds                                1  int64?
  preconditions                                     2  Preconditions?
  orphanDependents                                  3  bool?
  propagationPolicy                                 4  string?
  dryRun                                            5  [string]
  ignoreStoreReadErrorWithClusterBreakingPotential  6  bool?

type FieldSelectorRequirement
  key       1  string    required  written
  operator  2  string    required  written
  values    3  [string]

kind GetOptions
  resourceVersion  1  string

type GroupKind
  group  1  string  required  written
  kind   2  string  required  written

type GroupResource
  group     1  string  required  written
  resource  2  string  required  written

type GroupVersion
  group    1  string  required  written
  version  2  string  required  written

type GroupVersionForDiscovery
  groupVersion  1  string  required  written
  version       2  string  required  written

type GroupVersionKind
  group    1  string  required  written
  version  2  string  required  written
  kind     3  string  required  written

type GroupVersionResource
  group     1  string  required  written
  version   2  string  required  written
  resource  3  string  required  written

type LabelSelector atomic
  matchLabels       1  {string}
  matchExpressions  2  [LabelSelectorRequirement]

type LabelSelectorRequirement
  key       1  string    required  written  unchecked
  operator  2  string    required  written  unchecked
  values    3  [string]

kind List
  metadata  1  ListMeta
  items     2  [raw]     required  written

type ListMeta
  selfLink            1  string
  resourceVersion     2  string
  continue            3  string
  remainingItemCount  4  int64?

kind ListOptions
  labelSelector          1  string
  fieldSelector          2  string
  watch                  3  bool
  allowWatchBookmarks    9  bool
  resourceVersion        4  string
  resourceVersionMatch  10  string
  timeoutSeconds         5  int64?
  limit                  7  int64
  continue               8  string
  sendInitialEvents     11  bool?

type ManagedFieldsEntry
  manager      1  string
  operation    2  string
  apiVersion   3  string
  time         4  time?
  fieldsType   6  string
  fieldsV1     7  raw?
  subresource  8  string

type ObjectMeta
  name                         1  string
  generateName                 2  string
  namespace                    3  string
  selfLink                     4  string
  uid                          5  string
  resourceVersion              6  string
  generation                   7  int64
  creationTimestamp            8  time                  omitzero
  deletionTimestamp            9  time?
  deletionGracePeriodSeconds  10  int64?
  labels                      11  {string}
  annotations                 12  {string}
  ownerReferences             13  [OwnerReference]      map(uid)  tolerant  patch(merge:uid)
  finalizers                  14  [string]              set  tolerant  patch(merge)
  managedFields               17  [ManagedFieldsEntry]

type OwnerReference atomic
  apiVersion          5  string  required  written  unchecked
  kind                1  string  required  written  unchecked
  name                3  string  required  written  unchecked
  uid                 4  string  required  written  unchecked
  controller          6  bool?
  blockOwnerDeletion  7  bool?

kind PartialObjectMetadata
  metadata  1  ObjectMeta

kind PartialObjectMetadataList
  metadata  1  ListMeta
  items     2  [PartialObjectMetadata]  required  written

type Patch

kind PatchOptions
  dryRun           1  [string]
  force            2  bool?
  fieldManager     3  string
  fieldValidation  4  string

type Preconditions
  uid              1  string?
  resourceVersion  2  string?

type RootPaths
  paths  1  [string]  required  written

type ServerAddressByClientCIDR
  clientCIDR     1  string  required  written
  serverAddress  2  string  required  written

kind Status
  metadata  1  ListMeta
  status    2  string
  message   3  string
  reason    4  string
  details   5  StatusDetails?
  code      6  int32

type StatusCause
  reason   1  string
  message  2  string
  field    3  string

type StatusDetails
  name               1  string
  group              2  string
  kind               3  string
  uid                6  string
  causes             4  [StatusCause]
  retryAfterSeconds  5  int32

kind Table
  metadata           -  ListMeta
  columnDefinitions  -  [TableColumnDefinition]  required  written
  rows               -  [TableRow]               required  written

type TableColumnDefinition
  name         -  string  required  written
  type         -  string  required  written
  format       -  string  required  written
  description  -  string  required  written
  priority     -  int32   required  written

kind TableOptions
  includeObject  1  string

type TableRow
  cells       -  [raw]                required  written
  conditions  -  [TableRowCondition]
  object      -  raw

type TableRowCondition
  type     -  string  required  written
  status   -  string  required  written
  reason   -  string
  message  -  string

type Timestamp
  seconds  1  int64  required  written
  nanos    2  int32  required  written

kind UpdateOptions
  dryRun           1  [string]
  fieldManager     2  string
  fieldValidation  3  string

alias Verbs  1  [string]

type WatchEvent
  type    1  string  required  written
  object  2  raw     required  written
`;
