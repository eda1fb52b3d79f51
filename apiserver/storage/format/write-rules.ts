// Writes that every engine refuses: they are defects of the caller.

import { type KeyChange, mostTogether, type Write } from '../contract/store.ts';

/** Longest key in bytes; the embedded store writes its length as 16 bits. */
const maximumKeyLength = 0xffff;

/** Throws TypeError. */
export function assertWrite(write: Write): void {
  const { key, onlyWhile, together = [], ttlSeconds } = write;
  for (const change of [write, ...together]) assertChange(change);
  if (together.length > mostTogether) throw new TypeError(`more than ${mostTogether} keys cannot be changed together`);
  if (new Set([write, ...together].map((change) => change.key)).size <= together.length)
    throw new TypeError('a write changes each key once');
  if (onlyWhile !== undefined && !(onlyWhile.revision > 0 && onlyWhile.key !== key))
    throw new TypeError('another key and its revision guard a write');
  if (ttlSeconds !== undefined && !(ttlSeconds > 0)) throw new TypeError('a lifetime is greater than 0 seconds');
}

function assertChange({ key, value, expected }: KeyChange): void {
  if (key === '' || Buffer.byteLength(key) > maximumKeyLength) throw new TypeError('the key is empty or too long');
  if (!Number.isSafeInteger(expected) || expected < 0) throw new TypeError(`${expected} is no revision to expect`);
  if (value === undefined && expected === 0) throw new TypeError('a removal names the revision of what it removes');
}
