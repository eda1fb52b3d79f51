// Several authentication methods as one: the first that accepts wins (AUTHN-021). A caller with credentials that no
// method accepts is refused, even where anonymous access is on (AUTHN-058). Every authenticated user is in
// `system:authenticated` (AUTHN-023).

import { firstDefined, mapMaybePromise } from '../../shared/process/async/maybe-promise.ts';
import { anonymousGroup, anonymousUser } from './request/anonymous.ts';
import type { Asking, Authentication, Authenticator, Credentials, UserInfo } from './contract/authenticator.ts';

const authenticatedGroup = 'system:authenticated';

/** `methods` in the order they are asked; `anonymous` only when none of them found credentials. */
export function authenticatorChain(methods: readonly Authenticator[], anonymous?: Authenticator): Authenticator {
  // A method gives the same user object for the same credentials: so does the chain, and what is known about a user can
  // be kept by its identity.
  const grouped = new WeakMap<UserInfo, UserInfo>();
  const ask = (credentials: Credentials, asking: Asking | undefined): Authentication | Promise<Authentication> => {
    const refused: string[] = [];
    const accepted = firstDefined(methods, (method) =>
      mapMaybePromise(method.authenticate(credentials, asking), (result) => {
        if (result.outcome === 'rejected') refused.push(result.reason);
        return result.outcome === 'accepted' ? result : undefined;
      }),
    );
    return mapMaybePromise(accepted, (found) =>
      found === undefined ? unaccepted(credentials, asking, refused) : withCommonGroup(found),
    );
  };
  /** `refused`: why each method that found credentials refused them. */
  const unaccepted = (
    credentials: Credentials,
    asking: Asking | undefined,
    refused: string[],
  ): Authentication | Promise<Authentication> => {
    if (credentials.malformed !== undefined) refused.push(credentials.malformed);
    else if (credentials.bearerToken !== undefined) refused.unshift('invalid bearer token');
    const [reason] = refused;
    if (reason !== undefined) {
      return { outcome: 'rejected', reason: refused.length === 1 ? reason : `[${refused.join(', ')}]` };
    }
    return anonymous === undefined ? { outcome: 'none' } : anonymous.authenticate(credentials, asking);
  };
  const withCommonGroup = (accepted: Accepted): Authentication => {
    const user = withGroup(accepted.user, grouped);
    return user === accepted.user ? accepted : { ...accepted, user };
  };
  return { name: 'chain', authenticate: (credentials, asking) => ask(credentials, asking) };
}

type Accepted = Extract<Authentication, { outcome: 'accepted' }>;

/** A user whom an authenticating proxy calls anonymous is not authenticated either. */
function withGroup(user: UserInfo, grouped: WeakMap<UserInfo, UserInfo>): UserInfo {
  const { username, groups } = user;
  if (username === anonymousUser || groups.includes(authenticatedGroup) || groups.includes(anonymousGroup)) {
    return user;
  }
  let known = grouped.get(user);
  if (known === undefined) {
    known = { ...user, groups: [...user.groups, authenticatedGroup] };
    grouped.set(user, known);
  }
  return known;
}
