// The mode AlwaysDeny: every request is denied (AUTHZ-034), unless it is allowed before any module (see `chain.ts`).

import type { Authorizer } from '../contract/authorizer.ts';

export function alwaysDeny(): Authorizer {
  return {
    name: 'AlwaysDeny',
    // No opinion rather than deny: a module configured after this one may still allow, as in the real system.
    authorize: () => ({ outcome: 'no-opinion', reason: 'Everything is forbidden.' }),
    rulesFor: async () => ({ rules: [], incomplete: false }),
  };
}
