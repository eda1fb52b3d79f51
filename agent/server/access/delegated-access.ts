// Delegated authentication and authorization: TLS verifies client certificates, the API server verifies tokens (TokenReview)
// and authorizes requests (SubjectAccessReview). Results are cached.

import { createHash } from 'node:crypto';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { anonymousCaller, type Authenticate, type Authorize, type Caller } from '../contract/caller.ts';
import { ExpiringMap } from './expiring-map.ts';

/** Posts a review and resolves with it, its status filled in. Rejects when the server did not answer or refused. */
export type PostReview = (review: ApiObject, signal: AbortSignal) => Promise<ApiObject>;

export interface AuthenticationOptions {
  /** Absent: tokens are not accepted. */
  readonly postTokenReview?: PostReview;
  readonly vendor: Vendor;
  readonly clock: Clock;
  /** Whether a caller without any credentials is `system:anonymous` instead of refused. */
  readonly anonymous: boolean;
  /** Milliseconds that the answer for a token holds. */
  readonly tokenLifetime: number;
}

export function delegatedAuthentication(options: AuthenticationOptions): Authenticate {
  const known = new ExpiringMap<Caller | 'refused'>(options.clock);
  const apiVersion = options.vendor.fill('authentication.{api}/v1');

  async function byToken(token: string, post: PostReview, signal: AbortSignal): Promise<Caller | undefined> {
    // The token itself is a secret and is not kept.
    const key = createHash('sha256').update(token).digest('base64');
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered === 'refused' ? undefined : remembered;
    const review = await post({ apiVersion, kind: 'TokenReview', metadata: {}, spec: { token } }, signal);
    const caller = callerOf(review['status']);
    known.set(key, caller ?? 'refused', options.tokenLifetime);
    return caller;
  }

  return async ({ certificate, badCertificate, token }, signal) => {
    if (certificate !== undefined) {
      return { name: certificate.commonName, groups: withAuthenticated(certificate.organizations), extra: {} };
    }
    if (token !== undefined) {
      return options.postTokenReview === undefined ? undefined : byToken(token, options.postTokenReview, signal);
    }
    return options.anonymous && !badCertificate ? anonymousCaller : undefined;
  };
}

export interface AuthorizationOptions {
  readonly postAccessReview: PostReview;
  readonly nodeName: string;
  readonly vendor: Vendor;
  readonly clock: Clock;
  /** Milliseconds that a yes, and a no, hold. */
  readonly allowedLifetime: number;
  readonly deniedLifetime: number;
}

export function delegatedAuthorization(options: AuthorizationOptions): Authorize {
  const known = new ExpiringMap<boolean>(options.clock);
  const apiVersion = options.vendor.fill('authorization.{api}/v1');
  return async ({ caller, verb, subresource }, signal) => {
    const spec = {
      resourceAttributes: { verb, version: 'v1', resource: 'nodes', subresource, name: options.nodeName },
      user: caller.name,
      groups: caller.groups,
      ...(caller.uid === undefined ? {} : { uid: caller.uid }),
      ...(Object.keys(caller.extra).length === 0 ? {} : { extra: caller.extra }),
    };
    const key = JSON.stringify(spec);
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const review = await options.postAccessReview(
      { apiVersion, kind: 'SubjectAccessReview', metadata: {}, spec },
      signal,
    );
    const status = (review['status'] ?? {}) as { readonly allowed?: unknown; readonly denied?: unknown };
    // What both allows and denies is no permission, and is not kept.
    if (status.allowed === true && status.denied === true) {
      throw new Error(`the access review of ${caller.name} both allows and denies`);
    }
    const allowed = status.allowed === true;
    known.set(key, allowed, allowed ? options.allowedLifetime : options.deniedLifetime);
    return allowed;
  };
}

/** Every authenticated caller may do everything (`--authorization-mode=AlwaysAllow`). */
export const alwaysAllow: Authorize = async () => true;

interface ReviewedUser {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

function callerOf(status: unknown): Caller | undefined {
  const { authenticated, user } = (status ?? {}) as { authenticated?: unknown; user?: ReviewedUser };
  if (authenticated !== true || typeof user?.username !== 'string' || user.username === '') return undefined;
  return {
    name: user.username,
    groups: user.groups ?? [],
    extra: user.extra ?? {},
    ...(user.uid ? { uid: user.uid } : {}),
  };
}

function withAuthenticated(groups: readonly string[]): readonly string[] {
  return groups.includes('system:authenticated') ? groups : [...groups, 'system:authenticated'];
}
