import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { robotToken } from '../../fixtures/account-tokens.ts';

export default {
  id: 'anonymous-binding',
  title: 'A binding to the anonymous user MUST apply to anonymous requests, and to no others.',
  requirements: ['AUTHN-055', 'AUTHN-063'],
  needs: ['namespace', 'anonymous', 'rbac'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    expectStatus(await c.anonymous.get(maps.collection), 403);
    await c.grant('system:anonymous', { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] });
    await c.eventually(async () => expectOk(await c.anonymous.get(maps.collection)));
    expectStatus(await c.anonymous.get(c.resource('v1', 'secrets').collection), 403);
    // An authenticated caller is another user.
    expectStatus(await c.withToken(await robotToken(c)).get(maps.collection), 403);
  },
} satisfies Case;
