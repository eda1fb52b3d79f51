// Makes text of a target safe for people, so that a target cannot forge a report. Invisible characters are replaced by
// their code. So are those that act on a terminal, an XML parser or the text direction.

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

/** Replaces every control, format and broken character by its code, such as `\u001b`; keeps line ends and tabs. */
export function visible(text: string): string {
  return text.replace(unseen, (character) =>
    character === '\n' || character === '\t'
      ? character
      : Array.from({ length: character.length }, (_, at) => code(character.charCodeAt(at))).join(''),
  );
}

function code(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** The same on one line: line ends and tabs become blanks. */
export function visibleLine(text: string): string {
  return visible(text.replace(/\s+/g, ' '));
}
