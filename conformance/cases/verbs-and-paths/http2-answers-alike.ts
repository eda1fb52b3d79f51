import { expectNames } from '../../wire/expect/list.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { eventName, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'http2-answers-alike',
  title: 'The same requests SHOULD be answered in the same way over HTTP/2.',
  requirements: ['VERB-017', 'VERB-020'],
  needs: ['namespace', 'http2'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    expectEqual(
      'object over HTTP/2',
      (await c.wire2.get(maps.item('m-00'))).json(),
      (await c.wire.get(maps.item('m-00'))).json(),
    );
    expectNames(await c.wire2.get(maps.collection, { query: createdSelector }), ['m-00', 'm-01']);
    const stream = await c.wire2.watch(maps.collection, createdSelector);
    expectOpen(stream);
    expectEqual('events over HTTP/2', (await stream.changes(2)).map(eventName).sort(), ['m-00', 'm-01']);
  },
} satisfies Case;
