// Service-account tokens (requirements AUTHN): JWTs that this server signed. A token counts only while the account it names,
// and the object it is bound to, exist with the same uid.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import { parseTime } from '../../../shared/object/time.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Authentication, Authenticator } from '../contract/authenticator.ts';
import {
  type AccountClaims,
  type BoundReference,
  decodeClaims,
  serviceAccountUsername,
  userOfClaims,
} from './service-account-claims.ts';
import { problemOfToken } from './token-form.ts';
import type { TokenUse } from './token-use-metrics.ts';
import type { VerificationKey } from './service-account-keys.ts';

/** Milliseconds for which a deleted object still backs its tokens. */
const deletionLeeway = 60_000;

/** Where the objects that back tokens are looked up. */
export interface BackingObjects {
  readonly serviceAccounts: Lister;
  readonly pods: Lister;
  readonly secrets: Lister;
  readonly nodes: Lister;
}

export interface ServiceAccountTokenOptions {
  readonly vendor: Vendor;
  readonly clock: Clock;
  /** Accepted issuers; the first one is that of new tokens. */
  readonly issuers: readonly string[];
  /** Audiences this server answers to; a token must name one of them, unless it is judged for others. */
  readonly audiences: readonly string[];
  readonly keys: readonly VerificationKey[];
  /** Always looked up: `--service-account-lookup` applies only to tokens of secrets. */
  readonly objects: BackingObjects;
  readonly onUse?: (use: TokenUse) => void;
}

export function serviceAccountTokens(options: ServiceAccountTokenOptions): Authenticator {
  const { vendor, clock } = options;
  const keys = new Map(options.keys.map((key) => [key.id, key]));
  return {
    name: 'service-account-token',
    async authenticate({ bearerToken, audiences: asked = [] }): Promise<Authentication> {
      if (bearerToken === undefined || !claimsIssuer(bearerToken, options.issuers)) {
        return { outcome: 'none' };
      }
      const audiences = asked.length === 0 ? options.audiences : asked;
      const payload = await verifiedPayload(bearerToken, keys, { ...options, audiences });
      if (typeof payload === 'string') {
        return { outcome: 'rejected', reason: payload };
      }
      const claims = decodeClaims(vendor, payload);
      if (claims === undefined) {
        return { outcome: 'rejected', reason: 'the token names no service account' };
      }
      if (payload.sub !== serviceAccountUsername(claims.namespace, claims.serviceAccount.name)) {
        return { outcome: 'rejected', reason: 'the subject of the token is not its service account' };
      }
      const missing = missingBacking(claims, options.objects, clock.now());
      if (missing !== undefined) {
        return { outcome: 'rejected', reason: missing };
      }
      if (claims.warnAfter !== undefined) {
        options.onUse?.(clock.now() > claims.warnAfter * 1000 ? 'stale' : 'valid');
      }
      const user = userOfClaims(vendor, claims, typeof payload.jti === 'string' ? payload.jti : undefined);
      return {
        outcome: 'accepted',
        user,
        audiences: audiencesOf(payload).filter((one) => audiences.includes(one)),
      };
    },
  };
}

/** Whether the token claims one of these issuers; whether rightly is not yet known. */
export function claimsIssuer(token: string, issuers: readonly string[]): boolean {
  const [, payload = '', signature = ''] = token.split('.');
  if (signature === '') {
    return false;
  }
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null && 'iss' in claims && issuers.includes(String(claims.iss));
  } catch {
    return false;
  }
}

type Payload = Readonly<Record<string, unknown>>;

/**
 * The payload, or why the token does not count. Without `audiences` it need not name any, nor an end; where it does, the end
 * counts.
 */
export async function verifiedPayload(
  token: string,
  keys: ReadonlyMap<string, VerificationKey>,
  {
    issuers,
    audiences,
    clock,
  }: Pick<ServiceAccountTokenOptions, 'issuers' | 'clock'> & {
    readonly audiences?: readonly string[];
  },
): Promise<Payload | string> {
  const problem = problemOfToken(token, clock.now());
  if (problem !== undefined) return problem;
  // Loaded with the first token: a server that is only asked with certificates never needs it.
  const { decodeProtectedHeader, errors, jwtVerify } = await import('jose');
  try {
    const { kid, alg } = decodeProtectedHeader(token);
    // A token without a key id is tried with every key of its kind.
    const candidates = [...keys.values()].filter(
      ({ id, algorithm }) => (kid === undefined || id === kid) && algorithm === alg,
    );
    for (const { key, algorithm } of candidates) {
      const verification = await jwtVerify(token, key, {
        algorithms: [algorithm],
        issuer: [...issuers],
        currentDate: new Date(clock.now()),
        requiredClaims: audiences === undefined ? ['sub'] : ['exp', 'sub'],
        ...(audiences === undefined ? {} : { audience: [...audiences] }),
      }).catch((error: unknown) => {
        if (error instanceof errors.JWSSignatureVerificationFailed && candidates.length > 1) {
          return undefined;
        }
        throw error;
      });
      if (verification !== undefined) {
        return verification.payload;
      }
    }
    return 'the token is signed by an unknown key';
  } catch (error) {
    return error instanceof Error ? error.message : 'the token cannot be read';
  }
}

function audiencesOf({ aud }: Payload): readonly string[] {
  return typeof aud === 'string' ? [aud] : Array.isArray(aud) ? aud.filter((one) => typeof one === 'string') : [];
}

/** Which backing object is gone; undefined: none. */
function missingBacking(claims: AccountClaims, objects: BackingObjects, now: number): string | undefined {
  const { namespace, serviceAccount, pod, secret, node } = claims;
  if (!backs(objects.serviceAccounts.get(namespace, serviceAccount.name), serviceAccount, now)) {
    return 'the service account of the token does not exist any more';
  }
  if (pod !== undefined && !backs(objects.pods.get(namespace, pod.name), pod, now)) {
    return 'the pod of the token does not exist any more';
  }
  if (secret !== undefined && !backs(objects.secrets.get(namespace, secret.name), secret, now)) {
    return 'the secret of the token does not exist any more';
  }
  // The node of a token that is bound to a pod is only a remark.
  if (node !== undefined && pod === undefined && !backs(objects.nodes.get('', node.name), node, now)) {
    return 'the node of the token does not exist any more';
  }
  return undefined;
}

function backs(object: ApiObject | undefined, reference: BoundReference, now: number): boolean {
  if (object === undefined || object.metadata.uid !== reference.uid) {
    return false;
  }
  const deleted = object.metadata.deletionTimestamp;
  const since = deleted === undefined ? undefined : parseTime(deleted);
  return since === undefined || now - since <= deletionLeeway;
}
