import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { pod } from '../../fixtures/manifests.ts';
import { createPod } from '../../fixtures/created-objects.ts';

export default {
  id: 'status-subresource',
  title:
    'The status sub-resource MUST be read and written below the item path, by no other verbs, and change nothing but status.',
  requirements: ['OBJ-016', 'OBJ-017', 'VERB-012'],
  needs: ['namespace'],
  async run(c) {
    const pods = c.resource('v1', 'pods');
    await createPod(c, pod('p', {}, { labels: { a: '1' } }));
    const status = await c.wire.get(pods.item('p', 'status'));
    expectOk(status);
    expectField(status, 'kind', 'Pod');
    const patch = { spec: { activeDeadlineSeconds: 77 }, status: { message: 'seen by the suite' } };
    expectOk(await c.wire.patch(pods.item('p', 'status'), 'merge', patch));
    await c.holds('OBJ-017', async () => {
      // An item can be deleted, its status cannot; neither is created by a POST to it.
      expectStatus(await c.wire.delete(pods.item('p', 'status')), 405);
      expectStatus(await c.wire.post(pods.item('p', 'status'), status.json()), 405);
      expectStatus(await c.wire.get(pods.item('p', 'eviction')), 404, 405);
    });
    const after = await c.wire.get(pods.item('p'));
    expectField(after, 'status.message', 'seen by the suite');
    expectAbsent(after, 'spec.activeDeadlineSeconds');
  },
} satisfies Case;
