import { expectOk } from '../../wire/expect/status.ts';
import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { expectNextChange } from '../../fixtures/lasting.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'no-initial-events',
  title: 'A watch with sendInitialEvents=false MUST start without the existing objects.',
  requirements: ['VERB-066', 'VERB-088U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const stream = await c.wire.watch(maps.collection, {
      ...createdSelector,
      sendInitialEvents: 'false',
      resourceVersionMatch: 'NotOlderThan',
    });
    expectOpen(stream);
    const changed = await c.wire.patch(maps.item('m-00'), 'merge', { data: { k: '1' } });
    expectOk(changed);
    expectEvent(await expectNextChange(stream, changed), 'MODIFIED', 'm-00');
  },
} satisfies Case;
