import { selfReview } from '../../fixtures/self-review.ts';
import { grantToGroup } from '../../fixtures/grants.ts';
import { expectArray, expectField, expectText } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectSameMembers, expectThat } from '../../wire/expect/value.ts';
import { robotToken, expectSigned } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'service-account-token',
  title: 'A token of a service account MUST authenticate as that account with the two service-account groups.',
  requirements: [
    'AUTHN-012',
    'AUTHN-013',
    'AUTHN-023',
    'AUTHN-035',
    'AUTHN-042',
    'AUTHN-043',
    'AUTHN-044',
    'RBAC-032',
    'RBAC-033',
  ],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('authentication.{api}/v1');
    const token = await robotToken(c, { expirationSeconds: 3600 });
    await c.holds('AUTHN-042', () => expectSigned(c, token));
    const answer = await c
      .withToken(token)
      .post(`/apis/${groupVersion}/selfsubjectreviews`, { apiVersion: groupVersion, kind: 'SelfSubjectReview' });
    expectCreated(answer);
    await c.holds(['AUTHN-043', 'RBAC-032'], async () =>
      expectField(answer, 'status.userInfo.username', `system:serviceaccount:${c.namespace}:robot`),
    );
    // The name of the scheme is of any case.
    await c.holds('AUTHN-035', async () => {
      for (const scheme of ['bearer', 'BEARER'])
        expectOk(
          await c
            .withToken('none')
            .withHeaders({ authorization: `${scheme} ${token}` })
            .get('/api'),
        );
    });
    await c.holds(['AUTHN-023', 'AUTHN-044'], async () => {
      const groups = expectArray(answer, 'status.userInfo.groups');
      const own = ['system:serviceaccounts', `system:serviceaccounts:${c.namespace}`];
      expectSameMembers('groups', groups, [...own, 'system:authenticated']);
    });
    await c.holds('AUTHN-012', async () => {
      const normal = expectText(await selfReview(c.wire, c.vendor), 'status.userInfo.username');
      expectThat('name of the caller', !normal.startsWith('system:serviceaccount:'), 'that of no account', normal);
    });
    for (const [group, resource] of [
      [`system:serviceaccounts:${c.namespace}`, 'configmaps'],
      ['system:serviceaccounts', 'secrets'],
    ] as const) {
      await grantToGroup(c, group, { apiGroups: [''], resources: [resource], verbs: ['list'] });
      await c.holds('RBAC-033', () =>
        c.eventually(async () => {
          expectOk(await c.withToken(token).get(c.resource('v1', resource).collection));
          expectStatus(await c.as('jane').get(c.resource('v1', resource).collection), 403);
        }),
      );
    }
  },
} satisfies Case;
