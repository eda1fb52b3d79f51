import { expectNames } from '../../wire/expect/list.ts';
import { expectDeleted, expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'removed-at-once',
  title: 'An object without finalizers MUST be absent from reads and lists after its deletion.',
  requirements: ['DEL-030U', 'DEL-039', 'VERB-038', 'VERB-051U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    expectDeleted(await c.wire.delete(maps.item('m-00')));
    await c.eventually(async () => {
      expectFailure(await c.wire.get(maps.item('m-00')), 404, 'NotFound');
      expectNames(await c.wire.get(maps.collection, { query: createdSelector }), ['m-01']);
    });
  },
} satisfies Case;
