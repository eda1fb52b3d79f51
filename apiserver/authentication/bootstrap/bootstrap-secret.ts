// Bootstrap tokens as the secrets that hold them (requirements BOOT): `<id>.<secret>`, for authentication, for signing the
// cluster information, or for both. The authenticator, the signer and the cleaner all use these rules.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { parseTime } from '../../../shared/object/time.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';

export const bootstrapGroup = 'system:bootstrappers';
export const bootstrapSecretPrefix = 'bootstrap-token-';

export type TokenUsage = 'authentication' | 'signing';

/** A token that counts now, for the usage it was asked about. */
export interface BootstrapToken {
  readonly id: string;
  readonly secret: string;
  /** Milliseconds since the epoch; undefined: it never ends. */
  readonly expiration: number | undefined;
  /** `system:bootstrappers` and the extra ones, each once, in order. */
  readonly groups: readonly string[];
}

/** The place and the type of its secret. */
export interface BootstrapSecretPlace {
  readonly namespace: string;
  readonly type: string;
}

export function bootstrapSecretPlace(vendor: Vendor): BootstrapSecretPlace {
  return { namespace: vendor.fill('{short}-system'), type: vendor.fill('bootstrap.{label}/token') };
}

/** Both halves of a token as a client sends it; undefined: it is no bootstrap token. */
export function splitToken(token: string): { readonly id: string; readonly secret: string } | undefined {
  const [, id, secret] = /^([a-z0-9]{6})\.([a-z0-9]{16})$/.exec(token) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** The token that a secret holds, or why it does not count at `now` (milliseconds since the epoch); the reason holds no secret. */
export function readBootstrapToken(
  object: ApiObject,
  usage: TokenUsage,
  { place, now }: { readonly place: BootstrapSecretPlace; readonly now: number },
): BootstrapToken | string {
  const { name = '', namespace, deletionTimestamp } = object.metadata;
  if (object['type'] !== place.type || namespace !== place.namespace) return 'it is no secret of a bootstrap token';
  if (deletionTimestamp !== undefined) return 'the secret is being deleted';
  const [id, secret] = [entryOf(object, 'token-id') ?? '', entryOf(object, 'token-secret') ?? ''];
  if (splitToken(`${id}.${secret}`) === undefined) return 'id or secret are not of the form of a bootstrap token';
  if (name !== bootstrapSecretPrefix + id) return 'the name of the secret is not that of its token';
  const expiration = expirationOf(object);
  if (expiration !== undefined && expiration <= now) return 'the token has expired';
  if (entryOf(object, `usage-bootstrap-${usage}`) !== 'true') return `the token is not meant for ${usage}`;
  const groups = groupsOf(entryOf(object, 'auth-extra-groups') ?? '');
  return groups === undefined
    ? `a group of the token is not below ${bootstrapGroup}:`
    : { id, secret, expiration, groups };
}

/**
 * When a secret of this kind ends, in milliseconds since the epoch; undefined: never. A time that cannot be read counts as
 * long past: its meaning is unknown, and refusing a token is the smaller harm.
 */
export function expirationOf(object: ApiObject): number | undefined {
  const text = entryOf(object, 'expiration') ?? '';
  return text === '' ? undefined : (parseTime(text) ?? 0);
}

function groupsOf(extra: string): readonly string[] | undefined {
  const added = extra === '' ? [] : extra.split(',');
  if (!added.every((group) => /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/.test(group))) return undefined;
  return [...new Set([bootstrapGroup, ...added])].sort();
}

function entryOf(object: ApiObject, key: string): string | undefined {
  const data = object['data'];
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, key)) return undefined;
  const value: unknown = (data as Record<string, unknown>)[key];
  return typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : undefined;
}
