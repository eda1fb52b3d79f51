import { expectArray, expectField } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectSameMembers } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { expectUser, selfReview } from '../../fixtures/self-review.ts';
import { staticCredentials, staticTokens } from '../../fixtures/static-credentials.ts';

export default {
  id: 'static-token-columns',
  title: 'A line of the token file MUST give the user name, the uid and the groups of its token.',
  requirements: ['AUTHN-002', 'AUTHN-029', 'AUTHN-030', 'REVIEW-002'],
  launch: staticCredentials,
  async run(c) {
    const answer = await selfReview(c.withToken(staticTokens.whole), c.vendor);
    expectUser(answer, 'ann');
    expectField(answer, 'status.userInfo.uid', '17');
    const groups = expectArray(answer, 'status.userInfo.groups');
    expectSameMembers('groups', groups, ['devs', 'ops', 'system:authenticated']);
    // A quote in a quoted column is written twice.
    const quoted = await selfReview(c.withToken(staticTokens.quoted), c.vendor);
    expectUser(quoted, 'kim, "the" one');
    const own = expectArray(quoted, 'status.userInfo.groups');
    expectSameMembers('groups', own, ['a "b" c', 'd', 'system:authenticated']);
    for (const wrong of [`${staticTokens.whole}x`, staticTokens.whole.slice(0, -1), staticTokens.whole.toUpperCase()]) {
      expectStatus(await c.withToken(wrong).get('/api'), 401);
    }
  },
} satisfies Case;
