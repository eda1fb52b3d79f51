// A valid authentication configuration: the trusted issuers, and the users that their tokens name.

import type { ClaimExpression } from './claim-expressions.ts';

export interface JwtConfig {
  readonly issuer: IssuerConfig;
  /** Algorithms that a token may be signed with. */
  readonly algorithms: readonly string[];
  /** Claims that must have a value. */
  readonly requiredClaims: readonly { readonly claim: string; readonly value: string }[];
  readonly claimRules: readonly RuleConfig[];
  readonly username: PrefixedClaim | ClaimExpression;
  /** Undefined: users are in no group. */
  readonly groups: PrefixedClaim | ClaimExpression | undefined;
  readonly uid: { readonly claim: string } | ClaimExpression | undefined;
  readonly extra: readonly { readonly key: string; readonly value: ClaimExpression }[];
  readonly userRules: readonly RuleConfig[];
}

export interface IssuerConfig {
  readonly url: string;
  /** Undefined: below the issuer's own address. */
  readonly discoveryUrl: string | undefined;
  /** PEM; undefined: the authorities of the host. */
  readonly certificateAuthority: string | undefined;
  readonly audiences: readonly string[];
}

export interface PrefixedClaim {
  readonly claim: string;
  readonly prefix: string;
}

export interface RuleConfig {
  readonly rule: ClaimExpression;
  readonly message: string;
}

export interface AnonymousConfig {
  readonly enabled: boolean;
  /** Undefined: all. */
  readonly paths: readonly string[] | undefined;
}

export interface AuthenticationConfig {
  readonly jwt: readonly JwtConfig[];
  /** Undefined: the file does not say. */
  readonly anonymous: AnonymousConfig | undefined;
}

/** Algorithms of RFC 7518, section 3.1, that need no shared secret. */
export const jwtAlgorithms = ['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'] as const;
