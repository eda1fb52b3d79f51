// AES-GCM with a random nonce (NIST SP 800-38D): nonce, encrypted value, tag. The place is authenticated data. The same key may
// encrypt 2^32 values; then it has to be rotated.

import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { type Cipher, tooShort } from '../contract/value-transformer.ts';

const nonceLength = 12;
const tagLength = 16;
/** In the wording of the reference server: clients show it. */
const failed = 'cipher: message authentication failed';

const methods = { 16: 'aes-128-gcm', 24: 'aes-192-gcm', 32: 'aes-256-gcm' } as const;

/** Throws TypeError for a key that is not 16, 24 or 32 bytes long. */
export function aesGcm(secret: Buffer): Cipher {
  const method = methods[secret.length as keyof typeof methods];
  if (method === undefined) throw new TypeError(`${secret.length} bytes are no key for AES`);
  const key = createSecretKey(secret);
  return {
    seal(value, place) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(method, key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(place));
      return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
    },
    open(stored, place) {
      if (stored.length < nonceLength) throw new Error(tooShort);
      if (stored.length < nonceLength + tagLength) throw new Error(failed);
      const end = stored.length - tagLength;
      const nonce = stored.subarray(0, nonceLength);
      const cipher = createDecipheriv(method, key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(place));
      cipher.setAuthTag(stored.subarray(end));
      const value = cipher.update(stored.subarray(nonceLength, end));
      try {
        cipher.final();
      } catch {
        throw new Error(failed);
      }
      return value;
    },
  };
}
