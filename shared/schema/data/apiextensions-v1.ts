// The types of apiextensions.{api}/v1, in the notation of ../notation.ts: one field per line.

export const apiextensionsV1 = `
type ConversionRequest
  uid                1  string  required  written
  desiredAPIVersion  2  string  required  written
  objects            3  [raw]   required  written

type ConversionResponse
  uid               1  string          required  written
  convertedObjects  2  [raw]           required  written
  result            3  meta/v1.Status  required  written

kind ConversionReview
  request   1  ConversionRequest?
  response  2  ConversionResponse?

type CustomResourceColumnDefinition
  name         1  string  required  written  unchecked
  type         2  string  required  written  unchecked
  format       3  string
  description  4  string
  priority     5  int32
  jsonPath     6  string  required  written  unchecked

type CustomResourceConversion
  strategy  1  string              required  written
  webhook   2  WebhookConversion?

kind CustomResourceDefinition
  metadata  1  meta/v1.ObjectMeta
  spec      2  CustomResourceDefinitionSpec    required  written
  status    3  CustomResourceDefinitionStatus

type CustomResourceDefinitionCondition
  type                1  string  required  written
  status              2  string  required  written
  lastTransitionTime  3  time
  reason              4  string
  message             5  string

kind CustomResourceDefinitionList
  metadata  1  meta/v1.ListMeta
  items     2  [CustomResourceDefinition]  required  written

type CustomResourceDefinitionNames
  plural      1  string    required  written
  singular    2  string
  shortNames  3  [string]
  kind        4  string    required  written
  listKind    5  string
  categories  6  [string]

type CustomResourceDefinitionSpec
  group                   1  string                             required  written
  names                   3  CustomResourceDefinitionNames      required  written
  scope                   4  string                             required  written
  versions                7  [CustomResourceDefinitionVersion]  required  written
  conversion              9  CustomResourceConversion?          = {"strategy":"None"}
  preserveUnknownFields  10  bool

type CustomResourceDefinitionStatus
  conditions      1  [CustomResourceDefinitionCondition]  written  map(type)
  acceptedNames   2  CustomResourceDefinitionNames        written
  storedVersions  3  [string]                             written

type CustomResourceDefinitionVersion
  name                      1  string                            required  written
  served                    2  bool                              required  written  unchecked
  storage                   3  bool                              required  written  unchecked
  deprecated                7  bool
  deprecationWarning        8  string?
  schema                    4  CustomResourceValidation?
  subresources              5  CustomResourceSubresources?
  additionalPrinterColumns  6  [CustomResourceColumnDefinition]
  selectableFields          9  [SelectableField]                 gates(CustomResourceFieldSelectors)

type CustomResourceSubresourceScale
  specReplicasPath    1  string   required  written  unchecked
  statusReplicasPath  2  string   required  written  unchecked
  labelSelectorPath   3  string?

type CustomResourceSubresourceStatus

type CustomResourceSubresources
  status  1  CustomResourceSubresourceStatus?
  scale   2  CustomResourceSubresourceScale?

type CustomResourceValidation
  openAPIV3Schema  1  JSONSchemaProps?

type ExternalDocumentation
  description  1  string
  url          2  string

type JSONSchemaProps
  id                                  1  string
  $schema                             2  string
  $ref                                3  string?
  description                         4  string
  type                                5  string
  format                              6  string
  title                               7  string
  default                             8  raw?
  maximum                             9  double?
  exclusiveMaximum                   10  bool
  minimum                            11  double?
  exclusiveMinimum                   12  bool
  maxLength                          13  int64?
  minLength                          14  int64?
  pattern                            15  string
  maxItems                           16  int64?
  minItems                           17  int64?
  uniqueItems                        18  bool
  multipleOf                         19  double?
  enum                               20  [raw]
  maxProperties                      21  int64?
  minProperties                      22  int64?
  required                           23  [string]
  items                              24  JSONSchemaPropsOrArray?
  allOf                              25  [JSONSchemaProps]
  oneOf                              26  [JSONSchemaProps]
  anyOf                              27  [JSONSchemaProps]
  not                                28  JSONSchemaProps?
  properties                         29  {JSONSchemaProps}
  additionalProperties               30  JSONSchemaPropsOrBool?
  patternProperties                  31  {JSONSchemaProps}
  dependencies                       32  {JSONSchemaPropsOrStringArray}
  additionalItems                    33  JSONSchemaPropsOrBool?
  definitions                        34  {JSONSchemaProps}
  externalDocs                       35  ExternalDocumentation?
  example                            36  raw?
  nullable                           37  bool
  x-{maker}-preserve-unknown-fields  38  bool?
  x-{maker}-embedded-resource        39  bool
  x-{maker}-int-or-string            40  bool
  x-{maker}-list-map-keys            41  [string]
  x-{maker}-list-type                42  string?
  x-{maker}-map-type                 43  string?
  x-{maker}-validations              44  [ValidationRule]                map(rule)  tolerant  patch(merge:rule)

variant JSONSchemaPropsOrArray list
  schema       1  JSONSchemaProps?
  jSONSchemas  2  [JSONSchemaProps]

variant JSONSchemaPropsOrBool bool
  allows  1  bool
  schema  2  JSONSchemaProps?

variant JSONSchemaPropsOrStringArray strings
  schema    1  JSONSchemaProps?
  property  2  [string]

type SelectableField
  jsonPath  1  string  required  written  unchecked

type ServiceReference
  namespace  1  string   required  unchecked  written
  name       2  string   required  unchecked  written
  path       3  string?
  port       4  int32?   = 443

type ValidationRule
  rule               1  string   required  written  unchecked
  message            2  string
  messageExpression  3  string
  reason             4  string?
  fieldPath          5  string
  optionalOldSelf    6  bool?    gates(CRDValidationRatcheting)

type WebhookClientConfig
  url       3  string?
  service   1  ServiceReference?
  caBundle  2  bytes

type WebhookConversion
  clientConfig              2  WebhookClientConfig?
  conversionReviewVersions  3  [string]              required  written  unchecked
`;
