/** The text with long runs of one character counted: `a 64 times`. */
export function countedRuns(text: string): string {
  return text.replaceAll(/(.)\1{15,}/g, (run, one: string) => `${one} ${run.length} times`);
}
