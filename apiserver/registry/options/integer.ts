// Reading numbers and booleans of query parameters. A text that is no number is the client's mistake (400).

import type { Query } from '../contract/query.ts';
import { badRequest } from '../../../shared/object/errors.ts';

const digits = /^[+-]?[0-9]{1,19}$/;

/** The whole number a parameter holds; undefined when it is absent. Throws 400 for anything else, an empty text too. */
export function integerOf(query: Query, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!digits.test(text)) throw badRequest(`the parameter ${name} must be a whole number, not ${JSON.stringify(text)}`);
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw badRequest(`the parameter ${name} is out of range: ${text}`);
  return value;
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
