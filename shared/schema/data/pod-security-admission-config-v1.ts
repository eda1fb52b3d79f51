// The types of pod-security.admission.config.{api}/v1, in the notation of ../notation.ts: one field per line.

export const podSecurityAdmissionConfigV1 = `
kind PodSecurityConfiguration
  defaults    -  PodSecurityDefaults    required  written
  exemptions  -  PodSecurityExemptions  required  written

type PodSecurityDefaults
  enforce          -  string
  enforce-version  -  string
  audit            -  string
  audit-version    -  string
  warn             -  string
  warn-version     -  string

type PodSecurityExemptions
  usernames       -  [string]
  namespaces      -  [string]
  runtimeClasses  -  [string]
`;
