import { expectNames } from '../../wire/expect/list.ts';
import { expectDeleted, expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { node, pod } from '../../fixtures/manifests.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { createConfigMaps, createdSelector, createObject, createPod } from '../../fixtures/created-objects.ts';

export default {
  id: 'removed-at-once',
  title: 'An object without finalizers MUST be absent from reads and lists after its deletion.',
  requirements: ['DEL-030U', 'DEL-039', 'VERB-038', 'VERB-051U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const uid = fieldOf(await c.wire.get(maps.item('m-00')), 'metadata.uid');
    const deleted = await c.wire.delete(maps.item('m-00'));
    expectDeleted(deleted);
    // A status tells which object it was; the object itself may come instead.
    const told = fieldOf(deleted, 'kind') === 'Status' ? 'details.uid' : 'metadata.uid';
    expectField(deleted, told, uid);
    await c.eventually(async () => {
      expectFailure(await c.wire.get(maps.item('m-00')), 404, 'NotFound');
      expectNames(await c.wire.get(maps.collection, { query: createdSelector }), ['m-01']);
    });
    await c.holds('DEL-030U', () => endedPods(c));
  },
} satisfies Case;

/** A pod on a node that has ended is removed without its grace period: there is nothing left to stop. */
async function endedPods(c: CaseContext): Promise<void> {
  const pods = c.resource('v1', 'pods');
  const nodeName = c.unique('node');
  c.removeLater(`/api/v1/nodes/${nodeName}`);
  await createObject(c, '/api/v1/nodes', node(nodeName));
  for (const phase of ['Succeeded', 'Failed', 'Running']) {
    const name = phase.toLowerCase();
    await createPod(c, pod(name, { nodeName, tolerations: [{ operator: 'Exists' }] }));
    expectOk(await c.wire.patch(pods.item(name, 'status'), 'merge', { status: { phase } }));
    expectDeleted(await c.wire.delete(pods.item(name)));
    expectStatus(await c.wire.get(pods.item(name)), phase === 'Running' ? 200 : 404);
  }
  expectDeleted(await c.wire.delete(pods.item('running'), { gracePeriodSeconds: 0 }));
}
