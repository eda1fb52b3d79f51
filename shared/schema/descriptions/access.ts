// Descriptions of the kinds about identity and access. In the notation of ../descriptions.ts.

export const rbac = `
Role  A set of permissions in its namespace, which role bindings grant.
  rules  The permissions; a request needs one rule that matches.
ClusterRole  A set of permissions in the whole cluster, or in one namespace when a RoleBinding grants it.
  rules  The permissions; a request needs one rule that matches.
  aggregationRule  Takes the rules from other roles; what is in rules is replaced.
AggregationRule  Where a role takes its rules from.
  clusterRoleSelectors  Label selectors; the rules of all roles that match one of them are used.
PolicyRule  Some verbs on some things: resources, or paths that are no resources.
  verbs  What may be done, such as get; * is everything.
  apiGroups  Groups of the resources; empty text: the core group; *: all.
  resources  The resources; sub-resources as pods/log; *: all.
  resourceNames  Only objects of these names. Default: all. Does not hold for create.
  nonResourceURLs  Paths; * at the end matches any rest. Only in cluster roles.
RoleBinding  Grants a role to its subjects, in its namespace.
  subjects  The users, groups and service accounts that get the role.
  roleRef  The role: a Role of the namespace or a ClusterRole. Cannot be changed.
ClusterRoleBinding  Grants a ClusterRole to its subjects, in the whole cluster.
  subjects  The users, groups and service accounts that get the role.
  roleRef  The ClusterRole. Cannot be changed.
RoleRef  Names a role.
  apiGroup  Its group.
  kind  Role or ClusterRole.
  name  Its name.
Subject  A user, group or service account that gets a role.
  kind  User, Group or ServiceAccount.
  apiGroup  Group of the kind. Default: the core group for service accounts, else that of roles.
  name  Name of the user, group or account.
  namespace  Namespace of the account.
`;

export const authentication = `
TokenRequest  Asks for a token of a service account; only created, at the account's token.
TokenRequestSpec  Which token.
  audiences  Intended recipients of the token. Default: the API server.
  expirationSeconds  Requested lifetime in seconds, at least 600. Default 3600. The server may return another one.
  boundObjectRef  Pod, Node or Secret; the token becomes invalid when it is deleted.
TokenRequestStatus  The token.
  token  The token itself; secret.
  expirationTimestamp  When it ends.
BoundObjectReference  An object that a token is bound to.
  kind  Pod, Node or Secret.
  apiVersion  Its group and version.
  name  Its name.
TokenReview  Asks for the user of a token; only created, and not stored.
TokenReviewSpec  The token.
  token  The token itself; secret.
  audiences  Names of the service that asks; the token must be intended for one of them. Default: the API server.
TokenReviewStatus  The user of the token.
  authenticated  Whether the token is valid.
  user  The user of the token.
  audiences  The requested audiences that the token is intended for.
  error  Why the token could not be checked.
SelfSubjectReview  Returns the user that sends the request; only created, and not stored.
SelfSubjectReviewStatus  The user that sent the request.
  userInfo  The user.
UserInfo  A user.
  username  Name of the user.
  uid  Identity over time, which a later user of the same name does not have.
  groups  Groups of the user.
  extra  Further attributes from the authenticator.
`;

export const authorization = `
SubjectAccessReview  Asks whether a user or group may do something; only created, and not stored.
LocalSubjectAccessReview  Asks whether a user or group may do something in its namespace; only created, and not stored.
SubjectAccessReviewSpec  The user and the access. Either resourceAttributes or nonResourceAttributes.
  resourceAttributes  Access to a resource.
  nonResourceAttributes  Access to a path that is not a resource.
  user  Name of the user. At least one of user and groups must be set.
  groups  Groups of the user.
  group  Groups of the user.
  extra  More about the user.
  uid  Identity of the user.
SubjectAccessReviewStatus  The answer.
  allowed  Whether it is allowed.
  denied  Whether an authorizer denies it; then no further authorizer is asked. Not together with allowed.
  reason  Why.
  evaluationError  Error during the check; the answer may be valid nevertheless.
SelfSubjectAccessReview  Asks whether the sender may do something; only created, and not stored.
SelfSubjectAccessReviewSpec  The access. Exactly one of the two.
  resourceAttributes  Access to a resource.
  nonResourceAttributes  Access to a path that is not a resource.
SelfSubjectRulesReview  Lists what the sender may do in a namespace; only created, and not stored.
SelfSubjectRulesReviewSpec  The namespace to list.
  namespace  The namespace. Required.
SubjectRulesReviewStatus  What the sender may do, as far as it can be listed.
  resourceRules  Allowed access to resources.
  nonResourceRules  Allowed access to paths that are not resources.
  incomplete  Whether more may be allowed than is listed.
  evaluationError  What could not be listed, and why.
ResourceAttributes  An access to a resource.
  namespace  Its namespace. Empty: kinds without namespaces, or all namespaces.
  verb  The verb, such as get; *: all.
  group  Its group; *: all.
  version  Its version; *: all.
  resource  The resource; *: all.
  subresource  Its sub-resource. Empty: the object itself.
  name  Name of the object. Empty: all.
  fieldSelector  Only objects that fit it.
  labelSelector  Only objects that fit it.
NonResourceAttributes  An access to a path.
  path  The path.
  verb  The method, in small letters.
ResourceRule  What may be done with resources.
  verbs  What may be done; *: everything.
  apiGroups  Groups of the resources; *: all.
  resources  The resources; *: all.
  resourceNames  Only objects of these names. Default: all.
NonResourceRule  What may be done with paths.
  verbs  The methods; *: all.
  nonResourceURLs  The paths; * at the end matches any rest.
FieldSelectorAttributes  A selection by fields. Either form.
  rawSelector  As it stands in the query.
  requirements  As rules that must all hold.
LabelSelectorAttributes  A selection by labels. Either form.
  rawSelector  As it stands in the query.
  requirements  As rules that must all hold.
`;

export const certificates = `
CertificateSigningRequest  Asks for a certificate: an approver approves it, the signer signs it. Deleted after some time.
CertificateSigningRequestSpec  The requested certificate. Cannot be changed; the server fills in the requesting user.
  request  The request, PKCS #10 in PEM.
  signerName  Name of the signer, such as {label}/{short}-apiserver-client.
  expirationSeconds  Requested lifetime in seconds, at least 600. Default: the signer decides.
  usages  What the key may be used for, such as client auth.
  username  Name of the requesting user.
  groups  Groups of the requesting user.
  uid  Unique id of the requesting user.
  extra  Further attributes of the requesting user.
CertificateSigningRequestStatus  The decision about the request, and the certificate.
  conditions  Approved, Denied or Failed; Approved and Denied cannot be removed.
  certificate  The certificates, PEM; the first one is the requested certificate.
CertificateSigningRequestCondition  A decision about the request.
  type  Approved, Denied or Failed.
  status  True, False or Unknown.
`;
