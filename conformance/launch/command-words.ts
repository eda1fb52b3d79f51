// Splits a command into words at blanks, with quotes for words that contain blanks. No shell is involved, so no other
// characters are special.

/** The command is malformed; the message is one line. */
export class CommandError extends Error {}

/** `node 'my server.js' --flag` is three words. Throws CommandError for an open quote and for an empty command. */
export function commandWords(text: string): readonly string[] {
  const words: string[] = [];
  const parts = /\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/y;
  const end = text.trimEnd().length;
  while (parts.lastIndex < end) {
    const match = parts.exec(text);
    if (match === null) throw new CommandError(`the command ${JSON.stringify(text)} has a quote that is not closed`);
    words.push(match[1] ?? match[2] ?? match[3] ?? '');
  }
  if (words.length === 0) throw new CommandError('the command is empty');
  return words;
}
