// The types of apiserver.config.{api}/v1, in the notation of ../notation.ts: one field per line.

export const apiserverConfigV1 = `
type AESConfiguration
  keys  -  [Key]  required  written

kind AdmissionConfiguration
  plugins  -  [AdmissionPluginConfiguration]  written

type AdmissionPluginConfiguration
  name           -  string            required  written
  path           -  string            written
  configuration  -  runtime.Unknown?  written

type AnonymousAuthCondition
  path  -  string  required  written

type AnonymousAuthConfig
  enabled     -  bool                      required  written
  conditions  -  [AnonymousAuthCondition]

kind AuthenticationConfiguration
  jwt        -  [JWTAuthenticator]    required  written
  anonymous  -  AnonymousAuthConfig?

kind AuthorizationConfiguration
  authorizers  -  [AuthorizerConfiguration]  required  written

type AuthorizerConfiguration
  type     -  string                 required  written
  name     -  string                 required  written
  webhook  -  WebhookConfiguration?

type ClaimMappings
  username  -  PrefixedClaimOrExpression  required  written
  groups    -  PrefixedClaimOrExpression
  uid       -  ClaimOrExpression          written
  extra     -  [ExtraMapping]

type ClaimOrExpression
  claim       -  string
  expression  -  string

type ClaimValidationRule
  claim          -  string
  requiredValue  -  string
  expression     -  string
  message        -  string

kind EncryptionConfiguration
  resources  -  [ResourceConfiguration]  required  written

type ExtraMapping
  key              -  string  required  written
  valueExpression  -  string  required  written

type IdentityConfiguration

type Issuer
  url                   -  string    required  written
  discoveryURL          -  string?
  certificateAuthority  -  string
  audiences             -  [string]  required  written
  audienceMatchPolicy   -  string
  egressSelectorType    -  string

type JWTAuthenticator
  issuer                -  Issuer                 required  written
  claimValidationRules  -  [ClaimValidationRule]
  claimMappings         -  ClaimMappings          required  written
  userValidationRules   -  [UserValidationRule]

type KMSConfiguration
  apiVersion  -  string     written
  name        -  string     required  written
  cachesize   -  int32?
  endpoint    -  string     required  written
  timeout     -  duration?

type Key
  name    -  string  required  written
  secret  -  string  required  written

type LimitedResource
  apiGroup       -  string
  resource       -  string                                 required  written
  matchContains  -  [string]
  matchScopes    -  [core/v1.ScopedResourceSelectorRequirement]

type PrefixedClaimOrExpression
  claim       -  string
  prefix      -  string?
  expression  -  string

type ProviderConfiguration
  aesgcm     -  AESConfiguration?
  aescbc     -  AESConfiguration?
  secretbox  -  SecretboxConfiguration?
  identity   -  IdentityConfiguration?
  kms        -  KMSConfiguration?

type ResourceConfiguration
  resources  -  [string]                 required  written
  providers  -  [ProviderConfiguration]  required  written

kind ResourceQuotaConfiguration
  limitedResources  -  [LimitedResource]  written

type SecretboxConfiguration
  keys  -  [Key]  required  written

kind TracingConfiguration
  endpoint                -  string?
  samplingRatePerMillion  -  int32?

type UserValidationRule
  expression  -  string  required  written
  message     -  string

type WebhookConfiguration
  authorizedTTL                             -  duration                 required  written
  cacheAuthorizedRequests                   -  bool?
  unauthorizedTTL                           -  duration                 required  written
  cacheUnauthorizedRequests                 -  bool?
  timeout                                   -  duration                 required  written
  subjectAccessReviewVersion                -  string                   required  written
  matchConditionSubjectAccessReviewVersion  -  string                   required  written
  failurePolicy                             -  string                   required  written
  connectionInfo                            -  WebhookConnectionInfo    required  written
  matchConditions                           -  [WebhookMatchCondition]  required  written

type WebhookConnectionInfo
  type               -  string   required  written
  {short}ConfigFile  -  string?  required  written

type WebhookMatchCondition
  expression  -  string  required  written
`;
