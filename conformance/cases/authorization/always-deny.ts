import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'always-deny',
  title: 'The mode AlwaysDeny MUST deny everything, whatever roles allow, except to system:masters.',
  requirements: ['AUTHZ-034', 'AUTHZ-048', 'AUTHZ-056'],
  needs: ['namespace'],
  launch: { server: ['--authorization-mode=AlwaysDeny'] },
  async run(c) {
    const user = c.unique('user');
    await c.grant(user, { apiGroups: ['*'], resources: ['*'], verbs: ['*'] });
    const maps = c.resource('v1', 'configmaps');
    await expectLasting(c, async () => {
      for (const path of ['/api', '/healthz', '/version', maps.collection]) {
        expectFailure(await c.as(user).get(path), 403, 'Forbidden');
      }
    });
    expectFailure(await c.as(user).post(maps.collection, configMap('mine')), 403, 'Forbidden');
    const master = c.as(user, 'system:masters');
    expectOk(await master.get(maps.collection));
    expectCreated(await master.post(maps.collection, configMap('mine')));
  },
} satisfies Case;
