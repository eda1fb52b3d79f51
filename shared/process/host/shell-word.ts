// Text as one word of a shell's command line, for lines that people copy.

const plain = /^[\w@%+=:,./-]+$/;

/** The text unchanged if it has no special characters for a shell, else in single quotes. */
export function shellWord(text: string): string {
  return plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
