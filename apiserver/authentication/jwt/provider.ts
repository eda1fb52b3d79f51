// An identity provider: where its keys are, by its discovery document, and the keys, which are got anew when a token names one
// that is not known. It may be away when the server starts, and later: known keys stay good.

import type { CryptoKey, JWK, KeyObject } from 'jose';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { DocumentFetcher } from './document-fetcher.ts';

export interface ProviderOptions {
  readonly issuer: string;
  /** Undefined: below the issuer's address. */
  readonly discoveryUrl: string | undefined;
  readonly fetcher: DocumentFetcher;
  readonly clock: Clock;
}

export type VerifyingKey = CryptoKey | KeyObject | Uint8Array;

/** Milliseconds that pass between two looks for keys, whatever tokens ask for. */
const shortestPause = 1000;
/** Keys of a provider that count. */
const mostKeys = 256;
const mostAge = 3_600_000;

export class Provider {
  readonly issuer: string;
  readonly #options: ProviderOptions;
  #keysUrl: string | undefined;
  #keys: readonly JWK[] = [];
  /** Until when unknown keys are not looked for, because the provider said how long its keys stand. */
  #freshUntil = Number.NEGATIVE_INFINITY;
  #loading: Promise<void> | undefined;
  #imported = new Map<string, Promise<VerifyingKey>>();

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

  /** The known keys that a token may be signed with; those that cannot be read are left out, and do no harm to the others. */
  async keysFor(keyId: string | undefined, algorithm: string): Promise<readonly VerifyingKey[]> {
    const suitable = this.#keys.filter((key) => suits(key, keyId, algorithm));
    const imported = await Promise.all(
      suitable.map((key) => this.#import(key, algorithm).catch((): undefined => undefined)),
    );
    return imported.filter((key) => key !== undefined);
  }

  /** Gets the keys anew, unless that was done just now. False: they are those that are known. */
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
    this.#keys = keys.slice(0, mostKeys).filter(isPublicKey);
    this.#imported = new Map();
    this.#freshUntil = clock.monotonic() + Math.max(shortestPause, ageOf(headers['cache-control']));
  }

  #import(key: JWK, algorithm: string): Promise<VerifyingKey> {
    const name = `${algorithm} ${JSON.stringify(key)}`;
    let imported = this.#imported.get(name);
    if (imported === undefined) {
      imported = import('jose').then(({ importJWK }) => importJWK(key, algorithm));
      imported.catch(() => {});
      this.#imported.set(name, imported);
    }
    return imported;
  }
}

function suits(key: JWK, keyId: string | undefined, algorithm: string): boolean {
  const family = algorithm.startsWith('ES') ? 'EC' : 'RSA';
  return (keyId === undefined || keyId === '' || key.kid === keyId) && key.kty === family;
}

function isPublicKey(key: unknown): key is JWK {
  if (typeof key !== 'object' || key === null) return false;
  const { kty, use, d } = key as JWK;
  return (kty === 'RSA' || kty === 'EC') && use !== 'enc' && d === undefined;
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
