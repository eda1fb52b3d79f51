import { expectCreated, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { pod } from '../../fixtures/manifests.ts';
import { createPod } from '../../fixtures/created-objects.ts';

export default {
  id: 'eviction-is-an-operation',
  title: 'An eviction MUST act on its pod and not be stored as an object.',
  requirements: ['OBJ-009'],
  needs: ['namespace'],
  async run(c) {
    const pods = c.resource('v1', 'pods');
    await createPod(c, pod('p'));
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p', namespace: c.namespace } };
    expectCreated(await c.wire.post(pods.item('p', 'eviction'), eviction));
    await c.eventually(async () => expectStatus(await c.wire.get(pods.item('p')), 404));
    expectRefused(await c.wire.get(pods.item('p', 'eviction')));
  },
} satisfies Case;
