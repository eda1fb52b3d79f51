import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'get-ignores-a-body',
  title: 'GET MUST ignore a body.',
  requirements: ['VERB-018', 'VERB-021'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const plain = await c.wire.get(maps.item('m-00'));
    const withBody = await c.wire.send('GET', maps.item('m-00'), { data: { n: 'other' } });
    expectOk(withBody);
    expectEqual('object got with a body', withBody.json(), plain.json());
  },
} satisfies Case;
