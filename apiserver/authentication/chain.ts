// Several authentication methods as one: the first that accepts wins (AUTHN-021). Whoever presented credentials that no
// method accepts is refused, even where anonymous access is on (AUTHN-058). Every authenticated user is in
// `system:authenticated` (AUTHN-023).

import { anonymousGroup } from './anonymous.ts';
import type { Authentication, Authenticator, UserInfo } from './authenticator.ts';

export const authenticatedGroup = 'system:authenticated';

/** `methods` in the order they are asked; `anonymous` only when none of them found credentials. */
export function authenticatorChain(methods: readonly Authenticator[], anonymous?: Authenticator): Authenticator {
  // A method gives the same user object for the same credentials: so does the chain, and what is known about a user can
  // be kept by its identity.
  const grouped = new WeakMap<UserInfo, UserInfo>();
  return {
    name: 'chain',
    async authenticate(credentials, signal): Promise<Authentication> {
      const reasons: string[] = [];
      for (const method of methods) {
        const result = await method.authenticate(credentials, signal);
        if (result.outcome === 'accepted') {
          return { ...result, user: withGroup(result.user, grouped) };
        }
        if (result.outcome === 'rejected') {
          reasons.push(`${method.name}: ${result.reason}`);
        }
      }
      if (reasons.length > 0) {
        return { outcome: 'rejected', reason: reasons.join('; ') };
      }
      if (credentials.bearerToken !== undefined) {
        return { outcome: 'rejected', reason: 'no method knows the bearer token' };
      }
      return anonymous === undefined ? { outcome: 'none' } : anonymous.authenticate(credentials, signal);
    },
  };
}

function withGroup(user: UserInfo, grouped: WeakMap<UserInfo, UserInfo>): UserInfo {
  if (user.groups.includes(authenticatedGroup) || user.groups.includes(anonymousGroup)) {
    return user;
  }
  const known = grouped.get(user) ?? { ...user, groups: [...user.groups, authenticatedGroup] };
  grouped.set(user, known);
  return known;
}
