import { expectEqual } from '../../wire/expect/value.ts';
import { expectCreated, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'create-is-post',
  title: 'The verb create MUST allow POST and nothing else.',
  requirements: ['AUTHZ-020'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['create'] });
    await c.eventually(async () => expectCreated(await c.as(user).post(maps.collection, configMap(c.unique('made')))));
    const caller = c.as(user);
    for (const answer of [
      await caller.get(maps.collection),
      await caller.get(maps.item('m-00')),
      await caller.patch(maps.item('m-00'), 'merge', {}),
      await caller.put(maps.item('m-00'), configMap('m-00')),
      await caller.delete(maps.item('m-00')),
      await caller.delete(maps.collection),
    ]) {
      expectStatus(answer, 403);
    }
    const stream = await caller.watch(maps.collection, { timeoutSeconds: '1' });
    stream.close();
    expectEqual('status of a watch', stream.status, 403);
  },
} satisfies Case;
