// The user from the claims of a token, and the validation rules for it (OIDC-020 to OIDC-041, OIDC-097, OIDC-098).

import type { Value } from '../../../shared/expression/value/value.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { UserInfo } from '../contract/authenticator.ts';
import { type ClaimExpression, claimsValue, evaluate, textsOfValue, userValue } from './claim-expressions.ts';
import type { JwtConfig, PrefixedClaim, RuleConfig } from './jwt-config.ts';
import { type Claims, jsonKind } from './compact-token.ts';

/** Throws an Error that names the claim or rule that failed. */
export function userOfClaims(config: JwtConfig, claims: Claims, vendor: Vendor): UserInfo {
  const value = claimsValue(claims);
  const user: UserInfo = {
    username: usernameOf(config.username, claims, value),
    groups: groupsOf(config.groups, claims, value),
    ...uidOf(config.uid, claims, value),
    extra: extraOf(config, claims, value, vendor),
  };
  for (const { claim, value: wanted } of config.requiredClaims) {
    if (!Object.hasOwn(claims, claim)) throw new Error(`oidc: required claim ${claim} not present in ID token`);
    const found = textClaim(claims, claim, `parse claim ${claim}`);
    if (found !== wanted)
      throw new Error(`oidc: required claim ${claim} value does not match. Got = ${found}, want = ${wanted}`);
  }
  checkRules(config.claimRules, 'claims', value, 'oidc: error evaluating claim validation expression');
  if (config.userRules.length > 0) {
    checkRules(config.userRules, 'user', userValue(user), 'oidc: error evaluating user info validation rule');
  }
  return user;
}

function checkRules(rules: readonly RuleConfig[], name: 'claims' | 'user', value: Value, what: string): void {
  // All have a value before one of them is judged.
  const results = rules.map((one) => ({ ...one, held: valueOf(one.rule, name, value, what) }));
  for (const { rule, message, held } of results) {
    if (typeof held !== 'boolean') throw new Error(`${what}: validation expression must return a boolean`);
    if (!held) throw new Error(`${what}: validation expression '${rule.expression}' failed: ${message}`);
  }
}

/** Throws an Error that begins with what is evaluated. */
function valueOf(expression: ClaimExpression, name: 'claims' | 'user', value: Value, what: string): Value {
  try {
    return evaluate(expression, name, value);
  } catch (error) {
    throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
  }
}

/** Throws for a claim that is not there or is no text. */
function textClaim(claims: Claims, name: string, what: string): string {
  if (!Object.hasOwn(claims, name)) throw new Error(`oidc: ${what}: claim not present`);
  const value = claims[name];
  // Null leaves a text as it was: empty.
  if (value === null) return '';
  if (typeof value !== 'string') throw unfit(what, value, 'string');
  return value;
}

function unfit(what: string, value: unknown, type: string): Error {
  return new Error(`oidc: ${what}: json: cannot unmarshal ${jsonKind(value)} into Go value of type ${type}`);
}

function usernameOf(mapping: PrefixedClaim | ClaimExpression, claims: Claims, value: Value): string {
  if ('program' in mapping) {
    const what = 'oidc: error evaluating username claim expression';
    const name = valueOf(mapping, 'claims', value, what);
    if (typeof name !== 'string') throw new Error(`${what}: username claim expression must return a string`);
    if (name === '') throw new Error('oidc: empty username via CEL expression is not allowed');
    return name;
  }
  const name = textClaim(claims, mapping.claim, `parse username claims ${JSON.stringify(mapping.claim)}`);
  if (mapping.claim === 'email' && Object.hasOwn(claims, 'email_verified')) {
    const verified = claims['email_verified'] ?? false;
    if (typeof verified !== 'boolean') throw unfit("parse 'email_verified' claim", verified, 'bool');
    if (!verified) throw new Error('oidc: email not verified');
  }
  return mapping.prefix + name;
}

function groupsOf(mapping: JwtConfig['groups'], claims: Claims, value: Value): readonly string[] {
  if (mapping === undefined) return [];
  if ('program' in mapping) {
    const what = 'oidc: error evaluating group claim expression';
    return textsOf(valueOf(mapping, 'claims', value, what), what);
  }
  if (!Object.hasOwn(claims, mapping.claim)) return [];
  const found = claims[mapping.claim] ?? [];
  const groups: unknown = typeof found === 'string' ? [found] : found;
  if (!Array.isArray(groups) || !groups.every((group) => typeof group === 'string' || group === null)) {
    throw unfit(`parse groups claim ${JSON.stringify(mapping.claim)}`, found, 'string');
  }
  return groups.map((group: string | null) => mapping.prefix + (group ?? ''));
}

function textsOf(value: Value, what: string): readonly string[] {
  const texts = textsOfValue(value);
  if (texts === undefined) throw new Error(`${what}: expression must return a string or a list of strings`);
  return texts;
}

function uidOf(mapping: JwtConfig['uid'], claims: Claims, value: Value): Pick<UserInfo, 'uid'> {
  if (mapping === undefined) return {};
  const what = 'oidc: error evaluating uid claim expression';
  const uid =
    'program' in mapping
      ? valueOf(mapping, 'claims', value, what)
      : textClaim(claims, mapping.claim, `parse uid claim ${JSON.stringify(mapping.claim)}`);
  if (typeof uid !== 'string') throw new Error(`${what}: uid claim expression must return a string`);
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
  const values = extra.map(({ key, value: expression }) => ({
    key,
    expression,
    result: evaluate(expression, 'claims', value),
  }));
  for (const { key, expression, result } of values) {
    const texts = textsOf(result, `oidc: error evaluating extra claim expression: ${expression.expression}`);
    if (texts.length > 0) found.set(key, texts);
  }
  return found;
}
