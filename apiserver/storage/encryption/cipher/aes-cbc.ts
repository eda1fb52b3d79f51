// AES-CBC with PKCS#7 padding (RFC 5652, 6.3): initialization vector, encrypted value. Nothing is authenticated: a changed value
// may be noticed by its padding only, and a value may be copied to another place.

import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { type Cipher, tooShort } from '../contract/value-transformer.ts';

const blockLength = 16;
const methods = { 16: 'aes-128-cbc', 24: 'aes-192-cbc', 32: 'aes-256-cbc' } as const;

/** Throws TypeError for a key that is not 16, 24 or 32 bytes long. */
export function aesCbc(secret: Buffer): Cipher {
  const method = methods[secret.length as keyof typeof methods];
  if (method === undefined) throw new TypeError(`${secret.length} bytes are no key for AES`);
  const key = createSecretKey(secret);
  return {
    seal(value) {
      const vector = randomBytes(blockLength);
      const cipher = createCipheriv(method, key, vector);
      return Buffer.concat([vector, cipher.update(value), cipher.final()]);
    },
    open(stored) {
      if (stored.length < blockLength) throw new Error(tooShort);
      if (stored.length % blockLength !== 0) throw new Error('the stored data is not a multiple of the block size');
      const cipher = createDecipheriv(method, key, stored.subarray(0, blockLength)).setAutoPadding(false);
      return withoutPadding(Buffer.concat([cipher.update(stored.subarray(blockLength)), cipher.final()]));
    },
  };
}

/** In the wording of the reference server: clients show it. */
function withoutPadding(padded: Buffer): Buffer {
  const length = padded.at(-1) ?? 0;
  if (length === 0 || length > padded.length) throw new Error('invalid PKCS7 data (empty or not padded)');
  const end = padded.length - length;
  for (let at = end; at < padded.length; at += 1) {
    if (padded[at] !== length) throw new Error('invalid padding on input');
  }
  return padded.subarray(0, end);
}
