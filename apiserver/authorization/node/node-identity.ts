// Who is a node agent: a user named `system:node:<node>` in the group `system:nodes` (NODEAUTHZ-020, NODEAUTHZ-021).

import type { UserInfo } from '../../authentication/contract/authenticator.ts';

const userPrefix = 'system:node:';
const nodesGroup = 'system:nodes';

/** The agent's node name, '' when the user name ends after the prefix; undefined: not a node agent. */
export function nodeNameOf(user: UserInfo): string | undefined {
  if (!user.username.startsWith(userPrefix) || !user.groups.includes(nodesGroup)) return undefined;
  return user.username.slice(userPrefix.length);
}
