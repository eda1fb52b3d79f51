import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs, ownersOf } from '../../fixtures/field-owners.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'co-owner-updates',
  title: 'An update by one of several owners SHOULD succeed where its apply of the same value is a conflict.',
  requirements: ['APPLY-069', 'APPLY-032', 'APPLY-039'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps').item('a');
    expectCreated(await applyAs(c, 'm1', maps, configMap('a', { k: '1' })));
    expectOk(await applyAs(c, 'm2', maps, configMap('a', { k: '1' })));
    expectFailure(await applyAs(c, 'm1', maps, configMap('a', { k: '2' })), 409, 'Conflict');
    const object = (await c.wire.get(maps)).json() as { data: object };
    const put = await c.wire.put(maps, { ...object, data: { k: '2' } }, { query: { fieldManager: 'm1' } });
    expectOk(put);
    expectField(put, 'data.k', '2');
    expectEqual('owners', ownersOf(put, 'f:data', 'f:k'), ['m1']);
  },
} satisfies Case;
