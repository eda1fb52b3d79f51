import { robotToken } from '../../fixtures/account-tokens.ts';
import { grantEverywhere } from '../../fixtures/grants.ts';
import { selfReview } from '../../fixtures/self-review.ts';
import type { Case } from '../../contract/case.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Headers } from '../../wire/exchange/wire.ts';

export default {
  id: 'each-value-is-checked',
  title: 'Every impersonated group, extra value and uid MUST be authorized, at any position.',
  requirements: ['IMP-012', 'IMP-014', 'IMP-016', 'IMP-017', 'IMP-018'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const token = await robotToken(c);
    const apiGroups = [c.vendor.fill('authentication.{api}')];
    const verbs = ['impersonate'];
    const rules = [
      { apiGroups: [''], resources: ['users'], resourceNames: ['jane'], verbs },
      { apiGroups: [''], resources: ['groups'], resourceNames: ['developers', 'testers'], verbs },
      { apiGroups, resources: ['userextras/team'], resourceNames: ['red', 'blue'], verbs },
      { apiGroups, resources: ['uids'], resourceNames: ['u1'], verbs },
    ];
    // The same rights in the other group give nothing, nor does one for extras without a key.
    const elsewhere = [
      { apiGroups, resources: ['groups'], resourceNames: ['elsewhere'], verbs },
      { apiGroups: [''], resources: ['userextras/place', 'uids'], resourceNames: ['elsewhere'], verbs },
      { apiGroups, resources: ['userextras'], verbs },
    ];
    await grantEverywhere(c, `system:serviceaccount:${c.namespace}:robot`, ...rules, ...elsewhere);
    const acting = (headers: Headers) =>
      c
        .withToken(token)
        .withHeaders({ 'impersonate-user': 'jane', ...headers })
        .get('/api');
    await c.eventually(async () => expectOk(await acting({})));
    // The token of the account gives it groups, a uid and an extra.
    await c.holds('IMP-012', async () => {
      const jane = await selfReview(c.withToken(token).withHeaders({ 'impersonate-user': 'jane' }), c.vendor);
      expectCreated(jane);
      expectField(jane, 'status.userInfo', { username: 'jane', groups: ['system:authenticated'] });
    });
    const judge = async (allowed: readonly Headers[], refused: readonly Headers[]) => {
      for (const headers of allowed) expectOk(await acting(headers));
      for (const headers of refused) expectStatus(await acting(headers), 403);
    };
    await c.holds('IMP-018', () => judge([], [{ 'impersonate-user': 'joe' }, { 'impersonate-user': 'jane2' }]));
    await c.holds('IMP-014', () =>
      judge(
        [{ 'impersonate-group': ['developers', 'testers'] }],
        [
          ['elsewhere'],
          ['admins'],
          ['admins', 'developers'],
          ['developers', 'admins'],
          ['developers', 'testers', 'admins'],
        ].map((groups) => ({ 'impersonate-group': groups })),
      ),
    );
    await c.holds('IMP-016', () =>
      judge(
        [{ 'impersonate-extra-team': ['red', 'blue'] }, { 'impersonate-extra-Team': 'red' }],
        [
          { 'impersonate-extra-place': 'elsewhere' },
          { 'impersonate-extra-team': 'green' },
          { 'impersonate-extra-team': ['red', 'green'] },
          { 'impersonate-extra-team': ['green', 'red'] },
          { 'impersonate-extra-other': 'red' },
          { 'impersonate-extra-team': 'red', 'impersonate-extra-other': 'red' },
          // The permission is for the decoded key; a percent-encoded capital makes another key.
          { 'impersonate-extra-%54eam': 'red' },
        ],
      ),
    );
    await c.holds('IMP-017', () =>
      // An empty uid counts as no uid.
      judge(
        [{ 'impersonate-uid': 'u1' }, { 'impersonate-uid': '' }],
        [{ 'impersonate-uid': 'u2' }, { 'impersonate-uid': 'elsewhere' }],
      ),
    );
  },
} satisfies Case;
