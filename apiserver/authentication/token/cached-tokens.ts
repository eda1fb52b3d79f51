// Remembers for a short while what a token method accepted, so that a busy client's token is verified once in ten
// seconds. Refusals are not kept: a token that becomes valid works at once.

import { createHash } from 'node:crypto';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Authentication, Authenticator } from '../contract/authenticator.ts';

/** Milliseconds for which an accepted token stays accepted. */
const lifetime = 10_000;
const mostEntries = 4096;

interface Entry {
  readonly until: number;
  readonly result: Authentication;
}

export function cachedTokens(method: Authenticator, clock: Clock): Authenticator {
  const entries = new Map<string, Entry>();
  return {
    name: method.name,
    async authenticate(credentials, asking): Promise<Authentication> {
      const { bearerToken, audiences = [] } = credentials;
      if (bearerToken === undefined) {
        return { outcome: 'none' };
      }
      // What a token is accepted for is part of the question: an acceptance for one audience says nothing about another.
      const key = createHash('sha256')
        .update(JSON.stringify([bearerToken, ...audiences]))
        .digest('base64');
      const now = clock.monotonic();
      const known = entries.get(key);
      if (known !== undefined && known.until > now) {
        return known.result;
      }
      entries.delete(key);
      const result = await method.authenticate(credentials, asking);
      if (result.outcome === 'accepted') {
        makeRoom(entries, now);
        entries.set(key, { until: now + lifetime, result });
      }
      return result;
    },
  };
}

/** Oldest first: entries are in the order of their end. */
function makeRoom(entries: Map<string, Entry>, now: number): void {
  for (const [key, entry] of entries) {
    if (entry.until > now && entries.size < mostEntries) {
      return;
    }
    entries.delete(key);
  }
}
