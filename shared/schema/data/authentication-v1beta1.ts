// The types of authentication.{api}/v1beta1, in the notation of ../notation.ts: one field per line.

export const authenticationV1beta1 = `
alias ExtraValue  1  [string]

kind SelfSubjectReview
  metadata  1  meta/v1.ObjectMeta
  status    2  SelfSubjectReviewStatus

type SelfSubjectReviewStatus
  userInfo  1  authentication.{api}/v1.UserInfo

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
