import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { robotToken } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';
import { grantEverywhere } from '../../fixtures/grants.ts';

export default {
  id: 'limited-by-name',
  title: 'The permission to impersonate MUST be limitable by name, and groups MUST be authorized separately.',
  requirements: ['IMP-014', 'IMP-018'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const token = await robotToken(c);
    const onlyJane = { apiGroups: [''], resources: ['users'], resourceNames: ['jane'], verbs: ['impersonate'] };
    await grantEverywhere(c, `system:serviceaccount:${c.namespace}:robot`, onlyJane);
    const acting = (headers: Record<string, string>) => c.withToken(token).withHeaders(headers);
    await c.eventually(async () => expectOk(await acting({ 'impersonate-user': 'jane' }).get('/api')));
    expectStatus(await acting({ 'impersonate-user': 'joe' }).get('/api'), 403);
    expectStatus(await acting({ 'impersonate-user': 'jane', 'impersonate-group': 'developers' }).get('/api'), 403);
  },
} satisfies Case;
