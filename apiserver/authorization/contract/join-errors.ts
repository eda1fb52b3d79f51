// Errors of several modules, or of several roles, as one text.

/** `[a, b]`, repeated ones once; a single one plain. */
export function joinErrors(errors: readonly string[]): string {
  const distinct = [...new Set(errors)];
  return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`;
}
