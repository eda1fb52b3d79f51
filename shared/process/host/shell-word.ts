// Text as one word of a shell's command line, for lines that people copy.

const plain = /^[\w@%+=:,./-]+$/;

/** The text as it is where no shell reads anything into it, else in single quotes. */
export function shellWord(text: string): string {
  return plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
