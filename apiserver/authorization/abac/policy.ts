// The policy file of the mode ABAC: one JSON object a line (ABAC-001 to ABAC-005); empty lines and those that begin with `#` are
// skipped. Lines without a version have the old format, where an absent field matches everything.

import { parseJson } from '../../../shared/codec/json/json.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';

/** Who may do what. Texts that were left out are ''. */
export interface AbacPolicy {
  readonly user: string;
  readonly group: string;
  readonly apiGroup: string;
  readonly namespace: string;
  readonly resource: string;
  readonly nonResourcePath: string;
  readonly readonly: boolean;
}

export interface AbacPolicies {
  readonly policies: readonly AbacPolicy[];
  /** Lines of the form without a version. */
  readonly unversioned: number;
}

/** The file cannot be used; the message names the line. */
export class AbacPolicyError extends Error {
  override readonly name = 'AbacPolicyError';
}

const allAuthenticated = 'system:authenticated';
/** Bytes of a line, as other servers have it. */
const longestLine = 64 * 1024;

/** Throws AbacPolicyError for the first line that is none. */
export function parseAbacPolicies(text: string, vendor: Vendor): AbacPolicies {
  const policies: AbacPolicy[] = [];
  let unversioned = 0;
  const version = vendor.fill('abac.authorization.{label}/v1beta1');
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const at = `line ${index + 1}`;
    if (Buffer.byteLength(line) >= longestLine)
      throw new AbacPolicyError(`${at}: it is longer than ${longestLine} bytes`);
    const policy = objectOf(trimmed, at);
    if (isVersioned(policy)) {
      policies.push(versionedPolicy(policy, version, at));
    } else {
      unversioned += 1;
      policies.push(unversionedPolicy(policy, at));
    }
  }
  return { policies, unversioned };
}

type Written = Readonly<Record<string, unknown>>;

function objectOf(line: string, at: string): Written {
  let value: unknown;
  try {
    value = parseJson(line).value;
  } catch (error) {
    throw new AbacPolicyError(`${at}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isObject(value)) throw new AbacPolicyError(`${at}: it is not an object`);
  return value;
}

function isObject(value: unknown): value is Written {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A line that says either of both is meant to be of a version. */
function isVersioned({ apiVersion, kind }: Written): boolean {
  return (apiVersion ?? '') !== '' || (kind ?? '') !== '';
}

function versionedPolicy(written: Written, version: string, at: string): AbacPolicy {
  if (written['apiVersion'] !== version || written['kind'] !== 'Policy') {
    const found = `kind ${JSON.stringify(written['kind']) ?? 'none'} of ${JSON.stringify(written['apiVersion']) ?? 'none'}`;
    throw new AbacPolicyError(`${at}: it must be kind Policy of ${version}, not ${found}`);
  }
  const spec = written['spec'] ?? {};
  if (!isObject(spec)) throw new AbacPolicyError(`${at}: spec is not an object`);
  const policy: AbacPolicy = {
    user: textOf(spec, 'user', at),
    group: textOf(spec, 'group', at),
    apiGroup: textOf(spec, 'apiGroup', at),
    namespace: textOf(spec, 'namespace', at),
    resource: textOf(spec, 'resource', at),
    nonResourcePath: textOf(spec, 'nonResourcePath', at),
    readonly: switchOf(spec, 'readonly', at),
  };
  return withEverybody(policy);
}

function unversionedPolicy(written: Written, at: string): AbacPolicy {
  const user = textOf(written, 'user', at);
  const group = textOf(written, 'group', at);
  const namespace = textOf(written, 'namespace', at);
  const resource = textOf(written, 'resource', at);
  return withEverybody({
    user,
    group: user === '' && group === '' ? allAuthenticated : group,
    apiGroup: '*',
    namespace: namespace === '' ? '*' : namespace,
    resource: resource === '' ? '*' : resource,
    nonResourcePath: namespace === '' && resource === '' ? '*' : '',
    readonly: switchOf(written, 'readonly', at),
  });
}

/** Any user, or any group, means every authenticated user, never an anonymous one. */
function withEverybody(policy: AbacPolicy): AbacPolicy {
  return policy.user === '*' || policy.group === '*' ? { ...policy, user: '', group: allAuthenticated } : policy;
}

function textOf(written: Written, field: string, at: string): string {
  const value = written[field] ?? '';
  if (typeof value !== 'string') throw new AbacPolicyError(`${at}: ${field} is not a string`);
  return value;
}

function switchOf(written: Written, field: string, at: string): boolean {
  const value = written[field] ?? false;
  if (typeof value !== 'boolean') throw new AbacPolicyError(`${at}: ${field} is neither true nor false`);
  return value;
}
