// Regular expressions in linear time, whatever the pattern: RE2 syntax, on an engine that does not backtrack.

import { RE2JS } from 're2js';
import { Failure } from '../value/value.ts';

export interface PatternMatcher {
  /** Whether the pattern occurs in the text. */
  test(text: string): boolean;
  /** The first match; undefined where there is none. */
  first(text: string): string | undefined;
  /** At most so many matches, in order; all when negative. */
  all(text: string, limit: number): string[];
}

/** Longest pattern, in UTF-16 units: compiling is linear in it, with a factor. */
const longestPattern = 64 * 1024;

/** The compiled pattern; a failure when it is none. */
export function matcherOf(pattern: string): PatternMatcher | Failure {
  if (pattern.length > longestPattern) return new Failure(`error parsing regexp: expression too large`);
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Each shows the text that it is about, also where that is none.
    return new Failure(message.endsWith('trailing backslash at end of expression') ? `${message}: \`\`` : message);
  }
  return {
    test: (text) => compiled.test(text),
    first(text) {
      const matcher = compiled.matcher(text);
      return matcher.find() ? (matcher.group() ?? '') : undefined;
    },
    all(text, limit) {
      const found: string[] = [];
      const matcher = compiled.matcher(text);
      let end = -1;
      while (found.length !== limit && matcher.find()) {
        // An empty match directly behind another match is none.
        if (matcher.end() === matcher.start() && matcher.start() === end) continue;
        end = matcher.end();
        found.push(matcher.group() ?? '');
      }
      return found;
    },
  };
}
