import type { Case } from '../../contract/case.ts';
import { rows } from '../../fixtures/shown/data/rows.ts';
import { rowObjects } from '../../fixtures/shown/row-objects.ts';
import { expectRows } from '../../fixtures/shown/tables.ts';
import { expectOk } from '../../wire/expect/status.ts';

export default {
  id: 'rows-of-kinds',
  title:
    'The row of an object of each built-in kind SHOULD show the cells of its fields, and the words for absent ones.',
  requirements: ['MEDIA-004U'],
  needs: ['namespace'],
  async run(c) {
    const account = c.resource('v1', 'serviceaccounts').item('default');
    await c.eventually(async () => expectOk(await c.wire.get(account)));
    await expectRows(c, rowObjects, rows);
  },
} satisfies Case;
