// Several token methods as one that remembers for a short while what they accepted, so that a busy client's token is read and
// verified once in ten seconds. Refusals are not kept: a token that becomes valid works at once.

import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Asking, Authentication, Authenticator, Credentials } from '../contract/authenticator.ts';
import type { TokenCacheMetrics } from './token-cache-metrics.ts';

export interface CachedTokensOptions {
  readonly clock: Clock;
  readonly metrics: TokenCacheMetrics;
}

export interface CachedTokens extends Authenticator {
  /** Clears the cache: the methods have changed, and must check all tokens again. */
  forget(): void;
}

/** Milliseconds for which an accepted token stays accepted. */
const lifetime = 10_000;
const mostEntries = 32_768;

interface Entry {
  readonly until: number;
  readonly result: Authentication;
}

/** The methods are asked in their order; the first that accepts decides. Requests with the same token wait for one answer. */
export function cachedTokens(methods: readonly Authenticator[], { clock, metrics }: CachedTokensOptions): CachedTokens {
  const entries = new Map<string, Entry>();
  const running = new Map<string, Promise<Authentication>>();
  const digest = digests();
  let generation = 0;
  const fetch = async (key: string, credentials: Credentials): Promise<Authentication> => {
    const fetched = metrics.fetching();
    const asked = generation;
    try {
      const result = await askAll(methods, credentials);
      fetched(result.outcome !== 'rejected');
      if (result.outcome === 'accepted' && asked === generation) {
        const now = clock.monotonic();
        makeRoom(entries, now);
        entries.set(key, { until: now + lifetime, result });
      }
      return result;
    } catch (error) {
      fetched(false);
      throw error;
    } finally {
      if (asked === generation) running.delete(key);
    }
  };
  const wait = async (key: string, credentials: Credentials, began: number): Promise<Authentication> => {
    const released = metrics.blocking();
    try {
      let work = running.get(key);
      if (work === undefined) {
        work = fetch(key, credentials);
        running.set(key, work);
      }
      return await work;
    } finally {
      released();
      metrics.asked('miss', (clock.monotonic() - began) / 1000);
    }
  };
  return {
    name: 'token',
    authenticate(credentials) {
      const { bearerToken, audiences = [] } = credentials;
      if (bearerToken === undefined) return { outcome: 'none' };
      const began = clock.monotonic();
      const key = digest(bearerToken, audiences);
      const known = entries.get(key);
      if (known === undefined || known.until <= began) return wait(key, credentials, began);
      metrics.asked('hit', (clock.monotonic() - began) / 1000);
      return known.result;
    },
    forget() {
      generation += 1;
      entries.clear();
      running.clear();
    },
  };
}

async function askAll(
  methods: readonly Authenticator[],
  credentials: Credentials,
  asking?: Asking,
): Promise<Authentication> {
  const refused: string[] = [];
  for (const method of methods) {
    const result = await method.authenticate(credentials, asking);
    if (result.outcome === 'accepted') return result;
    if (result.outcome === 'rejected') refused.push(result.reason);
  }
  return refused.length === 0 ? { outcome: 'none' } : { outcome: 'rejected', reason: refused.join(', ') };
}

/** Tokens do not stay in memory, and clients cannot know the keys of the map. What a token is accepted for is part of the question. */
function digests(): (token: string, audiences: readonly string[]) => string {
  const secret = randomBytes(32).toString('base64');
  return (token, audiences) =>
    hash('sha256', `${secret}${audiences.length === 0 ? '' : JSON.stringify(audiences)}.${token}`, 'base64');
}

/** Oldest first: entries are in the order of their end. */
function makeRoom(entries: Map<string, Entry>, now: number): void {
  for (const [key, entry] of entries) {
    if (entry.until > now && entries.size < mostEntries) return;
    entries.delete(key);
  }
}
