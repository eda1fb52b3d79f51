// Names of properties as expressions spell them (CEL-022 to CEL-027): what no identifier may hold is escaped.

/** Words of the grammar, which no identifier may be. */
const words = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);
const escapes = new Map([
  ['__', '__underscores__'],
  ['.', '__dot__'],
  ['-', '__dash__'],
  ['/', '__slash__'],
]);

/** The identifier of a property; undefined for names that expressions cannot reach. */
export function escapedName(property: string): string | undefined {
  if (words.has(property)) return `__${property}__`;
  if (!/^[a-zA-Z_./-][a-zA-Z0-9_./-]*$/.test(property)) return undefined;
  return property.replaceAll(/__|[./-]/g, (found) => escapes.get(found) ?? found);
}

const unescapes = new Map([...escapes].map(([plain, escaped]) => [escaped, plain]));

/** The property of an identifier; undefined where an escape in it is none. */
export function unescapedName(identifier: string): string | undefined {
  let right = true;
  const name = identifier.replaceAll(/__[^_]+__/g, (found) => {
    const word = found.slice(2, -2);
    const plain = unescapes.get(found);
    if (plain !== undefined) return plain;
    if (words.has(word) && found.length === identifier.length) return word;
    right = false;
    return '';
  });
  return right ? name : undefined;
}
