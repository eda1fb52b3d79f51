// Client certificates (wire section 10.2): a certificate that chains to one of the client CAs, is valid now and is meant
// for clients, names its holder by Common Name and the groups by Organization.

import { createHash, X509Certificate } from 'node:crypto';
import type { Clock } from '../../shared/process/clock.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Authentication, Authenticator, UserInfo } from './authenticator.ts';

const clientAuthUsage = '1.3.6.1.5.5.7.3.2';
const anyUsage = '2.5.29.37.0';
/** Subject attribute that carries the user's uid. */
const uidAttribute = '1.3.6.1.4.1.57683.2';
const longestChain = 6;

export interface ClientCaOptions {
  /** PEM bundle. */
  readonly clientCa: string | Buffer;
  readonly vendor: Vendor;
  readonly clock: Clock;
}

/** What was found out about the certificates of one connection. */
type Finding =
  | { readonly user: UserInfo; readonly notBefore: number; readonly notAfter: number }
  | { readonly reason: string };

/** Throws when the bundle holds no certificate or one that cannot be read. */
export function x509Authenticator({ clientCa, vendor, clock }: ClientCaOptions): Authenticator {
  const anchors = certificatesOf(clientCa.toString());
  const credentialId = vendor.fill('authentication.{label}/credential-id');
  // One array per connection: verified once, valid times looked at with every request.
  const findings = new WeakMap<readonly Buffer[], Finding>();
  return {
    name: 'x509',
    authenticate({ certificateChain }): Authentication {
      if (certificateChain.length === 0) {
        return { outcome: 'none' };
      }
      let finding = findings.get(certificateChain);
      if (finding === undefined) {
        finding = examine(certificateChain, anchors, credentialId);
        findings.set(certificateChain, finding);
      }
      return judge(finding, clock.now());
    },
  };
}

function judge(finding: Finding, now: number): Authentication {
  if ('reason' in finding) {
    return { outcome: 'rejected', reason: finding.reason };
  }
  if (now < finding.notBefore || now > finding.notAfter) {
    return { outcome: 'rejected', reason: 'the certificate is expired or not yet valid' };
  }
  return { outcome: 'accepted', user: finding.user };
}

function examine(chain: readonly Buffer[], anchors: readonly X509Certificate[], credentialId: string): Finding {
  let certificates: readonly X509Certificate[];
  try {
    certificates = chain.slice(0, longestChain).map((der) => new X509Certificate(der));
  } catch {
    return { reason: 'the certificate cannot be read' };
  }
  const [leaf, ...intermediates] = certificates;
  const der = chain[0];
  if (leaf === undefined || der === undefined) {
    return { reason: 'there is no certificate' };
  }
  const path = pathToAnchor(leaf, intermediates, anchors);
  if (path === undefined) {
    return { reason: 'the certificate is signed by an unknown authority' };
  }
  if (!meantForClients(leaf)) {
    return { reason: 'the certificate is not meant for clients' };
  }
  const user = userOf(leaf, der, credentialId);
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

function userOf(certificate: X509Certificate, der: Buffer, credentialId: string): UserInfo | undefined {
  // The legacy form gives attribute values unescaped and repeated ones as arrays.
  const subject = certificate.toLegacyObject().subject as unknown as Record<string, string | string[] | undefined>;
  const names = valuesOf(subject, 'CN');
  const username = names[names.length - 1] ?? '';
  if (username === '') {
    return undefined;
  }
  const [uid] = valuesOf(subject, uidAttribute);
  const fingerprint = createHash('sha256').update(der).digest('hex');
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

function certificatesOf(bundle: string): readonly X509Certificate[] {
  const blocks = bundle.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) {
    throw new Error('the client CA file holds no certificate');
  }
  return blocks.map((pem) => new X509Certificate(pem));
}
