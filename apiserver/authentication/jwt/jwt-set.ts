// The JWT authenticators of one configuration. Each provider is looked for until it answers; a token of one that has not answered
// yet is refused.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Authentication } from '../contract/authenticator.ts';
import { DistributedClaims } from './distributed-claims.ts';
import { type DocumentFetcher, documentFetcher } from './document-fetcher.ts';
import type { JwtConfig } from './jwt-config.ts';
import type { JwtMetrics } from './jwt-metrics.ts';
import { Provider } from './provider.ts';
import { userOfClaims } from './user-of-claims.ts';
import { type Claims, claimsIn, issuerIn } from './compact-token.ts';
import { verifyToken } from './verify-token.ts';

export interface JwtTools {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: JwtMetrics;
  readonly fetcherOf?: typeof documentFetcher;
}

/** Milliseconds between attempts to reach a provider. */
const lookPause = 10_000;

interface Member {
  readonly config: JwtConfig;
  readonly provider: Provider;
  readonly fetcher: DocumentFetcher;
  readonly distributed: DistributedClaims | undefined;
  failure: string;
}

export class JwtSet {
  readonly #tools: JwtTools;
  readonly #members: ReadonlyMap<string, Member>;
  readonly #end = new AbortController();

  constructor(configs: readonly JwtConfig[], tools: JwtTools) {
    this.#tools = tools;
    this.#members = new Map(configs.map((config) => [config.issuer.url, this.#memberOf(config)]));
  }

  #memberOf(config: JwtConfig): Member {
    const { clock, fetcherOf = documentFetcher } = this.#tools;
    const { url: issuer, discoveryUrl, certificateAuthority } = config.issuer;
    const fetcher = fetcherOf(certificateAuthority, clock);
    const { groups } = config;
    return {
      config,
      fetcher,
      provider: new Provider({ issuer, discoveryUrl, fetcher, clock }),
      distributed:
        groups === undefined || 'program' in groups
          ? undefined
          : new DistributedClaims(groups.claim, config, fetcher, clock),
      failure: 'it has not been asked yet',
    };
  }

  /** Looks for all providers; resolves when each has answered, or the signal or `close` ended it. */
  async run(signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#end.signal]);
    await Promise.all([...this.#members.values()].map((member) => this.#reach(member, either)));
  }

  async #reach(member: Member, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#tools;
    const { provider } = member;
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        await provider.discover(signal);
        // So that tokens can be verified while the provider is unreachable. Without keys the first token fetches them again.
        await provider.renewKeys().catch(() => {});
        return;
      } catch (error) {
        if (signal.aborted) return;
        member.failure = error instanceof Error ? error.message : String(error);
        if (failures === 0) log.error('an identity provider cannot be reached', { issuer: provider.issuer, error });
      }
      await clock.sleep(lookPause, signal).catch(() => {});
    }
  }

  /** Which providers have not answered, and why; undefined: none. */
  get problem(): string | undefined {
    const missing = [...this.#members.values()].filter(({ provider }) => !provider.ready);
    const texts = missing.map(
      ({ provider, failure }) =>
        `oidc: authenticator for issuer ${JSON.stringify(provider.issuer)} is not healthy: ${failure}`,
    );
    return texts.length === 0 ? undefined : texts.join(', ');
  }

  /** `own`: audiences of this server. If `asked` has none of them the outcome is 'none'. */
  authenticate(
    token: string | undefined,
    asked: readonly string[],
    own: readonly string[],
  ): Authentication | Promise<Authentication> {
    if (token === undefined || this.#members.size === 0) return none;
    const claims = claimsIn(token);
    const issuer = issuerIn(claims);
    const member = issuer === undefined ? undefined : this.#members.get(issuer);
    if (claims === undefined || member === undefined) return none;
    if (asked.length > 0 && !asked.some((audience) => own.includes(audience))) return none;
    return this.#judge(token, claims, member);
  }

  async #judge(token: string, given: Claims, member: Member): Promise<Authentication> {
    const { clock, metrics, vendor } = this.#tools;
    const { config, provider, distributed } = member;
    const began = clock.monotonic();
    const judged = (result: 'success' | 'failure'): void =>
      metrics.judged(provider.issuer, result, (clock.monotonic() - began) / 1000);
    try {
      if (!provider.ready) throw new Error('oidc: authenticator not initialized');
      const { audiences } = config.issuer;
      const verified = await verifyToken(
        token,
        { provider, audiences, algorithms: config.algorithms, clock },
        given,
      ).catch(prefixed('oidc: verify token'));
      const claims =
        distributed === undefined
          ? verified
          : await distributed.expanded(verified).catch(prefixed('oidc: could not expand distributed claims'));
      const user = userOfClaims(config, claims, vendor);
      judged('success');
      return { outcome: 'accepted', user };
    } catch (error) {
      judged('failure');
      return { outcome: 'rejected', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  async close(): Promise<void> {
    this.#end.abort();
    await Promise.all([...this.#members.values()].map(({ fetcher }) => fetcher.close()));
  }
}

const none: Authentication = { outcome: 'none' };

function prefixed(what: string): (error: unknown) => never {
  return (error) => {
    throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  };
}
