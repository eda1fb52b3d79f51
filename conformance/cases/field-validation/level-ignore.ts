import { expectNoHeader } from '../../wire/expect/headers.ts';
import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'level-ignore',
  title: 'The level Ignore MUST drop unknown and duplicate fields without a warning.',
  requirements: ['FVAL-011', 'FVAL-012', 'FVAL-013', 'FVAL-031'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const body =
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"colour":"red","data":{"k":"1","k":"2"}}';
    const created = await c.wire.post(maps.collection, body, { query: { fieldValidation: 'Ignore' } });
    expectCreated(created);
    expectNoHeader(created, 'warning');
    const stored = await c.wire.get(maps.item('a'));
    expectAbsent(stored, 'colour');
    // Of the duplicates the last one counts.
    expectField(stored, 'data', { k: '2' });
  },
} satisfies Case;
