// The user that the claims of a token stand for, and whether it keeps the rules (OIDC-020 to OIDC-041, OIDC-097, OIDC-098).

import type { Value } from '../../../shared/expression/value/value.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { UserInfo } from '../contract/authenticator.ts';
import { type ClaimExpression, claimsValue, evaluate, textsOfValue, userValue } from './claim-expressions.ts';
import type { JwtConfig, PrefixedClaim, RuleConfig } from './jwt-config.ts';
import type { Claims } from './verify-token.ts';

/** Throws an Error that says which claim or rule is in the way. */
export function userOfClaims(config: JwtConfig, claims: Claims, vendor: Vendor): UserInfo {
  const value = claimsValue(claims);
  const user: UserInfo = {
    username: usernameOf(config.username, claims, value),
    groups: groupsOf(config.groups, claims, value),
    ...uidOf(config.uid, claims, value),
    extra: extraOf(config, claims, value, vendor),
  };
  for (const { claim, value: wanted } of config.requiredClaims) {
    if (!Object.hasOwn(claims, claim)) throw new Error(`required claim ${claim} not present in ID token`);
    const found = textClaim(claims, claim);
    if (found !== wanted)
      throw new Error(`required claim ${claim} value does not match. Got = ${found}, want = ${wanted}`);
  }
  checkRules(config.claimRules, 'claims', value, 'claim validation expression');
  if (config.userRules.length > 0) {
    checkRules(config.userRules, 'user', userValue(user), 'user info validation rule');
  }
  return user;
}

function checkRules(rules: readonly RuleConfig[], name: 'claims' | 'user', value: Value, what: string): void {
  for (const { rule, message } of rules) {
    const held = evaluate(rule, name, value);
    if (typeof held !== 'boolean')
      throw new Error(`error evaluating ${what}: validation expression must return a boolean`);
    if (!held) {
      throw new Error(`error evaluating ${what}: validation expression '${rule.expression}' failed: ${message}`);
    }
  }
}

/** Throws for a claim that is not there or is no text. */
function textClaim(claims: Claims, name: string): string {
  if (!Object.hasOwn(claims, name)) throw new Error(`parse claim ${JSON.stringify(name)}: claim not present`);
  const value = claims[name];
  // Null leaves a text as it was: empty.
  if (value === null) return '';
  if (typeof value !== 'string') throw new Error(`parse claim ${JSON.stringify(name)}: it is not a string`);
  return value;
}

function usernameOf(mapping: PrefixedClaim | ClaimExpression, claims: Claims, value: Value): string {
  if ('program' in mapping) {
    const name = evaluate(mapping, 'claims', value);
    if (typeof name !== 'string') throw new Error('username claim expression must return a string');
    if (name === '') throw new Error('empty username via CEL expression is not allowed');
    return name;
  }
  const name = textClaim(claims, mapping.claim);
  if (mapping.claim === 'email' && Object.hasOwn(claims, 'email_verified')) {
    const verified = claims['email_verified'] ?? false;
    if (typeof verified !== 'boolean') throw new Error("parse 'email_verified' claim: it is neither true nor false");
    if (!verified) throw new Error('email not verified');
  }
  return mapping.prefix + name;
}

function groupsOf(mapping: JwtConfig['groups'], claims: Claims, value: Value): readonly string[] {
  if (mapping === undefined) return [];
  if ('program' in mapping) return textsOf(mapping, value, 'group claim expression');
  if (!Object.hasOwn(claims, mapping.claim)) return [];
  const found = claims[mapping.claim] ?? [];
  const groups: unknown = typeof found === 'string' ? [found] : found;
  if (!Array.isArray(groups) || !groups.every((group) => typeof group === 'string' || group === null)) {
    throw new Error(
      `parse groups claim ${JSON.stringify(mapping.claim)}: it is neither a string nor a list of strings`,
    );
  }
  return groups.map((group: string | null) => mapping.prefix + (group ?? ''));
}

function textsOf(expression: ClaimExpression, value: Value, what: string): readonly string[] {
  const texts = textsOfValue(evaluate(expression, 'claims', value));
  if (texts === undefined) {
    throw new Error(`error evaluating ${what}: expression must return a string or a list of strings`);
  }
  return texts;
}

function uidOf(mapping: JwtConfig['uid'], claims: Claims, value: Value): Pick<UserInfo, 'uid'> {
  if (mapping === undefined) return {};
  const uid = 'program' in mapping ? evaluate(mapping, 'claims', value) : textClaim(claims, mapping.claim);
  if (typeof uid !== 'string') throw new Error('uid claim expression must return a string');
  return uid === '' ? {} : { uid };
}

function extraOf(
  { extra }: JwtConfig,
  claims: Claims,
  value: Value,
  vendor: Vendor,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const { jti } = claims;
  if (typeof jti === 'string' && jti !== '') {
    found.set(vendor.fill('authentication.{label}/credential-id'), [`JTI=${jti}`]);
  }
  for (const { key, value: expression } of extra) {
    const texts = textsOf(expression, value, 'extra claim expression');
    if (texts.length > 0) found.set(key, texts);
  }
  return found;
}
