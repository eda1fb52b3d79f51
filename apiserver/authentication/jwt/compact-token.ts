// Reads a JSON Web Token in its compact form (RFC 7515, section 7.1), without judging who made it. Its error texts are
// those of other servers, which operators search for.

import { createPublicKey, type JsonWebKey, X509Certificate } from 'node:crypto';
import { parseJson } from '../../../shared/codec/json/json.ts';

/** The claims of a token; the last one of a name counts. */
export type Claims = Readonly<Record<string, unknown>>;

export interface CompactToken {
  readonly algorithm: string;
  /** Empty: the token names no key. */
  readonly keyId: string;
  readonly claims: Claims;
  /** What the signature is of. */
  readonly signed: string;
  readonly signature: Buffer;
}

/** UTF-16 units of a token. Headers are shorter; tokens of reviews and of distributed claims need not be. */
const longestToken = 256 * 1024;

/** The issuer that the token claims, whether rightly or not; undefined: it is no JSON Web Token. */
export function claimedIssuer(token: string): string | undefined {
  return issuerIn(claimsIn(token));
}

export function issuerIn(claims: Claims | undefined): string | undefined {
  if (claims === undefined) return undefined;
  const { iss } = protocolClaims(claims);
  if (typeof iss !== 'string') return undefined;
  // This provider says its name in two ways.
  return iss === 'accounts.google.com' ? 'https://accounts.google.com' : iss;
}

const protocolNames = new Set('iss sub aud exp iat nbf nonce at_hash _claim_names _claim_sources'.split(' '));

/**
 * The claims that the protocol defines, by their names in small letters: other servers read them in any case, so a token of two
 * expiries must not be valid here by the one that they do not use. The last one counts.
 */
export function protocolClaims(claims: Claims): Claims {
  const named: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(claims)) {
    const folded = name.replaceAll('\u017f', 's').toLowerCase();
    if (protocolNames.has(folded)) named[folded] = value;
  }
  return named;
}

/** The claims of a text that has the form of a token; undefined: it has not. */
export function claimsIn(token: string): Claims | undefined {
  if (token.length > longestToken) return undefined;
  const first = token.indexOf('.');
  const second = token.indexOf('.', first + 1);
  if (first < 0 || second < 0 || token.includes('.', second + 1)) return undefined;
  const payload = token.slice(first + 1, second);
  if (!isBase64Url(payload)) return undefined;
  try {
    const text = Buffer.from(payload, 'base64url').toString('utf8');
    const value: unknown = halfCharacter.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const halfCharacter = /\\u[dD][89a-fA-F]/;

/** Half a character stands for none, as in every text of an object. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? Buffer.from(value, 'utf8').toString('utf8') : value;
}

/** Throws an Error. `claims`: as `claimsIn` gave them for this token. */
export function readToken(token: string, claims: Claims): CompactToken {
  const end = token.lastIndexOf('.');
  const signature = token.slice(end + 1);
  const signed = token.slice(0, end);
  if (!isBase64Url(signature)) throw malformed('the signature is not base64url');
  const header = headerIn(token.slice(0, token.indexOf('.')));
  return { ...header, claims, signed, signature: Buffer.from(signature, 'base64url') };
}

function malformed(problem: string): Error {
  return new Error(`oidc: malformed jwt: ${problem}`);
}

/** base64url without padding (RFC 7515, section 2). A single character left over encodes no byte. */
function isBase64Url(text: string): boolean {
  return text.length % 4 !== 1 && /^[\w-]*$/.test(text);
}

function headerIn(encoded: string): Pick<CompactToken, 'algorithm' | 'keyId'> {
  if (!isBase64Url(encoded)) throw malformed('the header is not base64url');
  let read: ReturnType<typeof parseJson>;
  try {
    read = parseJson(Buffer.from(encoded, 'base64url'));
  } catch (error) {
    throw malformed((error as Error).message);
  }
  const [twice] = read.duplicates;
  if (twice !== undefined) throw malformed(`json: duplicate key '${twice}' in object`);
  const { value: header } = read;
  if (!isObject(header)) throw malformed('the header is not an object');
  const fields = new Map(Object.entries(header));
  checkKeyHeaders(fields);
  textIn(fields, 'nonce', 'nonce');
  // What a token makes critical must be known (RFC 7515, section 4.1.11), which is whether its payload is encoded (RFC 7797).
  const critical = fields.get('crit') ?? [];
  if (!Array.isArray(critical) || critical.some((name) => name !== 'b64')) throw new Error(unverified);
  if ((fields.get('b64') ?? true) !== true) throw new Error(unverified);
  return { algorithm: textIn(fields, 'alg', 'algorithm'), keyId: textIn(fields, 'kid', 'key ID') };
}

/** The signature is not of a known key, or is not to be checked in the way that the token asks for. */
export const unverified = 'failed to verify signature: failed to verify id token signature';

function textIn(fields: ReadonlyMap<string, unknown>, name: string, what: string): string {
  const value = fields.get(name) ?? '';
  if (typeof value === 'string') return value;
  const shown = JSON.stringify(JSON.stringify(value));
  throw malformed(
    `failed to unmarshal ${what}: json: cannot unmarshal ${jsonKind(value)} into Go value of type string: ${shown}`,
  );
}

/** A token may bring a key or a certificate, which is never used; one that is malformed or secret is refused. */
function checkKeyHeaders(fields: ReadonlyMap<string, unknown>): void {
  const jwk = fields.get('jwk') ?? undefined;
  if (jwk !== undefined) {
    if (!isObject(jwk)) throw malformed('failed to unmarshal JWK');
    if (['d', 'k', 'p', 'q'].some((secret) => Object.hasOwn(jwk, secret))) {
      throw malformed('invalid embedded jwk, must be public key');
    }
    try {
      createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    } catch {
      throw malformed('failed to unmarshal JWK');
    }
  }
  const chain = fields.get('x5c') ?? undefined;
  if (chain === undefined) return;
  try {
    if (!Array.isArray(chain)) throw new TypeError('not a list');
    chain.map((certificate) => new X509Certificate(Buffer.from(certificate as string, 'base64')));
  } catch {
    throw malformed('failed to unmarshal x5c header');
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a JSON value is called in messages. */
export function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : value === null ? 'null' : typeof value;
}
