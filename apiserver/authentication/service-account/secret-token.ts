// Tokens that lie in secrets (the legacy kind): without an end or an audience, they count while their secret holds exactly them
// and their account exists. The secret notes the day of their use.

import { timingSafeEqual } from 'node:crypto';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Authentication, Authenticator } from '../contract/authenticator.ts';
import { serviceAccountUser, serviceAccountUsername } from './service-account-claims.ts';
import type { SigningKey, VerificationKey } from './service-account-keys.ts';
import { type BackingObjects, claimsIssuer, verifiedPayload } from './service-account-token.ts';
import type { TokenUse } from './token-use-metrics.ts';

export interface SecretTokenOptions {
  readonly vendor: Vendor;
  readonly clock: Clock;
  /** What the tokens are good for, as they do not say it themselves. */
  readonly audiences: readonly string[];
  readonly keys: readonly VerificationKey[];
  /** Undefined: tokens outlive their objects. */
  readonly objects?: Pick<BackingObjects, 'serviceAccounts' | 'secrets'>;
  /** Writes labels to a secret, some time. Called once for each token and day, and until the secret has the label. */
  readonly labelSecret: (namespace: string, name: string, labels: Readonly<Record<string, string>>) => void;
  readonly onUse?: (use: TokenUse) => void;
}

/** The issuer of such tokens, and of no others. */
const issuerForm = '{maker}/serviceaccount';

/** For whom a token of a secret speaks. */
export interface SecretTokenSubject {
  readonly namespace: string;
  readonly secret: string;
  readonly account: string;
  /** Of the account. */
  readonly uid: string;
}

/** Signs the token that a secret is to hold: it has no end and no audience, and lives as long as its secret and account. */
export async function signSecretToken(subject: SecretTokenSubject, key: SigningKey, vendor: Vendor): Promise<string> {
  const { SignJWT } = await import('jose');
  const { namespace, secret, account, uid } = subject;
  const claim = (name: string): string => vendor.fill(`{label}/serviceaccount/${name}`);
  return new SignJWT({
    [claim('namespace')]: namespace,
    [claim('secret.name')]: secret,
    [claim('service-account.name')]: account,
    [claim('service-account.uid')]: uid,
  })
    .setProtectedHeader({ alg: key.algorithm, kid: key.id })
    .setIssuer(vendor.fill(issuerForm))
    .setSubject(serviceAccountUsername(namespace, account))
    .sign(key.privateKey);
}

export function secretTokens(options: SecretTokenOptions): Authenticator {
  const { vendor, objects } = options;
  const keys = new Map(options.keys.map((key) => [key.id, key]));
  const issuers = [vendor.fill(issuerForm)];
  return {
    name: 'secret-token',
    async authenticate({ bearerToken, audiences: asked = [] }): Promise<Authentication> {
      if (bearerToken === undefined || !claimsIssuer(bearerToken, issuers)) return { outcome: 'none' };
      const payload = await verifiedPayload(bearerToken, keys, { issuers, clock: options.clock });
      if (typeof payload === 'string') return { outcome: 'rejected', reason: payload };
      const claims = secretClaims(vendor, payload);
      if (claims === undefined) return { outcome: 'rejected', reason: 'the token names no service account' };
      const audiences = options.audiences.filter((one) => asked.length === 0 || asked.includes(one));
      if (audiences.length === 0) return { outcome: 'rejected', reason: 'the token is for other audiences' };
      const { namespace, account, uid } = claims;
      if (objects !== undefined) {
        const secret = objects.secrets.get(namespace, claims.secret);
        const holder = objects.serviceAccounts.get(namespace, account);
        const missing = missingAccount(claims, holder) ?? missingSecret(bearerToken, secret);
        if (missing !== undefined) return { outcome: 'rejected', reason: missing };
        const since = invalidSince(secret, vendor);
        if (since !== '') {
          options.onUse?.('invalidated');
          return { outcome: 'rejected', reason: `the token was not used for long and does not count since ${since}` };
        }
        options.onUse?.(isListed(holder, claims.secret) ? 'automatic' : 'manual');
        noteUse(options, secret);
      }
      options.onUse?.('legacy');
      return { outcome: 'accepted', user: serviceAccountUser(namespace, account, uid), audiences };
    },
  };
}

function secretClaims(vendor: Vendor, payload: Readonly<Record<string, unknown>>): SecretTokenSubject | undefined {
  const [namespace, secret, account, uid] = [
    'namespace',
    'secret.name',
    'service-account.name',
    'service-account.uid',
  ].map((name) => payload[vendor.fill(`{label}/serviceaccount/${name}`)]);
  const isNamed = (value: unknown): value is string => typeof value === 'string' && value !== '';
  if (!isNamed(namespace) || !isNamed(secret) || !isNamed(account) || !isNamed(uid)) return undefined;
  if (payload.sub !== serviceAccountUsername(namespace, account)) return undefined;
  return { namespace, secret, account, uid };
}

function missingAccount({ uid }: SecretTokenSubject, account: ApiObject | undefined): string | undefined {
  return account?.metadata.uid === uid && account.metadata.deletionTimestamp === undefined
    ? undefined
    : 'the service account of the token does not exist any more';
}

function missingSecret(token: string, secret: ApiObject | undefined): string | undefined {
  if (secret === undefined || secret.metadata.deletionTimestamp !== undefined) {
    return 'the secret of the token does not exist any more';
  }
  const { token: held = '' } = (secret['data'] ?? {}) as { readonly token?: string };
  const bytes = Buffer.from(held, 'base64');
  const given = Buffer.from(token);
  return bytes.length === given.length && timingSafeEqual(bytes, given) ? undefined : 'the secret holds another token';
}

/** The day; empty: it counts. */
function invalidSince(secret: ApiObject | undefined, vendor: Vendor): string {
  return secret?.metadata.labels?.[vendor.fill('{label}/legacy-token-invalid-since')] ?? '';
}

/** Secrets that are made for an account stand in it. */
function isListed(account: ApiObject | undefined, secret: string): boolean {
  const listed = (account?.['secrets'] ?? []) as readonly { readonly name?: string }[];
  return listed.some(({ name }) => name === secret);
}

function noteUse({ vendor, clock, labelSecret }: SecretTokenOptions, secret: ApiObject | undefined): void {
  const label = vendor.fill('{label}/legacy-token-last-used');
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const { name = '', namespace = '', labels } = secret?.metadata ?? {};
  if (labels?.[label] !== today) labelSecret(namespace, name, { [label]: today });
}
