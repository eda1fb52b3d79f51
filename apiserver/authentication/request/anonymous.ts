// Requests without credentials (AUTHN-054 to AUTHN-057): one fixed user in one fixed group.

import type { Authenticator, UserInfo } from '../contract/authenticator.ts';

export const anonymousUser = 'system:anonymous';
export const anonymousGroup = 'system:unauthenticated';

const user: UserInfo = { username: anonymousUser, groups: [anonymousGroup], extra: new Map() };

/** Accepts everybody; with `paths`, only on exactly these paths (AUTHN-061). */
export function anonymousAuthenticator(paths?: readonly string[]): Authenticator {
  const open = paths === undefined ? undefined : new Set(paths);
  return {
    name: 'anonymous',
    authenticate: ({ path }) =>
      Promise.resolve(open === undefined || open.has(path) ? { outcome: 'accepted', user } : { outcome: 'none' }),
  };
}
