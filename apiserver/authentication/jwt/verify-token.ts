// Judges a JSON Web Token of a provider (OIDC-044 to OIDC-046, OIDC-071 to OIDC-073): its form, whom it is from and for, its time, and
// last its signature, for which keys may have to be got.

import { constants, type KeyObject, verify } from 'node:crypto';
import { formatTime } from '../../../shared/object/time.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import {
  type Claims,
  claimsIn,
  type CompactToken,
  issuerIn,
  jsonKind,
  protocolClaims,
  readToken,
  unverified,
} from './compact-token.ts';
import type { Provider } from './provider.ts';

export interface VerifyOptions {
  readonly provider: Provider;
  readonly audiences: readonly string[];
  readonly algorithms: readonly string[];
  readonly clock: Clock;
}

/** Milliseconds by which a token may be ahead of its time. */
const notBeforeLeeway = 60_000;
/** Seconds that are no time any more. */
const endOfTime = 2 ** 63 - 62_135_596_800;

/** The claims of a token that is right. Rejects with an Error that says why it is not. `known`: its claims, if read before. */
export async function verifyToken(token: string, options: VerifyOptions, known?: Claims): Promise<Claims> {
  const { provider, algorithms } = options;
  const claims = known ?? claimsIn(token);
  if (claims === undefined) throw new Error('oidc: malformed jwt: it is not three parts of base64url');
  const read = readToken(token, claims);
  const ofProtocol = protocolClaims(claims);
  checkForm(ofProtocol);
  if (issuerIn(claims) !== provider.issuer) throw new Error('oidc: id token issued by a different provider');
  // One audience is judged before the rest, several after it, as operators know it from messages.
  const [only] = options.audiences;
  if (options.audiences.length === 1) checkAudience(ofProtocol, options.audiences, JSON.stringify(only));
  checkTime(ofProtocol, options.clock.now());
  const { algorithm, keyId } = read;
  if (!algorithms.includes(algorithm)) {
    const [expected, got] = [quotedList(algorithms), JSON.stringify(algorithm)];
    throw new Error(`oidc: id token signed with unsupported algorithm, expected ${expected} got ${got}`);
  }
  const isSigned = (): boolean => provider.keysFor(keyId, algorithm).some((key) => isSignedWith(read, key));
  if (!isSigned()) {
    const renewed = await provider.renewKeys().catch((error: unknown) => {
      throw new Error(`failed to verify signature: fetching keys oidc: get keys failed ${(error as Error).message}`);
    });
    if (!renewed || !isSigned()) throw new Error(unverified);
  }
  checkAudience(ofProtocol, options.audiences, `in ${quotedList([...options.audiences].sort())}`);
  return claims;
}

/** Keys of the wrong type or curve are none that `keysFor` gives. */
function isSignedWith({ algorithm, signed, signature }: CompactToken, key: KeyObject): boolean {
  const padding = paddings.get(algorithm.slice(0, 2));
  const options = padding === undefined ? { key, dsaEncoding: 'ieee-p1363' as const } : { key, ...padding };
  try {
    return verify(`sha${algorithm.slice(2)}`, Buffer.from(signed), options, signature);
  } catch {
    return false;
  }
}

const paddings = new Map([
  ['RS', { padding: constants.RSA_PKCS1_PADDING }],
  ['PS', { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }],
]);

function quotedList(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
}

/** What is read of a source of claims. */
const sourceFields = new Set(['endpoint', 'access_token']);
const textClaims = ['iss', 'sub', 'nonce', 'at_hash'] as const;

/** Claims that the protocol defines have its types, whether they are used or not. */
function checkForm(claims: Claims): void {
  for (const name of textClaims) checkText(claims[name], name);
  // Null stands for a time that may be left out, and for no other.
  for (const name of ['exp', 'iat', 'nbf'] as const) {
    if (claims[name] !== undefined && (claims[name] !== null || name !== 'nbf')) secondsIn(claims[name], name);
  }
  audiencesIn(claims);
  const sources = membersOf(claims['_claim_sources'], '_claim_sources', 'map[string]oidc.claimSource');
  for (const [, source] of sources) {
    for (const [name, value] of membersOf(source, '_claim_sources', 'oidc.claimSource')) {
      if (sourceFields.has(name.toLowerCase())) checkText(value, '_claim_sources');
    }
  }
  const known = new Set(sources.map(([name]) => name));
  for (const [, source] of membersOf(claims['_claim_names'], '_claim_names', 'map[string]string')) {
    checkText(source, '_claim_names');
    if (source === '' || source === null) throw new Error('oidc: failed to obtain source from claim name');
    if (!known.has(source as string)) throw new Error('oidc: source does not exist');
  }
}

function unfit(value: unknown, field: string, type: string): Error {
  return new Error(
    `oidc: failed to unmarshal claims: json: cannot unmarshal ${jsonKind(value)} into Go struct field idToken.${field} of type ${type}`,
  );
}

function checkText(value: unknown, field: string): void {
  if (value !== undefined && value !== null && typeof value !== 'string') throw unfit(value, field, 'string');
}

function membersOf(value: unknown, field: string, type: string): readonly (readonly [string, unknown])[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value)) throw unfit(value, field, type);
  return Object.entries(value);
}

function audiencesIn(claims: Claims): readonly string[] {
  const { aud = [] } = claims;
  if (aud === null || typeof aud === 'string') return [aud ?? ''];
  if (!Array.isArray(aud)) throw unfit(aud, 'aud', '[]string');
  return aud.map((one: unknown) => {
    checkText(one, 'aud');
    return (one ?? '') as string;
  });
}

function checkAudience(claims: Claims, wanted: readonly string[], shown: string): void {
  const audiences = audiencesIn(claims);
  if (audiences.some((one) => wanted.includes(one))) return;
  throw new Error(`oidc: expected audience ${shown} got ${quotedList(audiences)}`);
}

function checkTime(claims: Claims, now: number): void {
  const expiry = claims['exp'] === undefined ? undefined : secondsIn(claims['exp'], 'exp');
  if (expiry === undefined || expiry * 1000 < now || expiry >= endOfTime) {
    throw new Error(`oidc: token is expired (Token Expiry: ${timeText(expiry)})`);
  }
  const notBefore = secondsIn(claims['nbf'] ?? 0, 'nbf');
  if (now + notBeforeLeeway < notBefore * 1000) {
    const [present, start] = [now / 1000, notBefore].map((seconds) => timeText(seconds));
    throw new Error(`oidc: current time ${present} before the nbf (not before) time: ${start}`);
  }
}

/** Whole seconds; a number may be written as a text. */
function secondsIn(value: unknown, name: string): number {
  if (typeof value === 'string' && !/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value)) {
    const written = JSON.stringify(JSON.stringify(value));
    throw new Error(
      `oidc: failed to unmarshal claims: json: invalid number literal, trying to unmarshal ${written} into Number`,
    );
  }
  if (value === null) {
    throw new Error('oidc: failed to unmarshal claims: strconv.ParseFloat: parsing "": invalid syntax');
  }
  const seconds = typeof value === 'string' ? Number(value) : value;
  if (typeof seconds !== 'number') throw unfit(value, name, 'json.Number');
  if (!Number.isFinite(seconds)) {
    throw new Error(`oidc: failed to unmarshal claims: strconv.ParseFloat: parsing "${name}": value out of range`);
  }
  return Math.trunc(seconds);
}

/** The form of messages; undefined: no time was given. */
function timeText(seconds: number | undefined): string {
  if (seconds === undefined) return '0001-01-01 00:00:00 +0000 UTC';
  if (Math.abs(seconds) > 8.64e12) return `${seconds} seconds`;
  return `${formatTime(seconds * 1000)
    .replace('T', ' ')
    .replace('Z', '')} +0000 UTC`;
}
