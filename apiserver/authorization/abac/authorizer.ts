// The mode ABAC: a request is allowed when one policy of the file matches it (ABAC-006 to ABAC-018). It never denies.

import type { UserInfo } from '../../authentication/contract/authenticator.ts';
import type { Attributes, Authorizer, RuleOf } from '../contract/authorizer.ts';
import type { AbacPolicy } from './policy.ts';

const reading: ReadonlySet<string> = new Set(['get', 'list', 'watch']);
const unmatched = { outcome: 'no-opinion', reason: 'No policy matched.' } as const;
const matched = { outcome: 'allow', reason: '' } as const;

export function abacAuthorizer(policies: readonly AbacPolicy[]): Authorizer {
  return {
    name: 'ABAC',
    authorize: (attributes) => (policies.some((policy) => matches(policy, attributes)) ? matched : unmatched),
    rulesFor: async (user, namespace) => ({
      rules: policies.flatMap((policy) => rulesOf(policy, user, namespace)),
      incomplete: false,
    }),
  };
}

function matches(policy: AbacPolicy, attributes: Attributes): boolean {
  if (!isSubject(policy, attributes.user)) return false;
  if (policy.readonly && !reading.has(attributes.verb)) return false;
  if (attributes.kind === 'path') return matchesPath(policy.nonResourcePath, attributes.path);
  return (
    (policy.namespace === '*' || policy.namespace === attributes.namespace) &&
    (policy.resource === '*' || policy.resource === attributes.resource) &&
    (policy.apiGroup === '*' || policy.apiGroup === attributes.group)
  );
}

/** Both must fit where both are given; a policy that names neither fits no user. */
function isSubject({ user, group }: AbacPolicy, { username, groups }: UserInfo): boolean {
  if (user === '' && group === '') return false;
  return (user === '' || user === username) && (group === '' || groups.includes(group));
}

function matchesPath(wanted: string, path: string): boolean {
  if (wanted === path) return true;
  return wanted.endsWith('*') && path.startsWith(wanted.replace(/\*+$/, ''));
}

function rulesOf(policy: AbacPolicy, user: UserInfo, namespace: string): readonly RuleOf[] {
  if (!isSubject(policy, user) || (policy.namespace !== '*' && policy.namespace !== namespace)) return [];
  const verbs = policy.readonly ? [...reading] : ['*'];
  return [
    ...(policy.resource === '' ? [] : [{ verbs, apiGroups: [policy.apiGroup], resources: [policy.resource] }]),
    ...(policy.nonResourcePath === '' ? [] : [{ verbs, nonResourceURLs: [policy.nonResourcePath] }]),
  ];
}
