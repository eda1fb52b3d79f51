import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'delete-and-deletecollection',
  title: 'The verbs delete and deletecollection MUST allow only DELETE of an item and of a collection respectively.',
  requirements: ['AUTHZ-027', 'AUTHZ-028', 'VERB-043'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const [one, all] = [c.unique('one'), c.unique('all')];
    await c.grant(one, { apiGroups: [''], resources: ['configmaps'], verbs: ['delete'] });
    await c.grant(all, { apiGroups: [''], resources: ['configmaps'], verbs: ['deletecollection', 'DELETE'] });
    await c.eventually(async () => expectStatus(await c.as(one).delete(maps.item('m-00')), 200, 404));
    expectStatus(await c.as(one).delete(maps.collection), 403);
    // When the grant has taken effect, what it does not allow stays forbidden.
    await c.eventually(async () =>
      expectOk(await c.as(all).delete(maps.collection, undefined, { query: { labelSelector: 'none=here' } })),
    );
    expectStatus(await c.as(all).delete(maps.item('m-01')), 403);
    expectOk(await c.as(all).delete(maps.collection, undefined, { query: createdSelector }));
    expectStatus(await c.wire.get(maps.item('m-01')), 404);
  },
} satisfies Case;
