// The CA bundle of a conversion webhook: PEM certificates, and at least one of them must be readable.

import { X509Certificate } from 'node:crypto';
import type { Definition } from './definition.ts';

/** What is wrong with the authorities, given as base64 of PEM; undefined: nothing, or there are none. */
export function authorityFault(caBundle: string): string | undefined {
  const text = Buffer.from(caBundle, 'base64').toString('latin1');
  if (text === '') return undefined;
  const blocks = text.match(/-----BEGIN ([^-]*)-----[\s\S]*?-----END \1-----/g) ?? [];
  const certificates = blocks.filter((block) => block.startsWith('-----BEGIN CERTIFICATE-----'));
  if (certificates.some(isCertificate)) return undefined;
  const [first] = certificates;
  const reason =
    blocks.length === 0
      ? 'unable to parse bytes as PEM block'
      : first === undefined
        ? 'no valid certificate authority data seen'
        : 'failed to parse certificate: x509: malformed certificate';
  return `unable to load root certificates: ${reason}`;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

export function hasWrongAuthority({ spec }: Definition): boolean {
  return authorityFault(spec?.conversion?.webhook?.clientConfig?.caBundle ?? '') !== undefined;
}
