import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { node, pod } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectField, expectJson, expectTime } from '../../wire/expect/object.ts';
import { expectDeleted, expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

export default {
  id: 'shorter-grace',
  title:
    'A second delete with a shorter grace period SHOULD count, a longer one MUST NOT, and preconditions MUST hold.',
  requirements: ['DEL-002', 'DEL-004', 'DEL-015U'],
  needs: ['namespace'],
  async run(c) {
    const pods = c.resource('v1', 'pods');
    const name = c.unique('node');
    // The node must exist: controllers delete pods of missing nodes.
    c.removeLater(`/api/v1/nodes/${name}`);
    await createObject(c, '/api/v1/nodes', node(name));
    await createPod(c, pod('p', { nodeName: name, tolerations: [{ operator: 'Exists' }] }));
    const remove = (options: object) => c.wire.delete(pods.item('p'), options);
    const expectGrace = async (seconds: number) => {
      const held = await c.wire.get(pods.item('p'));
      expectField(held, 'metadata.deletionGracePeriodSeconds', seconds);
      return expectTime(held, 'metadata.deletionTimestamp');
    };
    expectDeleted(await remove({ gracePeriodSeconds: 600 }));
    const first = await expectGrace(600);
    await c.holds('DEL-004', async () => {
      for (const preconditions of [{ uid: '00000000-0000-4000-8000-000000000001' }, { resourceVersion: '1' }]) {
        expectFailure(await remove({ gracePeriodSeconds: 10, preconditions }), 409, 'Conflict');
      }
      expectEqual('deletionTimestamp', await expectGrace(600), first);
    });
    await c.holds(['DEL-002', 'DEL-015U'], async () => {
      expectDeleted(await remove({ gracePeriodSeconds: 200 }));
      expectEqual('seconds that the deletion came nearer', (first - (await expectGrace(200))) / 1_000, 400);
      for (const gracePeriodSeconds of [200, 201, 900]) {
        expectDeleted(await remove({ gracePeriodSeconds }));
        expectEqual('seconds that the deletion came nearer', (first - (await expectGrace(200))) / 1_000, 400);
      }
      // What is written meanwhile does not end it.
      const labels = { written: 'meanwhile' };
      expectOk(await c.wire.patch(pods.item('p'), 'merge', { metadata: { labels } }));
      expectOk(await c.wire.patch(pods.item('p', 'status'), 'merge', { status: { reason: 'Ending' } }));
      expectOk(await c.wire.put(pods.item('p'), expectJson(await c.wire.get(pods.item('p')))));
      expectEqual('seconds that the deletion came nearer', (first - (await expectGrace(200))) / 1_000, 400);
      expectDeleted(await remove({ gracePeriodSeconds: 0 }));
      await c.eventually(async () => expectStatus(await c.wire.get(pods.item('p')), 404));
    });
  },
} satisfies Case;
