// The signature algorithms of certificates and requests: their identifiers, and which one a key signs with.

import type { KeyObject } from 'node:crypto';
import { sign, verify } from 'node:crypto';

import { element, objectIdentifier, sequence, tags } from './der-writer.ts';

interface Algorithm {
  readonly identifier: string;
  /** Key type of node:crypto. */
  readonly keyType: 'ec' | 'rsa' | 'ed25519';
  /** null: the algorithm hashes by itself. */
  readonly digest: 'sha256' | 'sha384' | 'sha512' | null;
}

/** SHA-1 and older are left out on purpose. */
const algorithms: readonly Algorithm[] = [
  { identifier: '1.2.840.10045.4.3.2', keyType: 'ec', digest: 'sha256' },
  { identifier: '1.2.840.10045.4.3.3', keyType: 'ec', digest: 'sha384' },
  { identifier: '1.2.840.10045.4.3.4', keyType: 'ec', digest: 'sha512' },
  { identifier: '1.2.840.113549.1.1.11', keyType: 'rsa', digest: 'sha256' },
  { identifier: '1.2.840.113549.1.1.12', keyType: 'rsa', digest: 'sha384' },
  { identifier: '1.2.840.113549.1.1.13', keyType: 'rsa', digest: 'sha512' },
  { identifier: '1.3.101.112', keyType: 'ed25519', digest: null },
];

const digestOfCurve: ReadonlyMap<string | undefined, string> = new Map([
  ['secp384r1', 'sha384'],
  ['secp521r1', 'sha512'],
]);

/** Signs with the algorithm that suits the key. Throws TypeError for a key of another type. */
export function signWith(
  key: KeyObject,
  content: (algorithm: Buffer) => Buffer,
): { algorithm: Buffer; content: Buffer; signature: Buffer } {
  const digest = digestOfCurve.get(key.asymmetricKeyDetails?.namedCurve) ?? 'sha256';
  const found = algorithms.find(
    ({ keyType, digest: own }) => keyType === key.asymmetricKeyType && (own ?? digest) === digest,
  );
  if (found === undefined) throw new TypeError(`a key of type ${key.asymmetricKeyType} cannot sign certificates`);
  // RSA alone has a parameter, which is an explicit nothing (RFC 4055, section 5).
  const parameter = found.keyType === 'rsa' ? [element(tags.nothing)] : [];
  const algorithm = sequence(objectIdentifier(found.identifier), ...parameter);
  const signed = content(algorithm);
  return { algorithm, content: signed, signature: sign(found.digest, signed, key) };
}

/** undefined: the algorithm is not one of ours, or does not go with the key. */
export function verifyWith(
  identifier: string,
  key: KeyObject,
  content: Buffer,
  signature: Buffer,
): boolean | undefined {
  const found = algorithms.find((algorithm) => algorithm.identifier === identifier);
  if (found === undefined || found.keyType !== key.asymmetricKeyType) return undefined;
  try {
    return verify(found.digest, content, key, signature);
  } catch {
    return false;
  }
}
