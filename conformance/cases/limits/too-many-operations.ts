import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

/** One more than the 10,000 operations that servers of this API accept. */
const operations = 10_001;

export default {
  id: 'too-many-operations',
  title: 'A JSON Patch of more than 10,000 operations SHOULD be refused with 413 and change nothing; 10,000 SHOULD do.',
  requirements: ['LIM-008U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    expectCreated(await c.wire.post(maps.collection, configMap('a', { k: 'v' })));
    const patch = Array.from({ length: operations }, () => ({ op: 'add', path: '/data/k', value: 'w' }));
    expectStatus(await c.wire.patch(maps.item('a'), 'json', patch), 413);
    expectField(await c.wire.get(maps.item('a')), 'data.k', 'v');
    expectOk(await c.wire.patch(maps.item('a'), 'json', patch.slice(1)));
    expectField(await c.wire.get(maps.item('a')), 'data.k', 'w');
  },
} satisfies Case;
