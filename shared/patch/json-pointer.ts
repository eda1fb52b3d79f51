// JSON Pointer (RFC 6901): the text of a place in a document, and its steps.

const mostSteps = 256;

/** The steps of a pointer; `''` is the whole document. Undefined: not a pointer, or one of more than 256 steps. */
export function parsePointer(text: string): readonly string[] | undefined {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined;
  const steps = text.slice(1).split('/');
  if (steps.length > mostSteps) return undefined;
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
