import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'rules-add-up',
  title: 'The permissions of all roles of a user MUST add up.',
  requirements: ['RBAC-004'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] });
    await c.grant(user, { apiGroups: [''], resources: ['secrets'], verbs: ['list'] });
    await c.eventually(async () => {
      expectOk(await c.as(user).get(c.resource('v1', 'configmaps').collection));
      expectOk(await c.as(user).get(c.resource('v1', 'secrets').collection));
    });
    expectStatus(await c.as(user).get(c.resource('v1', 'services').collection), 403);
  },
} satisfies Case;
