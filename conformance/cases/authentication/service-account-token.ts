import { expectArray, expectField } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { robotToken } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'service-account-token',
  title: 'A token of a service account MUST authenticate as that account with the two service-account groups.',
  requirements: ['AUTHN-012', 'AUTHN-013', 'AUTHN-017', 'AUTHN-042', 'AUTHN-043', 'AUTHN-044', 'RBAC-032', 'RBAC-033'],
  needs: ['namespace'],
  async run(c) {
    const groupVersion = c.vendor.fill('authentication.{api}/v1');
    const token = await robotToken(c, { expirationSeconds: 3600 });
    expectEqual('parts of the token', token.split('.').length, 3);
    const answer = await c
      .withToken(token)
      .post(`/apis/${groupVersion}/selfsubjectreviews`, { apiVersion: groupVersion, kind: 'SelfSubjectReview' });
    expectCreated(answer);
    expectField(answer, 'status.userInfo.username', `system:serviceaccount:${c.namespace}:robot`);
    const groups = expectArray(answer, 'status.userInfo.groups');
    for (const group of ['system:serviceaccounts', `system:serviceaccounts:${c.namespace}`, 'system:authenticated']) {
      expectThat('groups', groups.includes(group), `a list with ${group}`, groups);
    }
  },
} satisfies Case;
