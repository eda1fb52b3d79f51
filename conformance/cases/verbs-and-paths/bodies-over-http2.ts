import { expectField } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'bodies-over-http2',
  title: 'A write SHOULD be accepted over HTTP/2.',
  requirements: ['VERB-028'],
  needs: ['namespace', 'http2'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    expectCreated(await c.wire2.post(maps.collection, configMap('a', { k: 'x'.repeat(200_000) })));
    expectField(await c.wire.get(maps.item('a')), 'data.k', 'x'.repeat(200_000));
  },
} satisfies Case;
