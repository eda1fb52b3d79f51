// JSON Pointer (RFC 6901): the text of a place in a document, and its steps.

const mostSteps = 256;

/** The steps of a pointer; `''` is the whole document. Undefined: not a pointer, or one of more than 256 steps. */
export function parsePointer(text: string): readonly string[] | undefined {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined;
  return stepsIn(text);
}

/** The same, where what stands before the first slash counts for nothing and `~2` stands for itself. */
export function lenientSteps(text: string): readonly string[] | undefined {
  if (text === '') return [];
  const slash = text.indexOf('/');
  return slash < 0 ? undefined : stepsIn(text.slice(slash));
}

function stepsIn(text: string): readonly string[] | undefined {
  const steps = text.slice(1).split('/');
  if (steps.length > mostSteps) return undefined;
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
