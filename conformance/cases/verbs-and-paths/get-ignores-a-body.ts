import { namesOf } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'get-ignores-a-body',
  title: 'GET of an item and of a collection MUST ignore a body.',
  requirements: ['VERB-018', 'VERB-021'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 2);
    const plain = await c.wire.get(maps.item('m-00'));
    const withBody = await c.wire.send('GET', maps.item('m-00'), { data: { n: 'other' } });
    expectOk(withBody);
    expectEqual('object got with a body', withBody.json(), plain.json());
    await c.holds('VERB-021', async () => {
      const created = `${maps.collection}?${new URLSearchParams(createdSelector).toString()}`;
      const list = await c.wire.send('GET', created, { limit: 1, items: [] });
      expectOk(list);
      expectEqual('objects listed with a body', namesOf(list), names);
    });
  },
} satisfies Case;
