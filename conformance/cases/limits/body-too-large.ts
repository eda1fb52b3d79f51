import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'body-too-large',
  title: 'A body far beyond any sensible size SHOULD be refused with 413 and not be stored.',
  requirements: ['LIM-008U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const answer = await c.wire.post(maps.collection, configMap('a', { k: 'x'.repeat(4_000_000) }));
    expectStatus(answer, 413);
    expectStatus(await c.wire.get(maps.item('a')), 404);
    // Just below 3 MiB it is read, and refused for what it says.
    const readable = await c.wire.post(maps.collection, configMap('a', { k: 'x'.repeat(3 * 1024 * 1024 - 1024) }));
    expectStatus(readable, 422);
  },
} satisfies Case;
