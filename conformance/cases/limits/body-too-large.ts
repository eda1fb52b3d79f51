import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

const limit = 3 * 1024 * 1024;

export default {
  id: 'body-too-large',
  title: 'A body of more than 3 MiB SHOULD be refused with 413 and not be stored, and one of less be read.',
  requirements: ['LIM-008U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    // Little beyond it: a server may end the connection of a client that has much left to send, and its answer is lost.
    const answer = await c.wire.post(maps.collection, configMap('a', { k: 'x'.repeat(limit + 128 * 1024) }));
    expectStatus(answer, 413);
    expectStatus(await c.wire.get(maps.item('a')), 404);
    // This one is read, and refused for what it says.
    const readable = await c.wire.post(maps.collection, configMap('a', { k: 'x'.repeat(limit - 1024) }));
    expectStatus(readable, 422);
  },
} satisfies Case;
