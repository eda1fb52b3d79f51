// Stores values as they are, and refuses to show what another method encrypted.

import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { ValueTransformer } from '../contract/value-transformer.ts';

/** What every encrypted value begins with. */
export function encryptedPrefix(vendor: Vendor): string {
  return vendor.fill('{stored}:enc:');
}

export function identity(vendor: Vendor): ValueTransformer {
  const encrypted = Buffer.from(encryptedPrefix(vendor));
  return {
    fromStorage(value) {
      if (value.subarray(0, encrypted.length).equals(encrypted))
        throw new Error('identity transformer tried to read encrypted data');
      return { value, stale: false };
    },
    toStorage: (value) => value,
  };
}
