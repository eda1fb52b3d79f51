// Descriptions of the kinds about identity and access. In the notation of ../descriptions.ts.

export const rbac = `
Role  What may be done in its namespace, for bindings to give to somebody.
  rules  What may be done; one rule that fits is enough.
ClusterRole  What may be done everywhere, or by a RoleBinding in one namespace.
  rules  What may be done; one rule that fits is enough.
  aggregationRule  Takes the rules from other roles; what is in rules is replaced.
AggregationRule  Where a role takes its rules from.
  clusterRoleSelectors  Labels of the roles; those of every selector are taken.
PolicyRule  Some verbs on some things: resources, or paths that are no resources.
  verbs  What may be done, such as get; * is everything.
  apiGroups  Groups of the resources; empty text: the core group; *: all.
  resources  The resources; sub-resources as pods/log; *: all.
  resourceNames  Only objects of these names. Default: all. Does not hold for create.
  nonResourceURLs  Paths; * at the end stands for the rest. Only in roles of the whole cluster.
RoleBinding  Gives somebody a role, in its namespace.
  subjects  Who gets it.
  roleRef  The role: a Role of the namespace or a ClusterRole. Cannot be changed.
ClusterRoleBinding  Gives somebody a ClusterRole, everywhere.
  subjects  Who gets it.
  roleRef  The ClusterRole. Cannot be changed.
RoleRef  Names a role.
  apiGroup  Its group.
  kind  Role or ClusterRole.
  name  Its name.
Subject  Who gets a role.
  kind  User, Group or ServiceAccount.
  apiGroup  Group of the kind. Default: the core group for service accounts, else that of roles.
  name  Name of the user, group or account.
  namespace  Namespace of the account.
`;

export const authentication = `
TokenRequest  Asks for a token of a service account; only created, at the account's token.
TokenRequestSpec  Which token.
  audiences  Who the token is for. Default: the API server.
  expirationSeconds  Seconds that it is to be good for, at least 600. Default 3600. The answer may have another.
  boundObjectRef  Pod, Node or Secret that the token ends with.
TokenRequestStatus  The token.
  token  The token itself; secret.
  expirationTimestamp  When it ends.
BoundObjectReference  Object that a token ends with.
  kind  Pod, Node or Secret.
  apiVersion  Its group and version.
  name  Its name.
TokenReview  Asks who a token belongs to; only created, and not kept.
TokenReviewSpec  The token.
  token  The token itself; secret.
  audiences  Who the asker is; the token must be for one of them. Default: the API server.
TokenReviewStatus  Whose token it is.
  authenticated  Whether the token is good.
  user  Who it belongs to.
  audiences  Those of the asked audiences that it is for.
  error  Why it could not be told.
SelfSubjectReview  Asks who the asker is; only created, and not kept.
SelfSubjectReviewStatus  Who the asker is.
  userInfo  The user.
UserInfo  A user.
  username  Name of the user.
  uid  Identity over time, which a later user of the same name does not have.
  groups  Groups of the user.
  extra  More that the authenticator told.
`;

export const authorization = `
SubjectAccessReview  Asks whether somebody may do something; only created, and not kept.
LocalSubjectAccessReview  Asks whether somebody may do something in its namespace; only created, and not kept.
SubjectAccessReviewSpec  Who, and what. Either resourceAttributes or nonResourceAttributes.
  resourceAttributes  What, with a resource.
  nonResourceAttributes  What, with a path that is no resource.
  user  Name of the user. Without and without groups nobody is asked for.
  groups  Groups of the user.
  group  Groups of the user.
  extra  More about the user.
  uid  Identity of the user.
SubjectAccessReviewStatus  The answer.
  allowed  Whether it is allowed.
  denied  Whether somebody forbids it, so that nobody else need be asked. Not together with allowed.
  reason  Why.
  evaluationError  What went wrong on the way; the answer may hold all the same.
SelfSubjectAccessReview  Asks whether the asker may do something; only created, and not kept.
SelfSubjectAccessReviewSpec  What. Exactly one.
  resourceAttributes  What, with a resource.
  nonResourceAttributes  What, with a path that is no resource.
SelfSubjectRulesReview  Asks what the asker may do in a namespace; only created, and not kept.
SelfSubjectRulesReviewSpec  Where.
  namespace  The namespace. Must be named.
SubjectRulesReviewStatus  What the asker may do, as far as it can be listed.
  resourceRules  What with resources.
  nonResourceRules  What with paths that are no resources.
  incomplete  Whether more may be allowed than is listed.
  evaluationError  What could not be listed, and why.
ResourceAttributes  What is to be done with a resource.
  namespace  Its namespace. Empty: kinds without namespaces, or all namespaces.
  verb  What is done, such as get; *: everything.
  group  Its group; *: all.
  version  Its version; *: all.
  resource  The resource; *: all.
  subresource  Its sub-resource. Empty: the object itself.
  name  Name of the object. Empty: all.
  fieldSelector  Only objects that fit it.
  labelSelector  Only objects that fit it.
NonResourceAttributes  What is to be done with a path.
  path  The path.
  verb  The method, in small letters.
ResourceRule  What may be done with resources.
  verbs  What may be done; *: everything.
  apiGroups  Groups of the resources; *: all.
  resources  The resources; *: all.
  resourceNames  Only objects of these names. Default: all.
NonResourceRule  What may be done with paths.
  verbs  The methods; *: all.
  nonResourceURLs  The paths; * at the end stands for the rest.
FieldSelectorAttributes  A selection by fields. Either form.
  rawSelector  As it stands in the query.
  requirements  As rules that must all hold.
LabelSelectorAttributes  A selection by labels. Either form.
  rawSelector  As it stands in the query.
  requirements  As rules that must all hold.
`;

export const certificates = `
CertificateSigningRequest  Asks for a certificate: somebody approves, the signer signs. Gone after some time.
CertificateSigningRequestSpec  Which certificate. Cannot be changed; who asks is filled in by the server.
  request  The request, PKCS #10 in PEM.
  signerName  Who is to sign, such as {label}/{short}-apiserver-client.
  expirationSeconds  Seconds that the certificate is to be good for, at least 600. Default: what the signer says.
  usages  What the key may be used for, such as client auth.
  username  Name of the asker.
  groups  Groups of the asker.
  uid  Identity of the asker.
  extra  More about the asker.
CertificateSigningRequestStatus  What became of the request.
  conditions  Approved, Denied or Failed; Approved and Denied cannot be taken back.
  certificate  The certificates, PEM; the first is the one asked for.
CertificateSigningRequestCondition  A decision about the request.
  type  Approved, Denied or Failed.
  status  True, False or Unknown.
`;
