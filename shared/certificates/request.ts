// Certificate signing requests (PKCS 10, RFC 2986): created for our own keys, and parsed from untrusted clients. The size is
// limited, and malformed requests throw RequestError. Callers decide whether to sign.

import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey } from 'node:crypto';

import { extension, extensions, readExtensions } from './certificate.ts';
import type { DerElement } from './der-reader.ts';
import { childrenOf, DerError, expect, readBitString, readElement, readObjectIdentifier } from './der-reader.ts';
import { bitString, context, objectIdentifier, sequence, setOf, tags, unsignedInteger } from './der-writer.ts';
import { newKey } from './key.ts';
import { fromPem, PemError, toPem } from './pem.ts';
import { signWith, verifyWith } from './signature-algorithm.ts';
import type { AlternativeNames, SubjectName } from './subject.ts';
import { decodeAlternativeNames, decodeName, encodeAlternativeNames, encodeName } from './subject.ts';

const extensionRequest = '1.2.840.113549.1.9.14';

export interface RequestOptions extends Partial<AlternativeNames> {
  readonly commonName: string;
  readonly organizations?: readonly string[];
  /** The key to certify (PKCS 8 or SEC 1); default a new P-256 key. */
  readonly keyPem?: string;
}

/** What a request asks for. Nothing of it is true before `signatureValid` is. */
export interface CertificateRequest extends SubjectName, AlternativeNames {
  /** The whole subject as encoded. */
  readonly subjectName: Buffer;
  /** Alternative names of kinds that are not read. */
  readonly otherNames: number;
  /** Identifiers of all extensions asked for. */
  readonly extensions: readonly string[];
  readonly publicKey: KeyObject;
  /** The requester holds the private key. */
  readonly signatureValid: boolean;
}

/** The request cannot be read; the message says why. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
}

export function createRequest(options: RequestOptions): { readonly requestPem: string; readonly keyPem: string } {
  const keyPem = options.keyPem ?? newKey().keyPem;
  const key = createPrivateKey(keyPem);
  const names = encodeAlternativeNames(options);
  const attributes =
    names === undefined
      ? []
      : [
          sequence(
            objectIdentifier(extensionRequest),
            setOf(sequence(extension(extensions.subjectAlternativeName, names))),
          ),
        ];
  const { algorithm, content, signature } = signWith(key, () =>
    sequence(
      unsignedInteger(Buffer.from([0])),
      encodeName({ commonName: options.commonName, organizations: options.organizations ?? [] }),
      createPublicKey(key).export({ type: 'spki', format: 'der' }),
      context(0, true, ...attributes),
    ),
  );
  return { requestPem: toPem('CERTIFICATE REQUEST', sequence(content, algorithm, bitString(signature))), keyPem };
}

/** Reads the one request of PEM text. Throws RequestError. */
export function parseRequest(pem: string): CertificateRequest {
  try {
    const blocks = fromPem(pem, 'CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST');
    if (blocks.length === 0) throw new RequestError('PEM block type must be CERTIFICATE REQUEST');
    if (blocks.length !== 1)
      throw new RequestError(`expected one PEM block "CERTIFICATE REQUEST", found ${blocks.length}`);
    return decode(blocks[0] as Buffer);
  } catch (error) {
    if (error instanceof DerError || error instanceof PemError) throw new RequestError(error.message, { cause: error });
    throw error;
  }
}

function decode(der: Buffer): CertificateRequest {
  const [content, algorithm, signature] = childrenOf(expect(readElement(der), tags.sequence, 'the request'));
  const [version, subject, keyInfo, attributes] = childrenOf(expect(content, tags.sequence, 'the signed part'));
  expect(version, tags.integer, 'the version');
  const publicKey = readKey(expect(keyInfo, tags.sequence, 'the public key'));
  const [identifier] = childrenOf(expect(algorithm, tags.sequence, 'the signature algorithm'));
  const algorithmId = readObjectIdentifier(identifier, 'the signature algorithm');
  const signed = (content as DerElement).whole;
  const signatureValid = verifyWith(algorithmId, publicKey, signed, readBitString(signature, 'the signature'));
  if (signatureValid === undefined)
    throw new RequestError(`signature algorithm ${algorithmId} is not supported for this key`);
  const asked = extensionsAsked(attributes);
  const names = asked.get(extensions.subjectAlternativeName);
  const { others = 0, ...alternativeNames } =
    names === undefined
      ? { dnsNames: [], ipAddresses: [], emails: [], uris: [] }
      : decodeAlternativeNames(readElement(names));
  return {
    ...decodeName(expect(subject, tags.sequence, 'the subject')),
    ...alternativeNames,
    subjectName: (subject as DerElement).whole,
    otherNames: others,
    extensions: [...asked.keys()],
    publicKey,
    signatureValid,
  };
}

function readKey(keyInfo: DerElement): KeyObject {
  try {
    return createPublicKey({ key: keyInfo.whole, type: 'spki', format: 'der' });
  } catch (error) {
    throw new RequestError('the public key cannot be read', { cause: error });
  }
}

function extensionsAsked(attributes: DerElement | undefined): Map<string, Buffer> {
  if (attributes === undefined) return new Map();
  const asked = childrenOf(expect(attributes, 0xa0, 'the attributes')).filter((attribute) => {
    const [type] = childrenOf(expect(attribute, tags.sequence, 'an attribute'));
    return readObjectIdentifier(type, 'the type of an attribute') === extensionRequest;
  });
  if (asked.length > 1) throw new DerError('extensions are asked for twice');
  const [, values] = asked[0] === undefined ? [] : childrenOf(asked[0]);
  return asked.length === 0 ? new Map() : readExtensions(expect(values, tags.set, 'the extensions asked for'));
}
