import { expectStatus } from '../../wire/expect/status.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'watch-is-watching-get',
  title: 'The verb watch MUST allow watch requests and no plain GET.',
  requirements: ['AUTHZ-023', 'VERB-044'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['watch'] });
    await c.eventually(async () => {
      const stream = await c.as(user).watch(maps.collection);
      expectOpen(stream);
      stream.close();
    });
    for (const path of [maps.collection, maps.item('m-00')]) expectStatus(await c.as(user).get(path), 403);
  },
} satisfies Case;
