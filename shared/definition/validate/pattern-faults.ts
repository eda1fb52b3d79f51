// Checks that a text is a valid pattern. A schema repeats a few patterns in many fields, and to compile one takes longer than
// all other checks of a field, so results are cached.

import { RE2JS } from 're2js';

/** Of one schema: kept for as long as it is checked. */
export class PatternFaults {
  readonly #known = new Map<string, string | undefined>();

  /** The message for a text that is no pattern; undefined: it is one. */
  of(pattern: string): string | undefined {
    if (!this.#known.has(pattern)) this.#known.set(pattern, faultOf(pattern));
    return this.#known.get(pattern);
  }
}

function faultOf(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
