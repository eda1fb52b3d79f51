// Whether a certificate and a private key belong together. Secrets of type tls are taken in any case: what is wrong is a warning.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { type PemBlock, pemBlocks } from '../../../../../shared/certificates/pem.ts';

const keyForms = ['pkcs1', 'pkcs8', 'sec1'] as const;
const keyTypes: readonly (string | undefined)[] = ['rsa', 'ec', 'ed25519'];

/** What a TLS server would say of the pair, both as PEM; undefined when it could use it. */
export function keyPairFault(certificatePem: string, keyPem: string): string | undefined {
  const certificates = blocksOf(certificatePem);
  const certificate = certificates.find(({ label }) => label === 'CERTIFICATE');
  if (certificate === undefined) return certificateFault(certificates.map(({ label }) => label));
  const keys = blocksOf(keyPem);
  const key = keys.find(({ label }) => label === 'PRIVATE KEY' || label.endsWith(' PRIVATE KEY'));
  if (key === undefined) return keyFault(keys.map(({ label }) => label));
  const read = certificateOf(certificate.der);
  if (read === undefined) return 'x509: malformed certificate';
  const privateKey = privateKeyOf(key.der);
  if (privateKey === undefined) return 'tls: failed to parse private key';
  const { asymmetricKeyType } = read.publicKey;
  if (!keyTypes.includes(asymmetricKeyType)) return 'tls: unknown public key algorithm';
  if (asymmetricKeyType !== privateKey.asymmetricKeyType) return 'tls: private key type does not match public key type';
  return read.checkPrivateKey(privateKey) ? undefined : 'tls: private key does not match public key';
}

function certificateFault(labels: readonly string[]): string {
  if (labels.length === 0) return 'tls: failed to find any PEM data in certificate input';
  if (labels.length === 1 && labels[0]?.endsWith('PRIVATE KEY') === true)
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched';
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${labels.join(' ')}]`;
}

function keyFault(labels: readonly string[]): string {
  if (labels.length === 0) return 'tls: failed to find any PEM data in key input';
  if (labels.length === 1 && labels[0] === 'CERTIFICATE')
    return 'tls: found a certificate rather than a key in the PEM for the private key';
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${labels.join(' ')}]`;
}

/** The blocks up to the first that is not well-formed. */
function blocksOf(text: string): readonly PemBlock[] {
  const blocks: PemBlock[] = [];
  try {
    for (const block of pemBlocks(text)) blocks.push(block);
  } catch {
    // What follows is no PEM.
  }
  return blocks;
}

function certificateOf(der: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

function privateKeyOf(der: Buffer): KeyObject | undefined {
  for (const type of keyForms) {
    try {
      return createPrivateKey({ key: der, format: 'der', type });
    } catch {
      // It has another form, or none.
    }
  }
  return undefined;
}
