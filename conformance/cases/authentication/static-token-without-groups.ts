import { expectArray } from '../../wire/expect/object.ts';
import { expectSameMembers } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { expectUser, selfReview } from '../../fixtures/self-review.ts';
import { staticCredentials, staticTokens } from '../../fixtures/static-credentials.ts';

export default {
  id: 'static-token-without-groups',
  title: 'A token file line without groups MUST authenticate a user in the group of authenticated users only.',
  requirements: ['AUTHN-007', 'AUTHN-023', 'AUTHN-031'],
  launch: staticCredentials,
  async run(c) {
    const answer = await selfReview(c.withToken(staticTokens.short), c.vendor);
    expectUser(answer, 'joe');
    expectSameMembers('groups', expectArray(answer, 'status.userInfo.groups'), ['system:authenticated']);
  },
} satisfies Case;
