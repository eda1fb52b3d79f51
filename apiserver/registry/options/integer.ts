// Reading numbers and booleans of query parameters. A text that is no number is the client's mistake (400).

import type { Query } from '../contract/query.ts';
import { badRequest } from '../../../shared/object/errors.ts';

/** Enough for a number of 64 bits with some zeros before it. */
const mostDigits = 40;
const digits = /^[+-]?[0-9]+$/;

/**
 * The whole number of 64 bits that a parameter holds, or the next to it that a double holds exactly; undefined when it is
 * absent. Throws 400 for anything else, an empty text too.
 */
export function integerOf(query: Query, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!digits.test(text)) throw badRequest(`the parameter ${name} must be a whole number, not ${JSON.stringify(text)}`);
  if (text.length > mostDigits || BigInt.asIntN(64, BigInt(text)) !== BigInt(text))
    throw badRequest(`the parameter ${name} is out of range: ${text}`);
  return Math.min(Math.max(Number(text), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

/**
 * The truth of a parameter: undefined when absent; `false` and `0` are false in any case, everything else is true, the
 * empty text included.
 */
export function booleanOf(query: Query, name: string): boolean | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  return text !== '0' && text.toLowerCase() !== 'false';
}
