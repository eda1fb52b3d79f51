// An identity provider: its keys, from the place that its discovery document names. They are fetched again when a token names an
// unknown key. The provider may be unreachable, at the start and later: known keys stay valid.

import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { DocumentFetcher } from './document-fetcher.ts';

export interface ProviderOptions {
  readonly issuer: string;
  /** Undefined: below the issuer's address. */
  readonly discoveryUrl: string | undefined;
  readonly fetcher: DocumentFetcher;
  readonly clock: Clock;
}

/** A published key that signatures can be checked with. */
interface PublishedKey {
  readonly id: string;
  /** Algorithms that it is for (RFC 7518, sections 3.3 to 3.5). */
  readonly fits: RegExp;
  readonly key: KeyObject;
}

/** Minimum of milliseconds between two fetches of keys, however many unknown keys tokens name. */
const shortestPause = 1000;
/** Keys of a provider that count. */
const mostKeys = 256;
const mostAge = 3_600_000;

export class Provider {
  readonly issuer: string;
  readonly #options: ProviderOptions;
  #keysUrl: string | undefined;
  #keys: readonly PublishedKey[] = [];
  /** Until when unknown keys are not looked for, because the provider said how long its keys stand. */
  #freshUntil = Number.NEGATIVE_INFINITY;
  #loading: Promise<void> | undefined;

  constructor(options: ProviderOptions) {
    this.issuer = options.issuer;
    this.#options = options;
  }

  get ready(): boolean {
    return this.#keysUrl !== undefined;
  }

  /** Reads the discovery document, once. Rejects with an Error when it cannot be had or is of another issuer. */
  async discover(signal?: AbortSignal): Promise<void> {
    if (this.#keysUrl !== undefined) return;
    const { issuer, discoveryUrl, fetcher } = this.#options;
    const url = discoveryUrl ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { text } = await fetcher.fetch(url, signal === undefined ? {} : { signal });
    const document = objectOf(text, url);
    const { issuer: said, jwks_uri: keysUrl } = document;
    if (said !== issuer) {
      const [expected, found] = [issuer, said].map((one) => JSON.stringify(one) ?? 'none');
      throw new Error(`oidc: issuer did not match the issuer returned by provider, expected ${expected} got ${found}`);
    }
    if (typeof keysUrl !== 'string' || !URL.canParse(keysUrl) || new URL(keysUrl).protocol !== 'https:') {
      throw new Error(`${url}: its jwks_uri is not an https URL`);
    }
    this.#keysUrl = keysUrl;
  }

  /** The known keys that a token may be signed with; an empty name: all. */
  keysFor(keyId: string, algorithm: string): readonly KeyObject[] {
    return this.#keys
      .filter(({ id, fits }) => (keyId === '' || id === keyId) && fits.test(algorithm))
      .map(({ key }) => key);
  }

  /** Fetches the keys again, unless that was done just now. False: no fetch, the known keys stay. */
  async renewKeys(): Promise<boolean> {
    const { clock } = this.#options;
    if (this.#loading === undefined && clock.monotonic() < this.#freshUntil) return false;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
    return true;
  }

  async #load(): Promise<void> {
    const { fetcher, clock } = this.#options;
    if (this.#keysUrl === undefined) throw new Error('the provider is not known yet');
    this.#freshUntil = clock.monotonic() + shortestPause;
    const { text, headers } = await fetcher.fetch(this.#keysUrl);
    const { keys } = objectOf(text, this.#keysUrl);
    if (!Array.isArray(keys)) throw new Error(`${this.#keysUrl}: it holds no keys`);
    // An invalid key is left out, and does not affect the others.
    this.#keys = keys.slice(0, mostKeys).flatMap((key: unknown) => publishedKey(key) ?? []);
    this.#freshUntil = clock.monotonic() + Math.max(shortestPause, ageOf(headers['cache-control']));
  }
}

const curves = new Map([
  ['P-256', /^ES256$/],
  ['P-384', /^ES384$/],
  ['P-521', /^ES512$/],
]);
/** Bits of the modulus (RFC 7518, section 3.3). */
const shortestModulus = 2048;

/** Undefined: it is for something else than signatures, is secret, too weak, or cannot be read. */
function publishedKey(value: unknown): PublishedKey | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kty, use, d, crv, kid = '' } = value as JsonWebKey & { readonly kid?: unknown };
  const fits = kty === 'RSA' ? /^[RP]S/ : kty === 'EC' ? curves.get(String(crv)) : undefined;
  if (fits === undefined || use === 'enc' || d !== undefined || typeof kid !== 'string') return undefined;
  try {
    const key = createPublicKey({ key: value as JsonWebKey, format: 'jwk' });
    const { modulusLength = shortestModulus } = key.asymmetricKeyDetails ?? {};
    return modulusLength < shortestModulus ? undefined : { id: kid, fits, key };
  } catch {
    return undefined;
  }
}

/** Milliseconds for which an answer says that it stands, an hour at most. */
function ageOf(cacheControl: string | string[] | undefined): number {
  const text = Array.isArray(cacheControl) ? cacheControl.join(',') : (cacheControl ?? '');
  if (/\bno-(?:store|cache)\b/i.test(text)) return 0;
  const age = /\bmax-age=(\d{1,9})\b/i.exec(text)?.[1];
  return age === undefined ? 0 : Math.min(Number(age) * 1000, mostAge);
}

function objectOf(text: string, url: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${url}: it is not JSON`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${url}: it is not an object`);
  return value as Readonly<Record<string, unknown>>;
}
