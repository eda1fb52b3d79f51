// Which origins `--cors-allowed-origins` names: linear-time regular expressions over the Origin header. Their library is loaded
// only where there are some.

import type { OriginRule } from '../../http/stages/cross-origin.ts';

/** Undefined: none is named. Rejects with a clear Error for an expression that cannot be compiled. */
export async function originRule(expressions: readonly string[] = []): Promise<OriginRule | undefined> {
  if (expressions.length === 0) return undefined;
  const { RE2JS } = await import('re2js');
  const patterns = expressions.map((expression) => {
    let pattern: ReturnType<typeof RE2JS.compile>;
    try {
      pattern = RE2JS.compile(expression);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`the allowed origin "${expression}" is not a regular expression: ${reason}`, { cause: error });
    }
    requirePins(expression);
    return pattern;
  });
  return (origin) => patterns.some((pattern) => pattern.matcher(origin).find());
}

/** An expression that matches a part of a host would let others in: it says where the host begins and where it ends. */
function requirePins(expression: string): void {
  if (/\^|\/\//.test(expression) && /[$:]/.test(expression)) return;
  throw new Error(
    `the allowed origin "${expression}" must say where the host begins, with ^ or //, and where it ends, with $ or :`,
  );
}
