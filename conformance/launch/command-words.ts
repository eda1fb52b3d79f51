// The words of a command that the user gives as one text: split at blanks, with quotes for words that hold some. No shell
// is involved, so nothing else means anything.

/** A command that cannot be read; the message is one line. */
export class CommandError extends Error {}

/** `node 'my server.js' --flag` is three words. Throws CommandError for an open quote and for no word at all. */
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
