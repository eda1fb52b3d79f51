// A claim that is elsewhere: the token names an endpoint, which gives another token that holds the claim (OpenID Connect Core 1.0,
// section 5.6.2). Only the claim of groups is looked for, never for expressions (OIDC-093).

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { DocumentFetcher } from './document-fetcher.ts';
import type { JwtConfig } from './jwt-config.ts';
import { Provider } from './provider.ts';
import { claimedIssuer, type Claims } from './compact-token.ts';
import { verifyToken } from './verify-token.ts';

/** Issuers of such tokens that are known at once. */
const mostProviders = 16;

export class DistributedClaims {
  readonly #claim: string;
  readonly #config: JwtConfig;
  readonly #fetcher: DocumentFetcher;
  readonly #clock: Clock;
  readonly #providers = new Map<string, Provider>();

  constructor(claim: string, config: JwtConfig, fetcher: DocumentFetcher, clock: Clock) {
    this.#claim = claim;
    this.#config = config;
    this.#fetcher = fetcher;
    this.#clock = clock;
  }

  /** The same claims, with the one that is elsewhere. Rejects with an Error when it cannot be had. */
  async expanded(claims: Claims): Promise<Claims> {
    if (Object.hasOwn(claims, this.#claim) || !Object.hasOwn(claims, '_claim_names')) return claims;
    const names = objectOf(claims['_claim_names'], 'error parsing distributed claim names');
    const sources = objectOf(claims['_claim_sources'], 'could not parse claim sources');
    if (!Object.hasOwn(names, this.#claim)) return claims;
    const source = names[this.#claim];
    if (typeof source !== 'string' || !Object.hasOwn(sources, source)) {
      throw new Error(`id token _claim_names contained a source ${String(source)} missing in _claims_sources`);
    }
    const { endpoint, access_token: token } = objectOf(sources[source], 'could not parse claim sources');
    if (endpoint === undefined || endpoint === '') return claims;
    if (typeof endpoint !== 'string' || !URL.canParse(endpoint))
      throw new Error('the endpoint of a claim is not a URL');
    const value = await this.#valueAt(endpoint, typeof token === 'string' && token !== '' ? token : undefined);
    return { ...claims, [this.#claim]: value };
  }

  async #valueAt(endpoint: string, token: string | undefined): Promise<unknown> {
    const { text } = await this.#fetcher.fetch(endpoint, token === undefined ? {} : { token });
    const jwt = text.trim();
    const issuer = claimedIssuer(jwt);
    if (issuer === undefined) throw new Error(`getting untrusted issuer from endpoint ${endpoint} failed`);
    const provider = this.#providerOf(issuer);
    await provider.discover();
    const { audiences } = this.#config.issuer;
    const { algorithms } = this.#config;
    const claims = await verifyToken(jwt, { provider, audiences, algorithms, clock: this.#clock });
    if (!Object.hasOwn(claims, this.#claim)) {
      const name = JSON.stringify(endpoint);
      throw new Error(`jwt returned by distributed claim endpoint ${name} did not contain claim: ${this.#claim}`);
    }
    return claims[this.#claim];
  }

  #providerOf(issuer: string): Provider {
    const known = this.#providers.get(issuer);
    if (known !== undefined) return known;
    const provider = new Provider({ issuer, discoveryUrl: undefined, fetcher: this.#fetcher, clock: this.#clock });
    for (const oldest of this.#providers.keys()) {
      if (this.#providers.size < mostProviders) break;
      this.#providers.delete(oldest);
    }
    this.#providers.set(issuer, provider);
    return provider;
  }
}

function objectOf(value: unknown, problem: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(problem);
  return value as Readonly<Record<string, unknown>>;
}
