// The types of authentication.{api}/v1, in the notation of ../notation.ts: one field per line.

export const authenticationV1 = `
type BoundObjectReference
  kind        1  string
  apiVersion  2  string
  name        3  string
  uid         4  string

alias ExtraValue  1  [string]

kind SelfSubjectReview
  metadata  1  meta/v1.ObjectMeta
  status    2  SelfSubjectReviewStatus

type SelfSubjectReviewStatus
  userInfo  1  UserInfo

kind TokenRequest
  metadata  1  meta/v1.ObjectMeta
  spec      2  TokenRequestSpec    required  written
  status    3  TokenRequestStatus

type TokenRequestSpec
  audiences          1  [string]               required  written
  expirationSeconds  4  int64?                 written  = 3600
  boundObjectRef     3  BoundObjectReference?  written

type TokenRequestStatus
  token                1  string  required  written
  expirationTimestamp  2  time    required  written

kind TokenReview
  metadata  1  meta/v1.ObjectMeta
  spec      2  TokenReviewSpec     required  written
  status    3  TokenReviewStatus

type TokenReviewSpec
  token      1  string
  audiences  2  [string]

type TokenReviewStatus
  authenticated  1  bool
  user           2  UserInfo
  audiences      4  [string]
  error          3  string

type UserInfo
  username  1  string
  uid       2  string
  groups    3  [string]
  extra     4  {ExtraValue}
`;
