// Strings are sequences of code points in expressions, and of UTF-16 units in memory.

/** How many code points a text has. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(at + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      length -= 1;
      at += 1;
    }
  }
  return length;
}

/** Whether every unit is a code point, so that places in both are the same. */
export function isPlain(text: string): boolean {
  return lengthOf(text) === text.length;
}

/** The order of UTF-8 bytes: -1, 0 or 1. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  const end = Math.min(left.length, right.length);
  for (let at = 0; at < end; at += 1) {
    const [one, other] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (one === other) continue;
    // Surrogates stand for code points above all others, but their units do not.
    const [oneHigh, otherHigh] = [isSurrogate(one), isSurrogate(other)];
    if (oneHigh !== otherHigh) return oneHigh ? 1 : -1;
    return one < other ? -1 : 1;
  }
  return left.length < right.length ? -1 : 1;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
