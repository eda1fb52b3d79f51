// Text of a target on its way to people. Characters that a reader cannot see, or that would act on a terminal, an XML parser or
// the direction of a line, become their code: a target cannot forge what a report says.

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

/** The text with every control, format and broken character as `\u001b`; line ends and tabs stay. */
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

/** The same on one line. */
export function visibleLine(text: string): string {
  return visible(text.replace(/\s+/g, ' '));
}
