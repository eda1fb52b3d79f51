// Encodes certificates as DER, and decodes the parts that this system needs (subject, issuer, validity). node:crypto and
// node:tls verify chains and host names.

import type { KeyObject } from 'node:crypto';
import { createHash, randomBytes } from 'node:crypto';

import type { DerElement } from './der-reader.ts';
import {
  childrenOf,
  DerError,
  expect,
  readBitString,
  readElement,
  readObjectIdentifier,
  readTime,
} from './der-reader.ts';
import {
  bitString,
  boolean,
  context,
  namedBits,
  objectIdentifier,
  octetString,
  sequence,
  tags,
  time,
  unsignedInteger,
} from './der-writer.ts';
import { fromPem, PemError, toPem } from './pem.ts';
import { signWith } from './signature-algorithm.ts';
import type { AlternativeNames, SubjectName } from './subject.ts';
import { decodeAlternativeNames, decodeName, encodeAlternativeNames, encodeName } from './subject.ts';
import type { Usage } from './usage.ts';
import { resolveUsages } from './usage.ts';

export const extensions = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAlternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const;

/** What a new certificate says. Times in milliseconds since the epoch, to the second. */
export interface CertificateContent {
  readonly subject: SubjectName;
  /** The subject as encoded; wins over `subject`. */
  readonly subjectName?: Buffer;
  readonly alternativeNames: Partial<AlternativeNames>;
  readonly publicKey: KeyObject;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly usages: readonly Usage[];
  /** May sign certificates itself. */
  readonly authority: boolean;
}

/** The issuer: its name exactly as in its own certificate, its key, and the key's identifier. */
export interface Issuer {
  readonly name: Buffer;
  readonly keyIdentifier: Buffer;
  readonly key: KeyObject;
}

/** What is read of a certificate. */
export interface Certificate extends SubjectName, AlternativeNames {
  readonly notBefore: number;
  readonly notAfter: number;
  /** The subject as encoded. */
  readonly subjectName: Buffer;
  /** Identifier of its key: as it states it, else computed. */
  readonly keyIdentifier: Buffer;
}

/** Signs a certificate (X.509 version 3, random 127-bit serial number) and returns it as PEM. */
export function signCertificate(content: CertificateContent, issuer: Issuer): string {
  const publicKey = content.publicKey.export({ type: 'spki', format: 'der' });
  const serial = randomBytes(16);
  serial[0] = ((serial[0] as number) & 0x7f) | 0x40;
  const {
    algorithm,
    content: body,
    signature,
  } = signWith(issuer.key, (algorithm) =>
    sequence(
      context(0, true, unsignedInteger(Buffer.from([2]))),
      unsignedInteger(serial),
      algorithm,
      issuer.name,
      sequence(time(content.notBefore), time(content.notAfter)),
      content.subjectName ?? encodeName(content.subject),
      publicKey,
      context(3, true, sequence(...extensionsOf(content, keyIdentifierOf(publicKey), issuer.keyIdentifier))),
    ),
  );
  return toPem('CERTIFICATE', sequence(body, algorithm, bitString(signature)));
}

function extensionsOf(content: CertificateContent, ownKey: Buffer, issuerKey: Buffer): Buffer[] {
  const { bits, identifiers } = resolveUsages(content.usages);
  const alternativeNames = encodeAlternativeNames(content.alternativeNames);
  return [
    extension(extensions.basicConstraints, sequence(...(content.authority ? [boolean(true)] : [])), true),
    ...(bits.length === 0 ? [] : [extension(extensions.keyUsage, namedBits(bits), true)]),
    ...(identifiers.length === 0
      ? []
      : [extension(extensions.extendedKeyUsage, sequence(...identifiers.map(objectIdentifier)))]),
    extension(extensions.subjectKeyIdentifier, octetString(ownKey)),
    extension(extensions.authorityKeyIdentifier, sequence(context(0, false, issuerKey))),
    ...(alternativeNames === undefined ? [] : [extension(extensions.subjectAlternativeName, alternativeNames)]),
  ];
}

/** One entry of a list of extensions. */
export function extension(identifier: string, content: Uint8Array, critical = false): Buffer {
  return sequence(objectIdentifier(identifier), ...(critical ? [boolean(true)] : []), octetString(content));
}

/** The identifier of a public key given as SubjectPublicKeyInfo (RFC 5280, 4.2.1.2, method 1). */
export function keyIdentifierOf(publicKeyInfo: Uint8Array): Buffer {
  const [, key] = childrenOf(readElement(Buffer.from(publicKeyInfo)));
  return createHash('sha1').update(readBitString(key, 'the public key')).digest();
}

/** Reads the first certificate of PEM text. Throws PemError or DerError, whose messages say what is wrong. */
export function readCertificate(pem: string): Certificate {
  const [der] = fromPem(pem, 'CERTIFICATE');
  if (der === undefined) throw new PemError('no PEM block "CERTIFICATE"');
  const [body] = childrenOf(expect(readElement(der), tags.sequence, 'the certificate'));
  const all = childrenOf(expect(body, tags.sequence, 'the signed part'));
  const fields = all[0]?.tag === 0xa0 ? all.slice(1) : all;
  const [, , , validity, subject, publicKey] = fields;
  const [notBefore, notAfter] = childrenOf(expect(validity, tags.sequence, 'the validity'));
  if (subject === undefined || publicKey === undefined) throw new DerError('the certificate ends too early');
  const extra = readExtensions(fields.find(({ tag }) => tag === 0xa3));
  const names = extra.get(extensions.subjectAlternativeName);
  const keyIdentifier = extra.get(extensions.subjectKeyIdentifier);
  return {
    ...decodeName(subject),
    ...(names === undefined
      ? { dnsNames: [], ipAddresses: [], emails: [], uris: [] }
      : decodeAlternativeNames(readElement(names))),
    notBefore: readTime(notBefore, 'the start of the validity'),
    notAfter: readTime(notAfter, 'the end of the validity'),
    subjectName: subject.whole,
    keyIdentifier:
      keyIdentifier === undefined
        ? keyIdentifierOf(publicKey.whole)
        : expect(readElement(keyIdentifier), tags.octetString, 'the key identifier').content,
  };
}

/** The content of each extension by its identifier, from the element that wraps the list. One given twice is refused. */
export function readExtensions(wrapper: DerElement | undefined): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  if (wrapper === undefined) return found;
  const [list] = childrenOf(wrapper);
  for (const entry of childrenOf(expect(list, tags.sequence, 'the extensions'))) {
    const parts = childrenOf(expect(entry, tags.sequence, 'an extension'));
    const identifier = readObjectIdentifier(parts[0], 'the identifier of an extension');
    if (found.has(identifier)) throw new DerError(`extension ${identifier} is given twice`);
    found.set(identifier, expect(parts.at(-1), tags.octetString, `extension ${identifier}`).content);
  }
  return found;
}
