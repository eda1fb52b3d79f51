import { expectDeleted, expectOk, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'query-options',
  title: 'The propagation policy of a delete SHOULD be taken from the query when there is no body.',
  requirements: ['DEL-005'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    expectRefused(await c.wire.delete(maps.item('m-00'), undefined, { query: { propagationPolicy: 'Sideways' } }));
    expectOk(await c.wire.get(maps.item('m-00')));
    expectDeleted(await c.wire.delete(maps.item('m-00'), undefined, { query: { propagationPolicy: 'Background' } }));
    expectStatus(await c.wire.get(maps.item('m-00')), 404);
  },
} satisfies Case;
