// AES-GCM with a key of its own for each value, derived from a seed and 32 random bytes by HKDF-Expand with SHA-256 (RFC 5869, 2.3):
// the random bytes, then what AES-GCM makes. So one seed may encrypt any number of values.

import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { type Cipher, tooShort } from '../contract/value-transformer.ts';
import { aesGcm } from './aes-gcm.ts';

const infoLength = 32;
export const shortestSeed = 32;
/** The first block of the expansion is as long as the key. */
const firstBlock = Buffer.from([1]);

/** Throws an Error for a seed of less than 32 bytes: it comes from another program. */
export function extendedNonceGcm(secret: Buffer): Cipher {
  if (secret.length < shortestSeed) throw new Error(`invalid seed length ${secret.length} used for key generation`);
  const seed = createSecretKey(secret);
  const derived = (info: Buffer): Cipher => aesGcm(createHmac('sha256', seed).update(info).update(firstBlock).digest());
  return {
    seal(value, place) {
      const info = randomBytes(infoLength);
      return Buffer.concat([info, derived(info).seal(value, place)]);
    },
    open(stored, place) {
      if (stored.length < infoLength) throw new Error(tooShort);
      return derived(stored.subarray(0, infoLength)).open(stored.subarray(infoLength), place);
    },
  };
}
