// Issues the tokens that `serviceaccounts/token` answers (requirements AUTHN): for the account, optionally bound to a pod, a
// secret or a node, for the audiences and the time asked.

import { randomUUID } from 'node:crypto';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { badRequest, conflict, invalid, notFound } from '../../../shared/object/errors.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import { formatTime } from '../../../shared/object/time.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import {
  type AccountClaims,
  type BoundReference,
  encodeClaims,
  serviceAccountUsername,
} from './service-account-claims.ts';
import type { SigningKey } from './service-account-keys.ts';
import type { BackingObjects } from './service-account-token.ts';

const shortestSeconds = 600;
const longestSeconds = 2 ** 32;
const defaultSeconds = 3600;
/** What node agents ask for a pod's token: the sign that a longer life is wanted for programs that do not re-read it. */
const agentSeconds = 3607;
const lengthenedSeconds = 365 * 24 * 3600;

export interface TokenIssuerOptions {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly issuer: string;
  /** Audiences of this server: the default of a request that names none. */
  readonly audiences: readonly string[];
  readonly key: SigningKey;
  readonly objects: BackingObjects;
  /** Whether tokens of node agents live a year (`--service-account-extend-token-expiration`). Default true. */
  readonly extend?: boolean;
  /** Longest life in seconds (`--service-account-max-token-expiration`); undefined: none beyond the general one. */
  readonly longestSeconds?: number;
}

/** A decoded request: the stored account, the TokenRequest object, and the user. */
export interface TokenAsked {
  readonly serviceAccount: ApiObject;
  readonly tokenRequest: ApiObject;
  /** Takes what the audit log says of the token. Default: nothing is said. */
  readonly request?: { annotate(key: string, value: string): void };
}

interface Spec {
  readonly audiences: readonly string[];
  readonly seconds: number;
  readonly bound:
    | { readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string }
    | undefined;
}

/** Answers TokenRequests with their status filled. Throws the StatusError of a request that cannot be granted. */
export function tokenIssuer(options: TokenIssuerOptions): (asked: TokenAsked) => Promise<ApiObject> {
  return async ({ serviceAccount, tokenRequest, request }) => {
    const spec = specOf(tokenRequest, options);
    const claims = claimsOf(serviceAccount, tokenRequest, spec, options);
    const now = Math.floor(options.clock.now() / 1000);
    const asked = Math.min(spec.seconds, options.longestSeconds ?? spec.seconds);
    const lengthened =
      options.extend !== false && asked === agentSeconds && spec.bound?.kind === 'Pod' && isForService(spec, options);
    const seconds = lengthened ? lengthenedSeconds : asked;
    const { namespace, serviceAccount: account } = claims;
    const tokenId = randomUUID();
    request?.annotate(options.vendor.fill('authentication.{label}/issued-credential-id'), `JTI=${tokenId}`);
    const { SignJWT } = await import('jose');
    const token = await new SignJWT({
      ...encodeClaims(options.vendor, lengthened ? { ...claims, warnAfter: now + asked } : claims),
      jti: tokenId,
    })
      .setProtectedHeader({ alg: options.key.algorithm, kid: options.key.id })
      .setIssuer(options.issuer)
      .setSubject(serviceAccountUsername(namespace, account.name))
      .setAudience([...spec.audiences])
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + seconds)
      .sign(options.key.privateKey);
    return {
      ...tokenRequest,
      metadata: {
        ...tokenRequest.metadata,
        name: account.name,
        namespace,
        uid: claims.serviceAccount.uid,
        creationTimestamp: formatTime(now * 1000),
      },
      spec: { ...record(tokenRequest.spec), audiences: spec.audiences, expirationSeconds: spec.seconds },
      status: { token, expirationTimestamp: formatTime((now + asked) * 1000) },
    };
  };
}

function specOf(tokenRequest: ApiObject, { audiences }: TokenIssuerOptions): Spec {
  const spec = record(tokenRequest.spec);
  const errors: FieldError[] = [];
  const seconds = spec.expirationSeconds === undefined ? defaultSeconds : Number(spec.expirationSeconds);
  if (!(seconds >= shortestSeconds)) {
    errors.push(outOfRange(seconds, 'may not specify a duration less than 10 minutes'));
  } else if (seconds > longestSeconds) {
    errors.push(outOfRange(seconds, 'may not specify a duration larger than 2^32 seconds'));
  }
  if (errors.length > 0) {
    const group = tokenRequest.apiVersion.split('/')[0] ?? '';
    throw invalid({ group, kind: tokenRequest.kind }, '', errors);
  }
  const asked = Array.isArray(spec.audiences)
    ? spec.audiences.filter((one): one is string => typeof one === 'string')
    : [];
  const bound = record(spec.boundObjectRef);
  return {
    audiences: asked.length === 0 ? audiences : asked,
    seconds,
    bound:
      spec.boundObjectRef !== undefined && spec.boundObjectRef !== null
        ? {
            apiVersion: textOf(bound.apiVersion),
            kind: textOf(bound.kind) ?? '',
            name: textOf(bound.name),
            uid: textOf(bound.uid),
          }
        : undefined,
  };
}

/** Whether the service itself is all that the token is for: others have their own rules about the end of a token. */
function isForService(
  { audiences }: { readonly audiences: readonly string[] },
  { audiences: own }: { readonly audiences: readonly string[] },
): boolean {
  return audiences.every((audience) => own.includes(audience));
}

function outOfRange(value: number, detail: string): FieldError {
  return { type: 'FieldValueInvalid', field: 'spec.expirationSeconds', value, detail };
}

function claimsOf(
  serviceAccount: ApiObject,
  tokenRequest: ApiObject,
  { bound }: Spec,
  { objects }: TokenIssuerOptions,
): AccountClaims {
  const { namespace = '', name = '', uid = '' } = serviceAccount.metadata;
  const asked = tokenRequest.metadata.uid;
  if (asked !== undefined && asked !== '' && asked !== uid) {
    throw conflict(
      { group: '', resource: 'serviceaccounts' },
      name,
      `the UID in the token request (${asked}) does not match the UID of the service account (${uid})`,
    );
  }
  const claims = { namespace, serviceAccount: { name, uid } };
  if (bound === undefined) {
    return claims;
  }
  const group = bound.apiVersion.includes('/') ? bound.apiVersion : '';
  switch (`${group}${bound.kind}`) {
    case 'Pod':
      return { ...claims, ...podClaims(namespace, name, bound, objects) };
    case 'Secret':
      return { ...claims, secret: existing(objects.secrets, namespace, bound, 'secrets') };
    case 'Node':
      return { ...claims, node: existing(objects.nodes, '', bound, 'nodes') };
    default:
      throw badRequest(`cannot bind token to object of type ${typeOf(bound)}`);
  }
}

type Bound = NonNullable<Spec['bound']>;

function podClaims(
  namespace: string,
  account: string,
  bound: Bound,
  objects: BackingObjects,
): { pod: BoundReference; node?: BoundReference } {
  const pod = existing(objects.pods, namespace, bound, 'pods');
  const spec = record(objects.pods.get(namespace, bound.name)?.spec);
  if (textOf(spec.serviceAccountName) !== account) {
    throw badRequest(
      `cannot bind token for serviceaccount ${JSON.stringify(account)} to pod running with different serviceaccount name.`,
    );
  }
  const nodeName = typeof spec.nodeName === 'string' ? spec.nodeName : '';
  const nodeUid = nodeName === '' ? undefined : objects.nodes.get('', nodeName)?.metadata.uid;
  return { pod, ...(nodeUid === undefined ? {} : { node: { name: nodeName, uid: nodeUid } }) };
}

/** The object that the token is bound to. Throws 404 when there is none, 409 when it is another one by now. */
function existing(lister: Lister, namespace: string, bound: Bound, resource: string): BoundReference {
  const uid = lister.get(namespace, bound.name)?.metadata.uid;
  if (uid === undefined) {
    throw notFound({ group: '', resource }, bound.name);
  }
  if (bound.uid !== '' && bound.uid !== uid) {
    throw conflict(
      { group: '', resource },
      bound.name,
      `the UID in the bound object reference (${bound.uid}) does not match the UID in record. The object might have been deleted and then recreated`,
    );
  }
  return { name: bound.name, uid };
}

/** `group/version, Kind=kind`, as clients know it. */
function typeOf({ apiVersion, kind }: Bound): string {
  const named = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
  return `${named}, Kind=${kind}`;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
