// What is wrong with an expression, and where: the form that the reference implementation prints, with the line and a mark
// under the place.

/** A fault of the text. `offset` counts UTF-16 units from the start. */
export interface Issue {
  readonly offset: number;
  readonly message: string;
}

/** Thrown for a text that is no expression. The message is that of `formatIssues`. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly issues: readonly Issue[];

  /** Without issues the fault has no place in the source, and `message` describes it. */
  constructor(source: string, issues: readonly Issue[], message = formatIssues(source, issues)) {
    super(message);
    this.issues = issues;
  }
}

/** The place of an offset: line from 1, column from 0 in code points. */
export function placeOf(source: string, offset: number): { readonly line: number; readonly column: number } {
  const before = source.slice(0, Math.max(0, offset));
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: Array.from(before.slice(start)).length };
}

/** All issues in the order of their places, one after the other. */
export function formatIssues(source: string, issues: readonly Issue[]): string {
  const lines = source.split('\n');
  return issues
    .map((issue) => ({ issue, place: placeOf(source, issue.offset) }))
    .sort((left, right) => left.place.line - right.place.line || left.place.column - right.place.column)
    .map(({ issue, place }) => {
      const line = (lines[place.line - 1] ?? '').replaceAll('\t', ' ');
      const dots = Array.from(line).slice(0, place.column).map(widthMark).join('');
      const mark = isWide(Array.from(line)[place.column] ?? '') ? '＾' : '^';
      return `ERROR: <input>:${place.line}:${place.column + 1}: ${issue.message}\n | ${line}\n | ${dots}${mark}`;
    })
    .join('\n');
}

/** Wide letters get a wide dot, so that the mark stands under its place. */
function widthMark(letter: string): string {
  return isWide(letter) ? '．' : '.';
}

function isWide(letter: string): boolean {
  return Buffer.byteLength(letter) > 1;
}
