// The types of client.authentication.{api}/v1, in the notation of ../notation.ts: one field per line.

export const clientAuthenticationV1 = `
type Cluster
  server                      -  string  required  written
  tls-server-name             -  string
  insecure-skip-tls-verify    -  bool
  certificate-authority-data  -  bytes
  proxy-url                   -  string
  disable-compression         -  bool
  config                      -  raw

kind ExecCredential
  spec    -  ExecCredentialSpec
  status  -  ExecCredentialStatus?

type ExecCredentialSpec
  cluster      -  Cluster?
  interactive  -  bool      required  written

type ExecCredentialStatus
  expirationTimestamp    -  time?
  token                  -  string
  clientCertificateData  -  string
  clientKeyData          -  string
`;
