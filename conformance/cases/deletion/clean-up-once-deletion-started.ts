import { createObject } from '../../fixtures/created-objects.ts';
import { configMap, secret } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectTime } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';

const [mine, other] = ['conformance.example/mine', 'conformance.example/other'];

export default {
  id: 'clean-up-once-deletion-started',
  title: 'Once an object has a deletion time, clients MUST be able to remove its finalizers.',
  requirements: ['DEL-018'],
  needs: ['namespace'],
  async run(c) {
    for (const [resource, manifest] of [
      ['configmaps', configMap('held', {}, { finalizers: [mine, other] })],
      ['secrets', secret('held', {}, { finalizers: [mine, other] })],
    ] as const) {
      const objects = c.resource('v1', resource);
      await createObject(c, objects.collection, manifest);
      expectDeleted(await c.wire.delete(objects.item('held')));
      const held = await c.wire.get(objects.item('held'));
      expectOk(held);
      expectTime(held, 'metadata.deletionTimestamp');
      // Remove the finalizers one at a time; the second one later than the delete response.
      expectOk(await c.wire.patch(objects.item('held'), 'merge', { metadata: { finalizers: [other] } }));
      expectTime(await c.wire.get(objects.item('held')), 'metadata.deletionTimestamp');
      expectOk(await c.wire.patch(objects.item('held'), 'merge', { metadata: { finalizers: null } }));
      expectStatus(await c.wire.get(objects.item('held')), 404);
    }
  },
} satisfies Case;
