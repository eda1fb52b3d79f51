import { expectNames } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'watch-true-is-a-watch',
  title: 'The value true of watch SHOULD mean the same as 1.',
  requirements: ['VERB-058', 'VERB-085', 'VERB-023'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    for (const [index, watch] of ['1', 'true', ''].entries()) {
      const stream = await c.wire.watch(maps.collection, { watch, ...createdSelector });
      expectOpen(stream);
      expectEvent(await stream.next(), 'ADDED', 'm-00');
      expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: `changed-${index}` } }));
      expectEvent(await stream.nextChange(), 'MODIFIED', 'm-00');
      stream.close();
    }
    for (const watch of ['0', 'false']) {
      expectNames(await c.wire.get(maps.collection, { query: { watch, ...createdSelector } }), ['m-00']);
    }
  },
} satisfies Case;
