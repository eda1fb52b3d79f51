import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'dry-run-authorization',
  title: 'A dry run MUST need the same permission as the real request.',
  requirements: ['DRY-023'],
  needs: ['namespace', 'impersonation', 'rbac'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] });
    await c.eventually(async () => expectOk(await c.as(user).get(maps.collection)));
    expectFailure(
      await c.as(user).post(maps.collection, configMap('a'), { query: { dryRun: 'All' } }),
      403,
      'Forbidden',
    );
  },
} satisfies Case;
