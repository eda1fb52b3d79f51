// Verifies one chain of certificates against the authorities: whether it is signed by one of them and meant for clients, and
// which user it names. Pure, and costly: a fraction of a millisecond, most of it for parsing the certificates.

import { X509Certificate } from 'node:crypto';
import type { UserInfo } from '../contract/authenticator.ts';

const clientAuthUsage = '1.3.6.1.5.5.7.3.2';
const anyUsage = '2.5.29.37.0';
/** Subject attribute that carries the user's uid. */
const uidAttribute = '1.3.6.1.4.1.57683.2';
const longestChain = 6;

/** Whose certificate it is, and from when to when every certificate of its path is valid (milliseconds since the epoch). */
export interface X509User {
  readonly user: UserInfo;
  readonly notBefore: number;
  readonly notAfter: number;
}

/** The reason is for logs. */
export type Finding = X509User | { readonly reason: string };

export interface ChainQuestion {
  /** DER, leaf first. */
  readonly chain: readonly Buffer[];
  readonly anchors: readonly X509Certificate[];
  /** SHA-256 of the leaf, in hexadecimal. */
  readonly fingerprint: string;
  /** The key of the user's extra that the fingerprint stands under. */
  readonly credentialId: string;
}

/** Never throws. Does not check the validity period. */
export function examine({ chain, anchors, fingerprint, credentialId }: ChainQuestion): Finding {
  let certificates: readonly X509Certificate[];
  try {
    certificates = chain.slice(0, longestChain).map((der) => new X509Certificate(der));
  } catch {
    return { reason: 'the certificate cannot be read' };
  }
  const [leaf, ...intermediates] = certificates;
  if (leaf === undefined) {
    return { reason: 'there is no certificate' };
  }
  const path = pathToAnchor(leaf, intermediates, anchors);
  if (path === undefined) {
    return { reason: 'the certificate is signed by an unknown authority' };
  }
  if (!meantForClients(leaf)) {
    return { reason: 'the certificate is not meant for clients' };
  }
  const user = userOf(leaf, fingerprint, credentialId);
  if (user === undefined) {
    return { reason: 'the certificate has no common name' };
  }
  return {
    user,
    notBefore: Math.max(...path.map((certificate) => Date.parse(certificate.validFrom))),
    notAfter: Math.min(...path.map((certificate) => Date.parse(certificate.validTo))),
  };
}

/** The certificates from the leaf to a client CA, each signed by the next; undefined when there is no such path. */
function pathToAnchor(
  leaf: X509Certificate,
  intermediates: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
): readonly X509Certificate[] | undefined {
  const path = [leaf];
  let current = leaf;
  while (path.length <= longestChain) {
    const anchor = anchors.find((candidate) => issued(candidate, current));
    if (anchor !== undefined) {
      return [...path, anchor];
    }
    const next = intermediates.find((candidate) => !path.includes(candidate) && issued(candidate, current));
    if (next === undefined) {
      return undefined;
    }
    path.push(next);
    current = next;
  }
  return undefined;
}

function issued(issuer: X509Certificate, subject: X509Certificate): boolean {
  return issuer.ca && subject.checkIssued(issuer) && subject.verify(issuer.publicKey);
}

/** A certificate that names no extended usage is meant for all. */
function meantForClients(certificate: X509Certificate): boolean {
  const usages = certificate.keyUsage as readonly string[] | undefined;
  return usages === undefined || usages.includes(clientAuthUsage) || usages.includes(anyUsage);
}

function userOf(certificate: X509Certificate, fingerprint: string, credentialId: string): UserInfo | undefined {
  // The legacy form gives attribute values unescaped and repeated ones as arrays.
  const subject = certificate.toLegacyObject().subject as unknown as Record<string, string | string[] | undefined>;
  const names = valuesOf(subject, 'CN');
  const username = names[names.length - 1] ?? '';
  if (username === '') {
    return undefined;
  }
  const [uid] = valuesOf(subject, uidAttribute);
  return {
    username,
    ...(uid === undefined ? {} : { uid }),
    groups: valuesOf(subject, 'O'),
    extra: new Map([[credentialId, [`X509SHA256=${fingerprint}`]]]),
  };
}

function valuesOf(subject: Record<string, string | string[] | undefined>, attribute: string): readonly string[] {
  const value = Object.hasOwn(subject, attribute) ? subject[attribute] : undefined;
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}
