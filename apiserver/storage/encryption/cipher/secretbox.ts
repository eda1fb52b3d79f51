// NaCl's secretbox: XSalsa20-Poly1305 with a random nonce of 24 bytes: nonce, tag, encrypted value. The value is authenticated, its
// place is not.

import { randomBytes } from 'node:crypto';
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { type Cipher, tooShort } from '../contract/value-transformer.ts';

const nonceLength = 24;
const tagLength = 16;
export const secretboxKeyLength = 32;

/** Throws TypeError for a key that is not 32 bytes long. */
export function secretbox(secret: Buffer): Cipher {
  if (secret.length !== secretboxKeyLength) throw new TypeError(`${secret.length} bytes are no key for secretbox`);
  const key = Uint8Array.from(secret);
  return {
    seal(value) {
      const nonce = randomBytes(nonceLength);
      return Buffer.concat([nonce, xsalsa20poly1305(key, nonce).encrypt(value)]);
    },
    open(stored) {
      if (stored.length < nonceLength + tagLength) throw new Error(tooShort);
      const nonce = stored.subarray(0, nonceLength);
      try {
        return Buffer.from(xsalsa20poly1305(key, nonce).decrypt(stored.subarray(nonceLength)));
      } catch {
        // The wording of the reference server, which is about another thing.
        throw new Error('output array was not large enough for encryption');
      }
    },
  };
}
