import { expectArray, expectPattern, fieldOf } from '../../wire/expect/object.ts';
import { expectEqual, expectSameMembers, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { jane } from '../../fixtures/client-certificates.ts';
import { expectUser, selfReview } from '../../fixtures/self-review.ts';
import { staticCredentials } from '../../fixtures/static-credentials.ts';

export default {
  id: 'certificate-names-the-user',
  title: 'A client certificate MUST give the user name by its common name, and one group by each organization.',
  requirements: [
    'AUTHN-002',
    'AUTHN-005',
    'AUTHN-008',
    'AUTHN-016',
    'AUTHN-025',
    'AUTHN-026',
    'AUTHN-027',
    'REVIEW-002',
  ],
  launch: staticCredentials,
  async run(c) {
    const answer = await selfReview(c.withCertificate(jane), c.vendor);
    expectUser(answer, 'jane');
    const groups = expectArray(answer, 'status.userInfo.groups');
    expectSameMembers('groups', groups, ['devs', 'ops', 'system:authenticated']);
    await c.holds('AUTHN-008', async () => {
      const extra = ['status', 'userInfo', 'extra', c.vendor.fill('authentication.{label}/credential-id')];
      const [fingerprint, ...more] = expectArray(answer, extra);
      expectPattern({ fingerprint }, 'fingerprint', /^X509SHA256=[0-9a-f]{64}$/);
      expectEqual('further values', more, []);
    });
    const uid = fieldOf(answer, 'status.userInfo.uid');
    expectThat('uid', uid === undefined || uid === '', 'none, since the certificate has none', uid);
  },
} satisfies Case;
