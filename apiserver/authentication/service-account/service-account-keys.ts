// The keys of service-account tokens: one that signs, any number that verify, each known by the hash of its public part.

import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

export type SigningAlgorithm = 'RS256' | 'ES256' | 'ES384' | 'ES512';

/** A public key that verifies tokens. */
export interface VerificationKey {
  /** base64url of the SHA-256 of the DER public key, as the `kid` of tokens names it. */
  readonly id: string;
  readonly algorithm: SigningAlgorithm;
  readonly key: KeyObject;
}

export interface SigningKey extends VerificationKey {
  readonly privateKey: KeyObject;
}

const curveAlgorithms: ReadonlyMap<string, SigningAlgorithm> = new Map([
  ['prime256v1', 'ES256'],
  ['secp384r1', 'ES384'],
  ['secp521r1', 'ES512'],
]);

/** The signing key of a PEM private key, RSA or ECDSA. Throws an Error for anything else. */
export function signingKey(pem: string | Buffer): SigningKey {
  const privateKey = createPrivateKey(pem);
  return { ...verificationKey(createPublicKey(privateKey)), privateKey };
}

/** The keys of a PEM file: public keys, private keys (their public part), certificates. Throws when it holds none. */
export function verificationKeys(pem: string): readonly VerificationKey[] {
  const blocks = pem.match(/-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/g) ?? [];
  const keys = blocks
    .filter((block) => !block.includes('EC PARAMETERS'))
    .map((block) => verificationKey(createPublicKey(block)));
  if (keys.length === 0) {
    throw new Error('the file holds no RSA or ECDSA key');
  }
  return keys;
}

function verificationKey(key: KeyObject): VerificationKey {
  const id = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
  return { id, algorithm: algorithmOf(key), key };
}

function algorithmOf(key: KeyObject): SigningAlgorithm {
  if (key.asymmetricKeyType === 'rsa') {
    return 'RS256';
  }
  const algorithm = curveAlgorithms.get(key.asymmetricKeyDetails?.namedCurve ?? '');
  if (key.asymmetricKeyType !== 'ec' || algorithm === undefined) {
    throw new Error('service-account keys are RSA or ECDSA on P-256, P-384 or P-521');
  }
  return algorithm;
}
