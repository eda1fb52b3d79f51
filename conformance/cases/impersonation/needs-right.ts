import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import { robotToken } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';
import { grantEverywhere } from '../../fixtures/grants.ts';

export default {
  id: 'needs-right',
  title: 'A caller without permission to impersonate MUST get 403.',
  requirements: ['IMP-013', 'IMP-022'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const token = await robotToken(c);
    const acting = c.withToken(token).withHeaders({ 'impersonate-user': 'jane' });
    expectFailure(await acting.get('/api'), 403, 'Forbidden');
    expectOk(await c.withToken(token).get('/api'));
    // Neither the verb on other resources, nor other verbs on users, nor the permission in a namespace is enough.
    const robot = `system:serviceaccount:${c.namespace}:robot`;
    const users = { apiGroups: [''], resources: ['users'] };
    const rules = [
      { apiGroups: [''], resources: ['groups', 'serviceaccounts'], verbs: ['impersonate'] },
      { apiGroups: [c.vendor.fill('authentication.{api}')], resources: ['*'], verbs: ['impersonate'] },
      { ...users, verbs: ['get', 'list', 'create', 'update'] },
      // This shows when the rules are in effect.
      { nonResourceURLs: ['/metrics'], verbs: ['get'] },
    ];
    const granted = await grantEverywhere(c, robot, ...rules);
    const impersonate = { ...users, verbs: ['impersonate'] };
    const maps = c.resource('v1', 'configmaps').collection;
    const list = { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] };
    await c.grant('jane', list);
    await c.grant(robot, impersonate, list);
    await c.eventually(async () => {
      expectOk(await c.withToken(token).get('/metrics'));
      expectOk(await c.withToken(token).get(maps));
    });
    for (const path of ['/api', maps]) expectFailure(await acting.get(path), 403, 'Forbidden');
    expectOk(await c.wire.patch(granted, 'merge', { rules: [...rules, impersonate] }));
    for (const path of ['/api', maps]) await c.eventually(async () => expectOk(await acting.get(path)));
  },
} satisfies Case;
