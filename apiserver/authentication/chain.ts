// Several authentication methods as one: the first that accepts wins (AUTHN-021). A caller with credentials that no
// method accepts is refused, even where anonymous access is on (AUTHN-058). Every authenticated user is in
// `system:authenticated` (AUTHN-023).

import { anonymousGroup } from './request/anonymous.ts';
import type { Authentication, Authenticator, Credentials, UserInfo } from './contract/authenticator.ts';

export const authenticatedGroup = 'system:authenticated';

/** `methods` in the order they are asked; `anonymous` only when none of them found credentials. */
export function authenticatorChain(methods: readonly Authenticator[], anonymous?: Authenticator): Authenticator {
  // A method gives the same user object for the same credentials: so does the chain, and what is known about a user can
  // be kept by its identity.
  const grouped = new WeakMap<UserInfo, UserInfo>();
  /** Goes on with the method at `first`; `reasons`: why those before it refused. Waits only for a method that does. */
  const ask = (
    credentials: Credentials,
    signal: AbortSignal | undefined,
    first: number,
    reasons: readonly string[],
  ): Authentication | Promise<Authentication> => {
    let refused = reasons;
    for (let at = first; at < methods.length; at += 1) {
      const method = methods[at];
      if (method === undefined) continue;
      const result = method.authenticate(credentials, signal);
      if (result instanceof Promise) {
        const before = refused;
        return result.then((known) =>
          known.outcome === 'accepted'
            ? withCommonGroup(known)
            : ask(credentials, signal, at + 1, reasonsWith(before, method, known)),
        );
      }
      if (result.outcome === 'accepted') return withCommonGroup(result);
      refused = reasonsWith(refused, method, result);
    }
    if (refused.length > 0) {
      return { outcome: 'rejected', reason: refused.join('; ') };
    }
    if (credentials.malformed !== undefined) {
      return { outcome: 'rejected', reason: credentials.malformed };
    }
    if (credentials.bearerToken !== undefined) {
      return { outcome: 'rejected', reason: 'no method knows the bearer token' };
    }
    return anonymous === undefined ? { outcome: 'none' } : anonymous.authenticate(credentials, signal);
  };
  const withCommonGroup = (accepted: Accepted): Authentication => {
    const user = withGroup(accepted.user, grouped);
    return user === accepted.user ? accepted : { ...accepted, user };
  };
  return { name: 'chain', authenticate: (credentials, signal) => ask(credentials, signal, 0, []) };
}

type Accepted = Extract<Authentication, { outcome: 'accepted' }>;

function reasonsWith(before: readonly string[], { name }: Authenticator, result: Authentication): readonly string[] {
  return result.outcome === 'rejected' ? [...before, `${name}: ${result.reason}`] : before;
}

function withGroup(user: UserInfo, grouped: WeakMap<UserInfo, UserInfo>): UserInfo {
  if (user.groups.includes(authenticatedGroup) || user.groups.includes(anonymousGroup)) {
    return user;
  }
  let known = grouped.get(user);
  if (known === undefined) {
    known = { ...user, groups: [...user.groups, authenticatedGroup] };
    grouped.set(user, known);
  }
  return known;
}
