import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { deployment, node, pod } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectAbsent, expectField, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'pods-are-bound',
  title: 'A binding MUST assign its pod to a node once and MUST NOT be stored; a negative scale MUST be refused.',
  requirements: ['OBJ-016', 'OBJ-017', 'VERB-012'],
  needs: ['namespace'],
  async run(c) {
    const pods = c.resource('v1', 'pods');
    const name = c.unique('node');
    c.removeLater(`/api/v1/nodes/${name}`);
    await createObject(c, '/api/v1/nodes', node(name));
    for (const each of ['a', 'b']) {
      await createPod(c, pod(each, { tolerations: [{ operator: 'Exists' }] }));
      expectOk(await c.wire.patch(pods.item(each), 'merge', { spec: { schedulingGates: null } }));
    }
    await createPod(c, pod('held', { tolerations: [{ operator: 'Exists' }] }));
    const uid = expectText(await c.wire.get(pods.item('a')), 'metadata.uid');
    const bind = (target: object, metadata: object = {}, of = 'a') =>
      c.wire.post(pods.item(of, 'binding'), {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name: of, ...metadata },
        target,
      });
    const target = { apiVersion: 'v1', kind: 'Node', name };
    await c.holds('OBJ-016', async () => {
      // The real API server answers both with 500.
      for (const misled of [await bind({ ...target, kind: 'Pod' }), await bind({ ...target, name: '' })]) {
        expectThat('status of a binding to no node', misled.status >= 400, 'an error', misled.status);
      }
      expectFailure(await bind(target, { uid: 'of-another' }), 409, 'Conflict');
      expectRefused(await bind(target, {}, 'none'));
      // It has a scheduling gate.
      expectRefused(await bind(target, {}, 'held'));
      expectAbsent(await c.wire.get(pods.item('held')), 'spec.nodeName');
      expectAbsent(await c.wire.get(pods.item('a')), 'spec.nodeName');
    });
    await c.holds(['OBJ-016', 'VERB-012'], async () => {
      expectCreated(await bind(target, { uid }));
      const bound = await c.wire.get(pods.item('a'));
      expectField(bound, 'spec.nodeName', name);
      const conditions = fieldOf(bound, 'status.conditions');
      const placed = Array.isArray(conditions)
        ? conditions.find((each) => fieldOf(each, 'type') === 'PodScheduled')
        : {};
      expectEqual('PodScheduled', fieldOf(placed, 'status'), 'True');
      expectFailure(await bind(target), 409, 'Conflict');
      expectAbsent(await c.wire.get(pods.item('b')), 'spec.nodeName');
    });
    await c.holds('OBJ-017', async () => {
      expectStatus(await c.wire.get(pods.item('a', 'binding')), 404, 405);
      expectStatus(await c.wire.delete(pods.item('a', 'binding')), 404, 405);
    });
    await c.holds('OBJ-016', async () => {
      const deployments = c.resource('apps/v1', 'deployments');
      await createObject(c, deployments.collection, deployment('d'));
      const scale = (await c.wire.get(deployments.item('d', 'scale'))).json() as object;
      expectFailure(
        await c.wire.put(deployments.item('d', 'scale'), { ...scale, spec: { replicas: -1 } }),
        422,
        'Invalid',
      );
      expectFailure(
        await c.wire.patch(deployments.item('d', 'scale'), 'merge', { spec: { replicas: -1 } }),
        422,
        'Invalid',
      );
      expectField(await c.wire.get(deployments.item('d')), 'spec.replicas', 0);
    });
  },
} satisfies Case;
