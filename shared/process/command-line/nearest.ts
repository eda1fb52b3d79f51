// What a misspelt word may have meant.

/** Characters of the word that are compared. */
const compared = 60;

/** The known name that begins with the word or is within two edits of it, if any; the nearest of several. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  return names.find((name) => name.startsWith(word)) ?? nearestWithin(word, names, 2)[0];
}

/** The known names within so many edits of the word, the nearest first. An edit adds, removes or changes a character. */
export function nearestWithin(word: string, names: readonly string[], edits: number): readonly string[] {
  const short = word.slice(0, compared);
  return names
    .map((name) => ({ name, away: Math.abs(name.length - short.length) > edits ? Infinity : distance(short, name) }))
    .filter(({ away }) => away <= edits)
    .sort((one, other) => one.away - other.away)
    .map(({ name }) => name);
}

function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const change = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
