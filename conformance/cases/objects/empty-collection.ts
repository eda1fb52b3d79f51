import { expectList } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'empty-collection',
  title: 'An empty collection MUST have an empty items array and a version.',
  requirements: ['OBJ-080'],
  needs: ['namespace'],
  async run(c) {
    const empty = await c.wire.get(c.resource('v1', 'services').collection);
    expectList(empty, 'ServiceList');
    expectField(empty, 'items', []);
  },
} satisfies Case;
