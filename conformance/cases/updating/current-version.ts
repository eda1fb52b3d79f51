import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'current-version',
  title:
    'PUT with the current version MUST succeed, also right after a stale one was refused, and MUST carry one for kinds that require it.',
  requirements: ['UPD-004', 'UPD-014', 'UPD-001'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const old = (await c.wire.get(maps.item('m-00'))).json() as { metadata: object };
    const first = await c.wire.put(maps.item('m-00'), { ...old, data: { n: 'first' } });
    expectOk(first);
    expectStatus(await c.wire.put(maps.item('m-00'), { ...old, data: { n: 'second' } }), 409);
    const fresh = { ...old, metadata: { ...old.metadata, resourceVersion: versionOf(first) }, data: { n: 'second' } };
    const second = await c.wire.put(maps.item('m-00'), fresh);
    expectOk(second);
    expectField(second, 'data.n', 'second');
    await c.holds('UPD-001', async () => {
      const groupVersion = c.vendor.fill('coordination.{api}/v1');
      const leases = c.resource(groupVersion, 'leases');
      const lease = { apiVersion: groupVersion, kind: 'Lease', metadata: { name: 'held' } };
      const of = (holderIdentity: string) => ({ ...lease, spec: { holderIdentity } });
      const created = await createObject(c, leases.collection, of('first'));
      expectFailure(await c.wire.put(leases.item('held'), of('second')), 422, 'Invalid');
      expectField(await c.wire.get(leases.item('held')), 'spec.holderIdentity', 'first');
      const metadata = { name: 'held', resourceVersion: versionOf(created) };
      expectOk(await c.wire.put(leases.item('held'), { ...of('second'), metadata }));
    });
  },
} satisfies Case;
