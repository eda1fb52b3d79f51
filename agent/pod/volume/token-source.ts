// Service account tokens that are bound to their pod. They are cached until most of their lifetime is over.

import type { ApiClient } from '../../../shared/client/request/api-client.ts';
import { parseTime } from '../../../shared/object/time.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Pod } from '../object/pod.ts';
import { VolumeRefused } from './payload.ts';

interface Kept {
  readonly token: string;
  /** Wall clock, milliseconds. */
  readonly renewAt: number;
}

/** Share of its lifetime after which a token is renewed; after a day at the latest. */
const renewalShare = 0.8;
const longestUse = 24 * 60 * 60_000;
const mostKept = 2_000;

/** Gives tokens for pods. Rejects when the server refuses. */
export type TokenSource = (
  pod: Pod,
  audience: string | undefined,
  expirationSeconds: number,
  signal: AbortSignal,
) => Promise<string>;

export function tokenSource(client: ApiClient, vendor: Vendor, clock: Clock): TokenSource {
  const kept = new Map<string, Kept>();
  return async ({ metadata, spec }, audience, expirationSeconds, signal) => {
    const { name = '', namespace = 'default', uid = '' } = metadata;
    const account = spec?.serviceAccountName ?? 'default';
    const key = JSON.stringify([uid, account, audience, expirationSeconds]);
    const known = kept.get(key);
    if (known !== undefined && clock.now() < known.renewAt) return known.token;
    const body = {
      apiVersion: vendor.fill('authentication.{api}/v1'),
      kind: 'TokenRequest',
      metadata: {},
      spec: {
        ...(audience === undefined || audience === '' ? { audiences: [] } : { audiences: [audience] }),
        expirationSeconds,
        boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name, uid },
      },
    };
    const answer = (await client
      .resource({ group: '', version: 'v1', resource: 'serviceaccounts' })
      .in(namespace)
      .createSubresource(account, 'token', body, { signal })) as Partial<TokenAnswer>;
    const { token, expirationTimestamp = '' } = answer.status ?? {};
    if (token === undefined) throw new VolumeRefused(`the API server gave no token for service account ${account}`);
    const now = clock.now();
    const life = (parseTime(expirationTimestamp) ?? now + expirationSeconds * 1000) - now;
    kept.delete(key);
    kept.set(key, { token, renewAt: now + Math.min(life * renewalShare, longestUse) });
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
    return token;
  };
}

interface TokenAnswer {
  readonly status: { readonly token?: string; readonly expirationTimestamp?: string };
}
