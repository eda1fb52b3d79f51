import { expectFailure, expectOk, expectRefused } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { service } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'name-on-put-must-match',
  title: 'PUT and PATCH MUST refuse another name or namespace than that of the path, for each kind and sub-resource.',
  requirements: ['OBJ-088U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const services = c.resource('v1', 'services');
    for (const name of ['m-00', 'm-01']) await createObject(c, services.collection, service(name));
    for (const [path, other] of [
      [maps.item('m-00'), maps.item('m-01')],
      [services.item('m-00'), services.item('m-01')],
      [services.item('m-00', 'status'), services.item('m-01')],
    ] as const) {
      const before = await c.wire.get(path);
      const body = before.json() as { metadata: object };
      expectFailure(await c.wire.put(path, (await c.wire.get(other)).json()), 400, 'BadRequest');
      await c.holds('OBJ-088U', async () => {
        const elsewhere = { ...body, metadata: { ...body.metadata, namespace: 'elsewhere' } };
        expectFailure(await c.wire.put(path, elsewhere), 400, 'BadRequest');
        // A patch moves no object either, not even one whose sender may do so.
        for (const metadata of [{ name: 'm-02' }, { namespace: 'elsewhere' }])
          for (const type of ['merge', 'strategic'] as const)
            expectRefused(await c.wire.patch(path, type, { metadata }));
        expectEqual('object after refusals', (await c.wire.get(path)).json(), body);
      });
      expectOk(await c.wire.put(path, body));
    }
  },
} satisfies Case;
