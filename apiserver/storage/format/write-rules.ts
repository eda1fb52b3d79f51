// Writes that every engine refuses: they are defects of the caller.

import type { Write } from '../contract/store.ts';

/** Longest key in bytes; the embedded store writes its length as 16 bits. */
const maximumKeyLength = 0xffff;

/** Throws TypeError. */
export function assertWrite({ key, value, expected, onlyWhile, ttlSeconds }: Write): void {
  if (key === '' || Buffer.byteLength(key) > maximumKeyLength) throw new TypeError('the key is empty or too long');
  if (!Number.isSafeInteger(expected) || expected < 0) throw new TypeError(`${expected} is no revision to expect`);
  if (value === undefined && expected === 0) throw new TypeError('a removal names the revision of what it removes');
  if (onlyWhile !== undefined && !(onlyWhile.revision > 0 && onlyWhile.key !== key))
    throw new TypeError('another key and its revision guard a write');
  if (ttlSeconds !== undefined && !(ttlSeconds > 0)) throw new TypeError('a lifetime is greater than 0 seconds');
}
