import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../case.ts';
import { stockConfigMaps } from '../stock.ts';

export default {
  id: 'unconditional-patches',
  title: 'Patches of different keys without a version SHOULD all stick, also side by side.',
  requirements: ['UPD-007'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await stockConfigMaps(c, 1);
    const keys = ['a', 'b', 'c', 'd', 'e'];
    for (const answer of await Promise.all(
      keys.map((key) => c.wire.patch(maps.item('m-00'), 'merge', { data: { [key]: key } })),
    )) {
      expectOk(answer);
    }
    expectField(await c.wire.get(maps.item('m-00')), 'data', { n: '0', a: 'a', b: 'b', c: 'c', d: 'd', e: 'e' });
  },
} satisfies Case;
