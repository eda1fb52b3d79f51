// The connection file ("kubeconfig") of a user, with everything a client needs inside.

import { createPrivateKey } from 'node:crypto';
import type { KeyPair } from '../../../shared/certificates/authority.ts';

export interface ConnectionFileOptions {
  readonly url: string;
  /** PEM. */
  readonly caCertificate: string;
  readonly client: KeyPair;
  /** Default: the administrator. */
  readonly user?: string;
}

/** The file as YAML. */
export function connectionFile({ url, caCertificate, client, user = 'admin' }: ConnectionFileOptions): string {
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
    user: ${JSON.stringify(user)}
users:
- name: ${JSON.stringify(user)}
  user:
    client-certificate-data: ${base64(client.certificatePem)}
    client-key-data: ${base64(namedKey(client.keyPem))}
`;
}

/** Names the key's algorithm in its first line (SEC 1): some Java clients recognize it only by that line, and expect RSA. */
function namedKey(pem: string): string {
  const key = createPrivateKey(pem);
  return key.asymmetricKeyType === 'ec' ? key.export({ type: 'sec1', format: 'pem' }).toString() : pem;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
