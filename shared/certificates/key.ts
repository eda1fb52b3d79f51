// New private keys: ECDSA on P-256, the one kind this system makes.

import type { KeyObject } from 'node:crypto';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';

export interface NewKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** PKCS 8. */
  readonly keyPem: string;
}

/** A fresh P-256 key. */
export function newKey(): NewKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  return { privateKey, publicKey: createPublicKey(privateKey), keyPem };
}
