// Bootstrap tokens as credentials (`--enable-bootstrap-token-auth`): what a new node has in hand before it has a
// certificate. The secret that holds the token decides at each request, so that a deleted one is refused at once.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Lister } from '../../../shared/object/lister.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Authentication, Authenticator } from '../contract/authenticator.ts';
import { bootstrapSecretPlace, bootstrapSecretPrefix, readBootstrapToken, splitToken } from './bootstrap-secret.ts';

export interface BootstrapTokenOptions {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly secrets: Lister;
}

/** Accepts as `system:bootstrap:<id>`. A token of another form is none of its business. */
export function bootstrapTokenAuthenticator({ vendor, clock, secrets }: BootstrapTokenOptions): Authenticator {
  const place = bootstrapSecretPlace(vendor);

  function judge(token: string): Authentication {
    const parts = splitToken(token);
    if (parts === undefined) return { outcome: 'none' };
    const rejected = (why: string): Authentication => ({ outcome: 'rejected', reason: `token ${parts.id}: ${why}` });
    const secret = secrets.get(place.namespace, bootstrapSecretPrefix + parts.id);
    if (secret === undefined) return rejected('there is no such token');
    const known = readBootstrapToken(secret, 'authentication', { place, now: clock.now() });
    if (typeof known === 'string') return rejected(known);
    if (!timingSafeEqual(digestOf(known.secret), digestOf(parts.secret))) return rejected('the secret is wrong');
    return {
      outcome: 'accepted',
      user: { username: `system:bootstrap:${known.id}`, groups: known.groups, extra: new Map() },
    };
  }

  return {
    name: 'bootstrap-token',
    authenticate: async ({ bearerToken }) => (bearerToken === undefined ? { outcome: 'none' } : judge(bearerToken)),
  };
}

/** Of one length whatever was sent. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
