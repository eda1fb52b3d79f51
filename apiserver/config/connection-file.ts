// The connection file ("kubeconfig") of the administrator, with everything a client needs inside.

import type { KeyPair } from '../../shared/certificates/authority.ts';

export interface ConnectionFileOptions {
  readonly url: string;
  /** PEM. */
  readonly caCertificate: string;
  readonly client: KeyPair;
}

/** The file as YAML. */
export function connectionFile({ url, caCertificate, client }: ConnectionFileOptions): string {
  return `apiVersion: v1
kind: Config
current-context: orchkit
clusters:
- name: orchkit
  cluster:
    server: ${url}
    certificate-authority-data: ${base64(caCertificate)}
contexts:
- name: orchkit
  context:
    cluster: orchkit
    user: admin
users:
- name: admin
  user:
    client-certificate-data: ${base64(client.certificatePem)}
    client-key-data: ${base64(client.keyPem)}
`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
