import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { robotToken } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';
import { grantEverywhere } from '../../fixtures/grants.ts';

export default {
  id: 'rights-by-kind',
  title: 'Impersonating service accounts, extra fields and uids MUST each need a separate permission.',
  requirements: ['IMP-015', 'IMP-016', 'IMP-017'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const token = await robotToken(c);
    const rules = [{ apiGroups: [''], resources: ['users'], verbs: ['impersonate'] }];
    const granted = await grantEverywhere(c, `system:serviceaccount:${c.namespace}:robot`, ...rules);
    const acting = (headers: Record<string, string>) => c.withToken(token).withHeaders(headers).get('/api');
    await c.eventually(async () => expectOk(await acting({ 'impersonate-user': 'jane' })));
    const attempts: readonly Record<string, string>[] = [
      { 'impersonate-user': `system:serviceaccount:${c.namespace}:other` },
      { 'impersonate-user': 'jane', 'impersonate-extra-team': 'red' },
      { 'impersonate-user': 'jane', 'impersonate-uid': '17' },
    ];
    for (const attempt of attempts) expectStatus(await acting(attempt), 403);
    const group = c.vendor.fill('authentication.{api}');
    rules.push({ apiGroups: [''], resources: ['serviceaccounts'], verbs: ['impersonate'] });
    rules.push({ apiGroups: [group], resources: ['userextras/team', 'uids'], verbs: ['impersonate'] });
    expectOk(await c.wire.patch(granted, 'merge', { rules }));
    for (const attempt of attempts) await c.eventually(async () => expectOk(await acting(attempt)));
  },
} satisfies Case;
