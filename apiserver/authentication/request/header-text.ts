// Text that request headers carry about a user: bytes, which mean UTF-8 although HTTP libraries give them as Latin-1.

/** The text of a value. Bytes that are no UTF-8 become U+FFFD. */
export function headerText(value: string): string {
  return /[\u0080-\u00ff]/.test(value) ? Buffer.from(value, 'latin1').toString('utf8') : value;
}

/**
 * The key that the rest of a header's name stands for, behind a prefix such as `Impersonate-Extra-`. Header names have no case,
 * so letters are small; others, and capitals, are written in percent encoding. Where that is broken the key is what is written.
 */
export function extraKey(encoded: string): string {
  const lower = encoded.toLowerCase();
  if (!lower.includes('%') || /%(?![0-9a-f]{2})/.test(lower)) return lower;
  return headerText(
    lower.replace(/%([0-9a-f]{2})/g, (_code, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
  );
}
