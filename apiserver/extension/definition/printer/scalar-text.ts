// Values without parts as texts, for columns and selectors.

/** Undefined: a value that has parts, and none. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' ? `${value}` : undefined;
}
