// Judges a JSON Web Token of a provider (OIDC-044 to OIDC-046, OIDC-071 to OIDC-073): its form, whom it is from and for, its time, and
// last its signature, for which keys may have to be got.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Provider } from './provider.ts';

/** The claims of a token; the last one of a name counts. */
export type Claims = Readonly<Record<string, unknown>>;

export interface VerifyOptions {
  readonly provider: Provider;
  readonly audiences: readonly string[];
  readonly algorithms: readonly string[];
  readonly clock: Clock;
}

/** Milliseconds by which a token may be ahead of its time. */
const notBeforeLeeway = 60_000;
/** UTF-16 units of a token. Headers are shorter; tokens of reviews and of distributed claims need not be. */
const longestToken = 256 * 1024;

/** The issuer that the token claims, whether rightly or not; undefined: it is no JSON Web Token. */
export function claimedIssuer(token: string): string | undefined {
  const claims = claimsIn(token);
  if (claims === undefined || typeof claims['iss'] !== 'string') return undefined;
  // This provider says its name in two ways.
  return claims['iss'] === 'accounts.google.com' ? 'https://accounts.google.com' : claims['iss'];
}

function claimsIn(token: string): Claims | undefined {
  const [, payload = '', signature, more] = token.length > longestToken ? [] : token.split('.', 4);
  if (signature === undefined || more !== undefined || !/^[\w-]+$/.test(payload)) return undefined;
  return objectOf(Buffer.from(payload, 'base64url').toString('utf8'));
}

function objectOf(text: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : undefined;
  } catch {
    return undefined;
  }
}

/** The claims of a token that is right. Rejects with an Error that says why it is not. */
export async function verifyToken(token: string, options: VerifyOptions): Promise<Claims> {
  const { provider, algorithms, clock } = options;
  const claims = claimsIn(token);
  if (claims === undefined) throw new Error('malformed jwt');
  if (claimedIssuer(token) !== provider.issuer) throw new Error('id token issued by a different provider');
  checkAudience(claims, options.audiences);
  checkTime(claims, clock.now());
  const { compactVerify, decodeProtectedHeader } = await import('jose');
  const { alg = '', kid } = decodeProtectedHeader(token);
  if (!algorithms.includes(alg)) {
    const expected = `[${algorithms.map((one) => JSON.stringify(one)).join(' ')}]`;
    throw new Error(`id token signed with unsupported algorithm, expected ${expected} got ${JSON.stringify(alg)}`);
  }
  const isSigned = async (): Promise<boolean> => {
    for (const key of await provider.keysFor(kid, alg)) {
      const verified = await compactVerify(token, key, { algorithms: [alg] }).catch(() => undefined);
      if (verified !== undefined) return true;
    }
    return false;
  };
  if (await isSigned()) return claims;
  if ((await provider.renewKeys()) && (await isSigned())) return claims;
  throw new Error('failed to verify signature: failed to verify id token signature');
}

function checkAudience(claims: Claims, wanted: readonly string[]): void {
  const aud = claims['aud'] ?? [];
  const audiences = typeof aud === 'string' ? [aud] : aud;
  if (!Array.isArray(audiences) || !audiences.every((one) => typeof one === 'string')) {
    throw new Error('failed to unmarshal claims: aud is neither a string nor a list of strings');
  }
  if (audiences.some((one) => wanted.includes(one))) return;
  throw new Error(`expected audience in ${JSON.stringify(wanted)} got ${JSON.stringify(audiences)}`);
}

function checkTime(claims: Claims, now: number): void {
  const expiry = secondsOf(claims, 'exp');
  if (expiry === undefined || expiry * 1000 < now) throw new Error('token is expired');
  const notBefore = secondsOf(claims, 'nbf');
  if (notBefore !== undefined && now + notBeforeLeeway < notBefore * 1000) throw new Error('token is not valid yet');
}

/** Whole seconds; a number may be written as a text. */
function secondsOf(claims: Claims, name: string): number | undefined {
  const value = claims[name] ?? undefined;
  if (value === undefined) return undefined;
  const seconds = typeof value === 'string' && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value) ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds))
    throw new Error(`failed to unmarshal claims: ${name} is not a number`);
  return Math.trunc(seconds);
}
