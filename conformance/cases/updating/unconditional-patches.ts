import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

/** So many that a server which retries a conflicting patch only a few times fails. */
const writers = 20;
const patchesEach = 5;

export default {
  id: 'unconditional-patches',
  title: 'Concurrent patches of different keys without a version SHOULD all take effect.',
  requirements: ['UPD-007'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const wanted: Record<string, string> = { n: '0' };
    const write = async (_: unknown, writer: number): Promise<void> => {
      for (let index = 0; index < patchesEach; index++) {
        const data = { [`k-${writer}-${index}`]: 'set' };
        Object.assign(wanted, data);
        expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data }));
      }
    };
    await Promise.all(Array.from({ length: writers }, write));
    expectField(await c.wire.get(maps.item('m-00')), 'data', wanted);
  },
} satisfies Case;
