// The mode AlwaysAllow: everybody may do everything (AUTHZ-033). For tests and for servers nobody else can reach.

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
