import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'item-path-addresses-one-object',
  title: 'An item path MUST return exactly the object of that name in the namespace of the path.',
  requirements: ['OBJ-015', 'OBJ-034', 'OBJ-038', 'VERB-006'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const got = await c.wire.get(maps.item('m-01'));
    expectOk(got);
    expectField(got, 'metadata.name', 'm-01');
    expectField(got, 'metadata.namespace', c.namespace);
    expectField(got, 'data.n', '1');
  },
} satisfies Case;
