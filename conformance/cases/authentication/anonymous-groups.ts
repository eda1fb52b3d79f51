import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { grantToGroup } from '../../fixtures/grants.ts';

export default {
  id: 'anonymous-groups',
  title: 'An anonymous request MUST be in the group of unauthenticated users and in no other.',
  requirements: ['AUTHN-056', 'AUTHN-057'],
  needs: ['namespace', 'anonymous', 'rbac'],
  async run(c) {
    const listing = (resource: string) => ({ apiGroups: [''], resources: [resource], verbs: ['list'] });
    await grantToGroup(c, 'system:authenticated', listing('secrets'));
    await grantToGroup(c, 'system:unauthenticated', listing('configmaps'));
    await c.eventually(async () => expectOk(await c.anonymous.get(c.resource('v1', 'configmaps').collection)));
    expectStatus(await c.anonymous.get(c.resource('v1', 'secrets').collection), 403);
  },
} satisfies Case;
