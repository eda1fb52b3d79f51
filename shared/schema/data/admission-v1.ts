// The types of admission.{api}/v1, in the notation of ../notation.ts: one field per line.

export const admissionV1 = `
type AdmissionRequest
  uid                  1  string                            required  written
  kind                 2  meta/v1.GroupVersionKind          required  written
  resource             3  meta/v1.GroupVersionResource      required  written
  subResource          4  string
  requestKind         13  meta/v1.GroupVersionKind?
  requestResource     14  meta/v1.GroupVersionResource?
  requestSubResource  15  string
  name                 5  string
  namespace            6  string
  operation            7  string                            required  written
  userInfo             8  authentication.{api}/v1.UserInfo  required  written
  object               9  raw
  oldObject           10  raw
  dryRun              11  bool?
  options             12  raw

type AdmissionResponse
  uid               1  string           required  written
  allowed           2  bool             required  written
  status            3  meta/v1.Status?
  patch             4  bytes
  patchType         5  string?
  auditAnnotations  6  {string}
  warnings          7  [string]

kind AdmissionReview
  request   1  AdmissionRequest?
  response  2  AdmissionResponse?
`;
