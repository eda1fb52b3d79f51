// The claims of a service-account token (RFC 7519, section 4) and the user they make.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { UserInfo } from '../contract/authenticator.ts';

/** A named object that a token is bound to. */
export interface BoundReference {
  readonly name: string;
  readonly uid: string;
}

/** What a token says about its account, beside issuer, audience and times. */
export interface AccountClaims {
  readonly namespace: string;
  readonly serviceAccount: BoundReference;
  readonly pod?: BoundReference;
  readonly secret?: BoundReference;
  readonly node?: BoundReference;
  /** Seconds since the epoch after which the use of a lengthened token is worth a remark. */
  readonly warnAfter?: number;
}

/** The private claim under its vendor's name, as the payload of a token holds it. */
export function encodeClaims(vendor: Vendor, claims: AccountClaims): Record<string, unknown> {
  const { namespace, serviceAccount, pod, secret, node, warnAfter } = claims;
  return {
    [vendor.fill('{label}')]: {
      namespace,
      ...(node === undefined ? {} : { node }),
      ...(pod === undefined ? {} : { pod }),
      ...(secret === undefined ? {} : { secret }),
      serviceaccount: serviceAccount,
      ...(warnAfter === undefined ? {} : { warnafter: warnAfter }),
    },
  };
}

/** The claim of a verified payload; undefined when it is missing or malformed, in whole or in a part. */
export function decodeClaims(vendor: Vendor, payload: Readonly<Record<string, unknown>>): AccountClaims | undefined {
  const claim = record(payload[vendor.fill('{label}')]);
  const serviceAccount = reference(claim?.serviceaccount);
  const namespace = claim?.namespace;
  if (claim === undefined || serviceAccount === undefined || typeof namespace !== 'string') {
    return undefined;
  }
  const [pod, secret, node] = [claim.pod, claim.secret, claim.node].map((part) => part ?? undefined).map(boundTo);
  const warnAfter = claim.warnafter ?? undefined;
  // What a token is bound to cannot be left aside because it cannot be read.
  if (pod === 'malformed' || secret === 'malformed' || node === 'malformed') return undefined;
  if (warnAfter !== undefined && typeof warnAfter !== 'number') return undefined;
  return {
    namespace,
    serviceAccount,
    ...(pod === undefined ? {} : { pod }),
    ...(secret === undefined ? {} : { secret }),
    ...(node === undefined ? {} : { node }),
    ...(warnAfter === undefined ? {} : { warnAfter }),
  };
}

/** The name under which a service account acts. */
export function serviceAccountUsername(namespace: string, name: string): string {
  return `system:serviceaccount:${namespace}:${name}`;
}

/** The user of a service account; `more` is extra beside the account itself. Also what controllers act as. */
export function serviceAccountUser(
  namespace: string,
  name: string,
  uid: string | undefined,
  more: ReadonlyMap<string, readonly string[]> = new Map(),
): UserInfo {
  return {
    username: serviceAccountUsername(namespace, name),
    ...(uid === undefined ? {} : { uid }),
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
    extra: more,
  };
}

/** The user of a verified token. */
export function userOfClaims(vendor: Vendor, claims: AccountClaims, tokenId: string | undefined): UserInfo {
  const extra = new Map<string, readonly string[]>();
  const set = (key: string, value: string | undefined) => {
    if (value !== undefined) {
      extra.set(vendor.fill(`authentication.{label}/${key}`), [value]);
    }
  };
  set('credential-id', tokenId === undefined ? undefined : `JTI=${tokenId}`);
  set('pod-name', claims.pod?.name);
  set('pod-uid', claims.pod?.uid);
  set('node-name', claims.node?.name);
  set('node-uid', claims.node?.uid);
  const { namespace, serviceAccount } = claims;
  return serviceAccountUser(namespace, serviceAccount.name, serviceAccount.uid, extra);
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

function boundTo(value: unknown): BoundReference | 'malformed' | undefined {
  return value === undefined ? undefined : (reference(value) ?? 'malformed');
}

function reference(value: unknown): BoundReference | undefined {
  const fields = record(value);
  const name = fields?.name;
  const uid = fields?.uid;
  return typeof name === 'string' && typeof uid === 'string' ? { name, uid } : undefined;
}
