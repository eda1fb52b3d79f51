// Descriptions of the types of the service's own responses: groups, versions and resources, lists, failures, watch events,
// the version of the server. In the notation of ../descriptions.ts.

export const responses = `
APIGroup  A group and its versions.
  name  Name of the group.
  versions  The versions that are served, the preferred one first.
  preferredVersion  The version to use where nothing says otherwise.
  serverAddressByClientCIDRs  Addresses of the server by where the client is.
APIGroupList  The groups that are served, without the core group.
  groups  The groups.
APIResource  A resource of a version.
  name  Plural name, as it stands in paths.
  singularName  Singular name.
  namespaced  Whether its objects are in namespaces.
  group  Group of its kind. Default: that of the list.
  version  Version of its kind. Default: that of the list.
  kind  Its kind.
  verbs  What can be done with it.
  shortNames  Shorter names for the command line.
  categories  Names of groups of resources that it belongs to, such as all.
  storageVersionHash  Changes with the version in which its objects are stored.
APIResourceList  The resources of a version.
  groupVersion  The group and version.
  resources  The resources, sub-resources included.
APIVersions  The versions of the core group.
  versions  The versions.
  serverAddressByClientCIDRs  Addresses of the server by where the client is.
GroupVersionForDiscovery  A version of a group.
  groupVersion  The group and version, as objects name it.
  version  The version alone.
ListMeta  What lists and statuses carry.
  selfLink  No longer filled.
  resourceVersion  Version of the store that the list shows. Opaque: hand it to a watch.
  continue  Token for the next page; empty on the last one.
  remainingItemCount  How many objects follow, where that is known.
Patch  A change of an object, in the form that the content type names.
ServerAddressByClientCIDR  The address of the server for some clients.
  clientCIDR  The addresses of these clients.
  serverAddress  Host and port of the server.
Status  How a request ended that does not return an object.
  metadata  Metadata of lists; empty.
  status  Success or Failure.
  reason  One word in CamelCase for programs: what kind of failure it is.
  details  What the failure is about.
  code  The HTTP status code.
StatusCause  One of several causes of a failure.
  field  Path of the field that caused it.
StatusDetails  What a failure is about, and when to try again.
  name  Name of the object.
  group  Group of the resource.
  kind  Kind of the object, or its resource.
  causes  The causes, one for each field.
  retryAfterSeconds  Seconds after which the request may be repeated.
WatchEvent  A change that a watch sends.
  type  ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.
  object  The object after the change; of ERROR a Status.
FieldsV1  A set of fields, as a tree.
`;

export const serverVersion = `
Info  The version of the server.
  major  First number of the version.
  minor  Second number of the version.
  emulationMajor  First number of the version whose behaviour it shows.
  emulationMinor  Second number of that version.
  minCompatibilityMajor  First number of the oldest version that it can work with.
  minCompatibilityMinor  Second number of that version.
  gitVersion  The whole version.
  gitCommit  The commit that it was built from, where that is known.
  gitTreeState  Whether the sources were as the commit has them, where that is known.
  buildDate  When it was built.
  goVersion  The version of Go, of servers that are written in it.
  compiler  What runs it.
  platform  System and processor.
`;
