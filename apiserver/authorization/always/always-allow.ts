// The mode AlwaysAllow: every request is allowed (AUTHZ-033). For tests and for servers that only their owner can reach.

import type { Authorizer } from '../contract/authorizer.ts';

export function alwaysAllow(): Authorizer {
  return {
    name: 'AlwaysAllow',
    authorize: () => ({ outcome: 'allow', reason: '' }),
    rulesFor: async () => ({
      rules: [
        { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
        { verbs: ['*'], nonResourceURLs: ['*'] },
      ],
      incomplete: false,
    }),
  };
}
