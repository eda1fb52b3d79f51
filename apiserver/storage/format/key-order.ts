// The order of keys in a store: that of their UTF-8 bytes, which is the order of code points. JavaScript compares UTF-16
// units, which differs above U+FFFF.

/** What is ordered otherwise by its UTF-16 units: surrogates, and what stands above them. */
const aboveSurrogates = /[\ud800-\uffff]/;

/** Negative, 0 or positive, as comparators answer. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  // The engine's comparison is many times faster than a loop, and right unless both hold something of the kind.
  if (aboveSurrogates.test(a) && aboveSurrogates.test(b)) return compareUnits(a, b);
  return a < b ? -1 : 1;
}

function compareUnits(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above U+FFFF, so they sort after every other unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** An upper bound, inclusive, of the keys under a prefix: U+10FFFF is no character and the greatest code point. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}

/** The later of the prefix and the start. */
export function firstKey(prefix: string, start: string | undefined): string {
  return start !== undefined && compareKeys(start, prefix) > 0 ? start : prefix;
}
