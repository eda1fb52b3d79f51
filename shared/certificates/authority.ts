// Certificate authorities: making one, signing with one, and serving pairs that sign themselves. New keys are ECDSA on
// P-256; an authority that is brought along may also have an RSA, P-384, P-521 or Ed25519 key.

import type { KeyObject } from 'node:crypto';
import { createPrivateKey } from 'node:crypto';

import type { Clock } from '../process/time/clock.ts';
import type { CertificateContent } from './certificate.ts';
import { keyIdentifierOf, readCertificate, signCertificate } from './certificate.ts';
import type { NewKey } from './key.ts';
import { newKey } from './key.ts';
import { encodeName } from './subject.ts';
import type { Usage } from './usage.ts';

const day = 24 * 60 * 60 * 1000;

/** Certificates are valid from this long before they were made, for peers whose clocks are behind. */
const backdating = 5 * 60 * 1000;

/** A certificate with its private key (PKCS 8), both PEM. */
export interface KeyPair {
  readonly certificatePem: string;
  readonly keyPem: string;
}

export interface AuthorityOptions {
  readonly commonName: string;
  readonly organizations?: readonly string[];
  /** Days of validity; default 3650. */
  readonly days?: number;
  readonly clock: Clock;
}

/** What a certificate is issued for. */
export interface IssueOptions {
  readonly commonName: string;
  readonly organizations?: readonly string[];
  /** The whole subject as encoded, from a request whose other attributes shall stay; wins over the two above. */
  readonly subjectName?: Buffer;
  readonly dnsNames?: readonly string[];
  readonly ipAddresses?: readonly string[];
  readonly emails?: readonly string[];
  readonly uris?: readonly string[];
  /** `client` and `server` stand for the authentication usage with digital signature; others by their API names. */
  readonly usages: readonly ('client' | 'server' | Usage)[];
  /** Days of validity, fractions allowed; default 365. Never beyond the authority's own end. */
  readonly days?: number;
  readonly clock: Clock;
}

/** A new authority, self-signed, that may sign certificates but not further authorities' chains without end. */
export function createAuthority(options: AuthorityOptions): KeyPair {
  return selfSign({
    subject: { commonName: options.commonName, organizations: options.organizations ?? [] },
    alternativeNames: {},
    usages: ['digital signature', 'key encipherment', 'cert sign'],
    authority: true,
    ...validity(options.clock, options.days ?? 3650),
  });
}

/** A serving pair that vouches for itself, for a first start without any authority. */
export function createSelfSigned(options: Omit<IssueOptions, 'usages'>): KeyPair {
  return selfSign({ ...contentOf({ ...options, usages: ['server'] }), authority: false });
}

/** Signs a certificate for a new key, or for the given public one, whose private half the caller need not have. */
export function issueCertificate(authority: KeyPair, options: IssueOptions): KeyPair;
export function issueCertificate(
  authority: KeyPair,
  options: IssueOptions & { readonly publicKey: KeyObject },
): { readonly certificatePem: string };
export function issueCertificate(
  authority: KeyPair,
  options: IssueOptions & { readonly publicKey?: KeyObject },
): { readonly certificatePem: string; readonly keyPem?: string } {
  const own = readCertificate(authority.certificatePem);
  const issuer = { name: own.subjectName, keyIdentifier: own.keyIdentifier, key: createPrivateKey(authority.keyPem) };
  const made = options.publicKey === undefined ? newKey() : undefined;
  const content = contentOf(options);
  const certificatePem = signCertificate(
    {
      ...content,
      notAfter: Math.min(content.notAfter, own.notAfter),
      authority: false,
      publicKey: options.publicKey ?? (made as NewKey).publicKey,
    },
    issuer,
  );
  return made === undefined ? { certificatePem } : { certificatePem, keyPem: made.keyPem };
}

function selfSign(content: Omit<CertificateContent, 'publicKey'>): KeyPair {
  const { privateKey, publicKey, keyPem } = newKey();
  const keyIdentifier = keyIdentifierOf(publicKey.export({ type: 'spki', format: 'der' }));
  const issuer = { name: content.subjectName ?? encodeName(content.subject), keyIdentifier, key: privateKey };
  return { certificatePem: signCertificate({ ...content, publicKey }, issuer), keyPem };
}

function contentOf(options: IssueOptions): Omit<CertificateContent, 'publicKey' | 'authority'> {
  return {
    subject: { commonName: options.commonName, organizations: options.organizations ?? [] },
    ...(options.subjectName === undefined ? {} : { subjectName: options.subjectName }),
    alternativeNames: {
      dnsNames: options.dnsNames ?? [],
      ipAddresses: options.ipAddresses ?? [],
      emails: options.emails ?? [],
      uris: options.uris ?? [],
    },
    usages: options.usages.flatMap((usage): Usage[] =>
      usage === 'client' || usage === 'server' ? ['digital signature', `${usage} auth`] : [usage],
    ),
    ...validity(options.clock, options.days ?? 365),
  };
}

function validity(clock: Clock, days: number): { readonly notBefore: number; readonly notAfter: number } {
  const now = clock.now();
  return { notBefore: now - backdating, notAfter: now + days * day };
}
