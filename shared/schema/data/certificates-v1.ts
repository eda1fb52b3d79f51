// The types of certificates.{api}/v1, in the notation of ../notation.ts: one field per line.

export const certificatesV1 = `
kind CertificateSigningRequest
  metadata  1  meta/v1.ObjectMeta
  spec      2  CertificateSigningRequestSpec    required  written
  status    3  CertificateSigningRequestStatus

type CertificateSigningRequestCondition
  type                1  string  required  written
  status              6  string  required  written
  reason              2  string
  message             3  string
  lastUpdateTime      4  time
  lastTransitionTime  5  time

kind CertificateSigningRequestList
  metadata  1  meta/v1.ListMeta
  items     2  [CertificateSigningRequest]  required  written

type CertificateSigningRequestSpec
  request            1  bytes         required  written
  signerName         7  string        required  written
  expirationSeconds  8  int32?
  usages             5  [string]      enum(any|cert sign|client auth|code signing|content commitment|crl sign|data encipherment|decipher only|digital signature|email protection|encipher only|ipsec end system|ipsec tunnel|ipsec user|key agreement|key encipherment|microsoft sgc|netscape sgc|ocsp signing|s/mime|server auth|signing|timestamping)
  username           2  string
  uid                3  string
  groups             4  [string]
  extra              6  {ExtraValue}

type CertificateSigningRequestStatus
  conditions   1  [CertificateSigningRequestCondition]  map(type)
  certificate  2  bytes

alias ExtraValue  1  [string]
`;
