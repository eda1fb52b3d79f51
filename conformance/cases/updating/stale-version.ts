import { expectField } from '../../wire/expect/object.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'stale-version',
  title: 'PUT with a stale version MUST be answered 409 and change nothing.',
  requirements: ['UPD-002', 'UPD-003', 'UPD-014', 'ERR-005'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const old = (await c.wire.get(maps.item('m-00'))).json() as object;
    expectOk(await c.wire.put(maps.item('m-00'), { ...old, data: { n: 'first' } }));
    const before = await c.wire.get(maps.item('m-00'));
    const refused = await c.wire.put(maps.item('m-00'), { ...old, data: { n: 'second' } });
    expectFailure(refused, 409, 'Conflict');
    expectField(refused, 'details.name', 'm-00');
    expectEqual('object after the conflict', (await c.wire.get(maps.item('m-00'))).json(), before.json());
  },
} satisfies Case;
