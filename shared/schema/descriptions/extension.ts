// Descriptions of the kinds for API extensions, admission and flow control. In the notation of ../descriptions.ts.

export const admissionregistration = `
ValidatingWebhookConfiguration  Services that are asked whether a write is acceptable.
  webhooks  The services and what they are asked about.
MutatingWebhookConfiguration  Services that may change what is written.
  webhooks  The services and what they are asked about, in their order.
ValidatingWebhook  A service and what it is asked about.
  name  Full name, such as check.example.com.
  clientConfig  Where the service is.
  rules  Writes it is asked about; one that fits is enough.
  failurePolicy  When the webhook does not respond: Fail refuses the write, Ignore lets it pass. Default Fail.
  matchPolicy  Exact takes the rules word for word, Equivalent also takes other versions of the same. Default Equivalent.
  namespaceSelector  Only writes in namespaces with these labels. Empty: all.
  objectSelector  Only objects with these labels, before or after. Empty: all.
  sideEffects  Whether asking changes anything elsewhere: None or NoneOnDryRun.
  timeoutSeconds  Seconds to wait for the answer, 1 to 30. Default 10.
  admissionReviewVersions  Versions of the question that it knows, in order of preference.
  matchConditions  Expressions that must all be true, or it is not asked. At most 64.
MutatingWebhook like ValidatingWebhook  A service and what it may change.
  reinvocationPolicy  IfNeeded asks again when another one changed the object afterwards, Never does not. Default Never.
WebhookClientConfig  Where a service is. Either url or service.
  url  Its address, with https.
  service  The service of the cluster.
ServiceReference  A service of the cluster.
  namespace  Its namespace.
  name  Its name.
  path  Path to send requests to. Default: /.
  port  Its port. Default 443.
RuleWithOperations  Some operations on some resources.
  operations  CREATE, UPDATE, DELETE, CONNECT or *.
  apiGroups  Groups of the resources; *: all.
  apiVersions  Versions of the resources; *: all.
  resources  The resources, sub-resources as pods/log; *: all, without sub-resources.
  scope  Cluster, Namespaced or * for both. Default *.
NamedRuleWithOperations like RuleWithOperations  Some operations on some objects.
  resourceNames  Only objects of these names. Default: all.
MatchCondition  An expression that must be true.
  name  Name of it, unique in the list.
  expression  The expression in CEL; its result is true or false.
ValidatingAdmissionPolicy  Expressions that a write must satisfy, where a binding puts them in force.
ValidatingAdmissionPolicySpec  Which writes and which expressions.
  paramKind  Kind of the objects with parameters.
  matchConstraints  Writes it is about.
  validations  Expressions that must be true.
  failurePolicy  When the evaluation of an expression fails: Fail refuses the write, Ignore lets it pass. Default Fail.
  auditAnnotations  What is written to the audit log.
  matchConditions  Expressions that must all be true, or the policy is passed by. At most 64.
  variables  Expressions under names for the other expressions.
ValidatingAdmissionPolicyStatus  What was found when the policy was checked.
  typeChecking  Doubts about the expressions.
TypeChecking  Doubts about expressions.
  expressionWarnings  The doubts.
ExpressionWarning  A doubt about an expression.
  fieldRef  Path of the expression in the policy.
  warning  What is doubtful.
MutatingAdmissionPolicy  Expressions that change what is written, where a binding puts them in force.
MutatingAdmissionPolicySpec  Which writes, and how they are changed.
  paramKind  Kind of the objects with parameters.
  matchConstraints  Writes it is about.
  variables  Expressions under names for the other expressions.
  mutations  The changes, in their order.
  failurePolicy  When an expression cannot be worked out: Fail refuses the write, Ignore goes on without. Default Fail.
  matchConditions  Expressions that must all be true, or the policy is passed by. At most 64.
  reinvocationPolicy  IfNeeded applies it again when something changed the object afterwards, Never does not.
Mutation  One change.
  patchType  ApplyConfiguration or JSONPatch.
  applyConfiguration  Fields that the object shall have.
  jsonPatch  Operations on the object.
ApplyConfiguration  Fields that an object shall have.
  expression  The expression in CEL; its result is an Object.
JSONPatch  Operations on an object.
  expression  The expression in CEL; its result is a list of JSONPatch.
MutatingAdmissionPolicyBinding  Puts a policy in force.
MutatingAdmissionPolicyBindingSpec  Which policy, and where.
  policyName  Name of the policy.
  paramRef  The parameters.
  matchResources  Writes it is about, within those of the policy.
ValidatingAdmissionPolicyBinding  Puts a policy in force.
ValidatingAdmissionPolicyBindingSpec  Which policy, where, and what follows.
  policyName  Name of the policy.
  paramRef  The parameters.
  matchResources  Only these of the policy's writes. Default: all.
  validationActions  What follows from a broken expression: Deny, Warn, Audit. Deny and Warn not together.
ParamKind  Kind of the objects with parameters.
  apiVersion  Its group and version.
  kind  Its kind.
ParamRef  The parameters. Either name or selector.
  name  Name of the object.
  namespace  Its namespace. Default: that of the write.
  selector  Labels of the objects. Empty: all.
  parameterNotFoundAction  When there are none: Allow or Deny.
MatchResources  Some writes.
  namespaceSelector  Only in namespaces with these labels. Empty: all.
  objectSelector  Only objects with these labels, before or after. Empty: all.
  resourceRules  Writes that are meant; one that fits is enough.
  excludeResourceRules  Writes that do not match; overrides resourceRules.
  matchPolicy  Exact takes the rules word for word, Equivalent also takes other versions of the same. Default Equivalent.
Validation  An expression that must be true.
  expression  The expression in CEL; its result is true or false.
  message  Error message when the expression is false.
  reason  Reason of the refusal: Unauthorized, Forbidden, Invalid or RequestEntityTooLarge. Default Invalid.
  messageExpression  CEL expression whose result is the message; overrides message.
AuditAnnotation  An annotation of the audit log.
  key  Key of the annotation.
  valueExpression  Expression in CEL that makes the value; null: no annotation.
Variable  An expression under a name.
  name  Name; used as variables.name.
  expression  The expression in CEL.
`;

export const apiextensions = `
CustomResourceDefinition  Adds a kind to the API. Its name is plural.group.
CustomResourceDefinitionSpec  The kind.
  group  Its group; it cannot be changed.
  names  Its names.
  scope  Namespaced or Cluster; it cannot be changed.
  versions  Its versions.
  conversion  How objects are turned from one version into another.
  preserveUnknownFields  No longer in use; must be false.
CustomResourceDefinitionStatus  What became of the kind.
  acceptedNames  The names in force.
  storedVersions  Versions that objects may still be stored in.
CustomResourceDefinitionCondition  One aspect: Established, NamesAccepted, NonStructuralSchema, Terminating.
  status  True, False or Unknown.
CustomResourceDefinitionNames  Names of a kind.
  plural  Name in paths; small letters.
  singular  Name of one, for people. Default: the kind in small letters.
  shortNames  Shorter names for command lines.
  kind  Name in objects; CamelCase.
  listKind  Name of lists. Default: the kind and List.
  categories  Groups of resources that it belongs to, such as all.
CustomResourceDefinitionVersion  A version of a kind.
  name  Name of the version, such as v1.
  served  Whether requests may use it.
  storage  Whether objects are stored in it; exactly one is.
  deprecated  Whether its users are warned. Default false.
  deprecationWarning  Text of the warning. Default: a general text.
  schema  What its objects may hold.
  subresources  Sub-resources that it has.
  additionalPrinterColumns  Columns of tables. Default: the age.
  selectableFields  Fields that lists can select by; at most 8.
CustomResourceValidation  What objects may hold.
  openAPIV3Schema  The schema.
CustomResourceSubresources  Sub-resources.
  status  Status that is written apart from the rest.
  scale  Where the number of pods is found.
CustomResourceSubresourceStatus  Status that is written apart from the rest.
CustomResourceSubresourceScale  Where the number of pods is found.
  specReplicasPath  Path of the wanted number, below .spec.
  statusReplicasPath  Path of the present number, below .status.
  labelSelectorPath  Path of the selector as text.
CustomResourceColumnDefinition  A column of tables.
  name  Its head.
  type  string, integer, number, boolean or date.
  format  Form of the value, such as date-time.
  description  What it shows.
  priority  0 always shows it, more only in wide tables. Default 0.
  jsonPath  Path of the value.
CustomResourceConversion  How objects are turned from one version into another.
  strategy  None changes apiVersion only, Webhook asks a service.
  webhook  The service.
WebhookConversion  A service that turns objects from one version into another.
  clientConfig  Where it is.
  conversionReviewVersions  Versions of the question that it knows, in order of preference.
WebhookClientConfig  Where a service is. Either url or service.
  url  Its address, with https.
  service  The service of the cluster.
ServiceReference  A service of the cluster.
  namespace  Its namespace.
  name  Its name.
  path  Path to send requests to. Default: /.
  port  Its port. Default 443.
SelectableField  A field that lists can select by.
  jsonPath  Path of the field.
ValidationRule  An expression that must be true of the value.
  rule  The expression in CEL; self is the value, oldSelf the one before.
  message  Error message when the expression is false.
  messageExpression  CEL expression whose result is the message; overrides message.
  reason  Reason of the refusal. Default FieldValueInvalid.
  fieldPath  Path of the field that the refusal names, from here.
  optionalOldSelf  true makes oldSelf optional, so that the rule holds for new values too.
ExternalDocumentation  A page with more.
  description  What it is about.
  url  Its address.
JSON  Any value.
JSONSchemaPropsOrArray  A schema, or a list of them.
JSONSchemaPropsOrBool  A schema, or whether any value is allowed.
JSONSchemaPropsOrStringArray  A schema, or a list of texts.
JSONSchemaProps  What a value may be, in JSON Schema as OpenAPI 3.0 has it.
  id  Not supported.
  $schema  Not supported.
  $ref  Not supported.
  description  What the value is, for people.
  type  object, array, string, integer, number or boolean.
  format  Form of the value, such as int32 or date-time.
  title  Name of the value, for people.
  default  What is filled in when the value is missing.
  maximum  The largest number.
  exclusiveMaximum  true leaves out maximum itself. Default false.
  minimum  The smallest number.
  exclusiveMinimum  true leaves out minimum itself. Default false.
  maxLength  The most characters.
  minLength  The fewest characters.
  pattern  Regular expression that a part of the text must fit.
  maxItems  The most entries.
  minItems  The fewest entries.
  uniqueItems  Not supported; must be false.
  multipleOf  The number must be a whole multiple of it.
  enum  The values it may have.
  maxProperties  The most fields.
  minProperties  The fewest fields.
  required  Fields that must be there.
  items  What the entries may be.
  allOf  All must hold.
  oneOf  Exactly one must hold.
  anyOf  At least one must hold.
  not  Must not hold.
  properties  What the fields may be, by name.
  additionalProperties  What other fields may be. Not together with properties.
  patternProperties  Not supported.
  dependencies  Not supported.
  additionalItems  Not supported.
  definitions  Not supported.
  externalDocs  A page with more.
  example  A value as it might be.
  nullable  true allows null. Default false.
  x-{maker}-preserve-unknown-fields  true keeps fields that the schema does not know.
  x-{maker}-embedded-resource  true makes it a whole object, with apiVersion, kind and metadata.
  x-{maker}-int-or-string  true allows a whole number or a text.
  x-{maker}-list-map-keys  Fields that tell entries of a list of type map apart.
  x-{maker}-list-type  atomic (replaced whole), set, or map. Default atomic.
  x-{maker}-map-type  granular, or atomic (replaced whole). Default granular.
  x-{maker}-validations  Expressions that must be true.
`;

export const apiregistration = `
APIService  A version of a group and the server for it. Its name is version.group.
APIServiceSpec  The server of the group version.
  service  The service; not set: this server.
  group  The group.
  version  The version.
  insecureSkipTLSVerify  true does not check the service's certificate. Default false.
  groupPriorityMinimum  Rank of the group, the highest first; 1 to 20000.
  versionPriority  Rank of the version in its group, the highest first; 1 to 1000.
APIServiceStatus  The last observed state.
APIServiceCondition  One aspect: Available.
  status  True, False or Unknown.
ServiceReference  A service of the cluster.
  namespace  Its namespace.
  name  Its name.
  port  Its port. Default 443.
`;

export const flowcontrol = `
FlowSchema  Which requests are served at which priority level.
FlowSchemaSpec  Which requests, and where they belong.
  priorityLevelConfiguration  The level.
  matchingPrecedence  Rank; of several that fit, the lowest number counts. 1 to 10000, default 1000.
  distinguisherMethod  How requests are divided into flows. Not set: one flow.
  rules  Which requests; one that fits is enough.
FlowSchemaStatus  The last observed state.
FlowSchemaCondition  One aspect: Dangling.
  status  True, False or Unknown.
FlowDistinguisherMethod  How requests are divided into flows.
  type  ByUser or ByNamespace.
PriorityLevelConfigurationReference  Names a level.
  name  Its name.
PolicyRulesWithSubjects  Some requests of some users.
  subjects  The users.
  resourceRules  Requests about resources.
  nonResourceRules  Requests about paths that are no resources.
Subject  A user. The field that kind names.
  kind  User, Group or ServiceAccount.
  user  The user.
  group  The group.
  serviceAccount  The account.
UserSubject  A user.
  name  Name; *: all.
GroupSubject  A group.
  name  Name; *: all.
ServiceAccountSubject  A service account.
  namespace  Its namespace.
  name  Its name; *: all of the namespace.
ResourcePolicyRule  Requests about resources.
  verbs  What is done; *: everything.
  apiGroups  Groups; *: all.
  resources  Resources; *: all.
  clusterScope  true takes requests without a namespace too. Default false.
  namespaces  Namespaces; *: all.
NonResourcePolicyRule  Requests about paths.
  verbs  Methods in small letters; *: all.
  nonResourceURLs  Paths; * at the end matches any rest.
PriorityLevelConfiguration  A share of what the server can do at once.
PriorityLevelConfigurationSpec  How large the share is.
  type  Limited, or Exempt for no bound.
  limited  The bounds; with Limited.
  exempt  What can be lent; with Exempt.
PriorityLevelConfigurationStatus  The last observed state.
PriorityLevelConfigurationCondition  One aspect of a level.
  status  True, False or Unknown.
LimitedPriorityLevelConfiguration  Bounds of a level.
  nominalConcurrencyShares  Size of the share against that of the others. Default 30.
  limitResponse  What happens to requests beyond it.
  lendablePercent  Percentage of the share that other levels can borrow. Default 0.
  borrowingLimitPercent  Most that it can borrow, in percent of its own share. Default: no limit.
ExemptPriorityLevelConfiguration  What a level without bounds lends.
  nominalConcurrencyShares  Size of the share against that of the others. Default 0.
  lendablePercent  Percentage of the share that other levels can borrow. Default 0.
LimitResponse  What happens to requests beyond the share.
  type  Queue, or Reject at once.
  queuing  The queues; with Queue.
QueuingConfiguration  Queues of a level.
  queues  How many. Default 64.
  handSize  How many queues a flow can be in. Default 8.
  queueLengthLimit  How many requests a queue holds at most. Default 50.
`;
