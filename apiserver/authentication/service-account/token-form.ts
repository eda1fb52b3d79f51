// Whether the text of a service-account token has one meaning only: readers of JSON differ in which of two equal names counts, and
// in what they make of numbers that are no time. What a signature covers is not judged by such differences.

import { parseJson } from '../../../shared/codec/json/json.ts';

/** Seconds. No number beyond it is a time. */
const endOfTime = 2 ** 63;
/** Seconds by which the clock of another server may be ahead. */
const leeway = 60;

/** Why this text is no token to look at, undefined when it is. `now`: milliseconds since the epoch. The signature is not checked. */
export function problemOfToken(token: string, now: number): string | undefined {
  const [header = '', payload = ''] = token.split('.');
  const claims = membersOf(payload);
  if (typeof claims === 'string') return claims;
  const head = membersOf(header);
  return typeof head === 'string' ? head : problemOfClaims(claims, now);
}

type Members = Readonly<Record<string, unknown>>;

/** The members of a part, or why it has none. */
function membersOf(part: string): Members | string {
  let read: ReturnType<typeof parseJson>;
  try {
    read = parseJson(Buffer.from(part, 'base64url'));
  } catch (error) {
    return (error as Error).message;
  }
  const [twice] = read.duplicates;
  if (twice !== undefined) return `json: duplicate key '${twice}' in object`;
  const { value } = read;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : 'it is no object';
}

function problemOfClaims({ exp, nbf, iat, jti, aud }: Members, now: number): string | undefined {
  for (const time of [exp, nbf, iat]) {
    // The reader gives whole numbers beyond the exact ones as bigint.
    const isTime = typeof time === 'number' || typeof time === 'bigint';
    if (isTime && Math.abs(Number(time)) >= endOfTime) return 'a time of the token is out of range';
  }
  if (typeof iat === 'number' && iat > now / 1000 + leeway) return 'service account token is issued in the future';
  if (jti !== undefined && jti !== null && typeof jti !== 'string') return 'the "jti" claim must be a string';
  if (Array.isArray(aud) && aud.some((one) => typeof one !== 'string')) return 'the "aud" claim must hold strings only';
  return undefined;
}
