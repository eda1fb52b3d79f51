import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { pod } from '../../fixtures/manifests.ts';
import { createPod } from '../../fixtures/created-objects.ts';

export default {
  id: 'main-path-ignores-status',
  title: 'A write of the main resource MUST NOT change the status of a type with a status sub-resource.',
  requirements: ['OBJ-016'],
  needs: ['namespace'],
  async run(c) {
    const pods = c.resource('v1', 'pods');
    await createPod(c, pod('p'));
    // What the parent's path leaves alone, the path one segment below it writes.
    expectOk(
      await c.wire.patch(pods.item('p'), 'merge', { metadata: { labels: { a: '1' } }, status: { message: 'forged' } }),
    );
    const after = await c.wire.get(pods.item('p'));
    expectField(after, 'metadata.labels.a', '1');
    expectAbsent(after, 'status.message');
    expectOk(await c.wire.patch(pods.item('p', 'status'), 'merge', { status: { message: 'told' } }));
    expectField(await c.wire.get(pods.item('p')), 'status.message', 'told');
  },
} satisfies Case;
