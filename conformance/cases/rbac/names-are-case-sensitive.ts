import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { grantToGroup } from '../../fixtures/grants.ts';

export default {
  id: 'names-are-case-sensitive',
  title: 'Subject names MUST be compared case-sensitively, and any string MUST be a valid user name.',
  requirements: ['RBAC-016', 'RBAC-030'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const path = c.resource('v1', 'configmaps').collection;
    const user = `${c.unique('Jane')}@example.com: the "first"`;
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] });
    await c.eventually(async () => expectOk(await c.as(user).get(path)));
    expectStatus(await c.as(user.toLowerCase()).get(path), 403);
    const group = `Readers:${c.unique('g')}`;
    await grantToGroup(c, group, { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] });
    await c.eventually(async () => expectOk(await c.as('x', group).get(path)));
    for (const other of [group.toLowerCase(), group.toUpperCase()]) expectStatus(await c.as('x', other).get(path), 403);
  },
} satisfies Case;
