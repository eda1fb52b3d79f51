import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { deployment, pod } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectAbsent, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectDifferent } from '../../wire/expect/value.ts';

const query = { dryRun: 'All' };

export default {
  id: 'dry-run-subresources',
  title: 'A dry run of a sub-resource MUST be answered like the real request and change nothing.',
  requirements: ['DRY-001', 'DRY-002', 'DRY-003', 'DRY-010'],
  needs: ['namespace'],
  async run(c) {
    const deployments = c.resource('apps/v1', 'deployments');
    const pods = c.resource('v1', 'pods');
    await createObject(c, deployments.collection, deployment('d'));
    await createPod(c, pod('p'));
    // Without a gate, so that it can be bound, and for a node that no scheduler finds.
    await createPod(c, pod('unbound', { schedulingGates: [], nodeSelector: { 'conformance.example/none': '' } }));
    const scale = deployments.item('d', 'scale');
    const status = deployments.item('d', 'status');
    await c.holds('DRY-002', async () => {
      // A controller may write the object between the two requests: retry on a conflict.
      const dry = await c.eventually(async () => {
        const asked = (await c.wire.get(scale)).json() as object;
        const answer = await c.wire.put(scale, { ...asked, spec: { replicas: 3 } }, { query });
        expectOk(answer);
        return answer;
      });
      expectField(dry, 'spec.replicas', 3);
    });
    await c.holds('DRY-003', async () => {
      const dry = await c.wire.patch(scale, 'merge', { spec: { replicas: 4 } }, { query });
      expectOk(dry);
      expectField(dry, 'spec.replicas', 4);
      const told = await c.wire.patch(status, 'merge', { status: { observedGeneration: 77 } }, { query });
      expectOk(told);
      expectField(told, 'status.observedGeneration', 77);
    });
    await c.holds('DRY-001', async () => {
      const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } };
      expectCreated(await c.wire.post(pods.item('p', 'eviction'), eviction, { query }));
      const deleteOptions = { dryRun: ['All'] };
      expectCreated(await c.wire.post(pods.item('p', 'eviction'), { ...eviction, deleteOptions }));
      const target = { apiVersion: 'v1', kind: 'Node', name: 'conformance-nowhere' };
      const bound = { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'unbound' }, target };
      expectCreated(await c.wire.post(pods.item('unbound', 'binding'), bound, { query }));
    });
    await c.holds('DRY-010', async () => {
      expectField(await c.wire.get(deployments.item('d')), 'spec.replicas', 0);
      const after = fieldOf(await c.wire.get(status), 'status.observedGeneration');
      expectDifferent('status.observedGeneration', after, 77);
      const left = await c.wire.get(pods.item('p'));
      expectOk(left);
      expectAbsent(left, 'metadata.deletionTimestamp');
      const unbound = await c.wire.get(pods.item('unbound'));
      expectOk(unbound);
      expectAbsent(unbound, 'spec.nodeName');
    });
  },
} satisfies Case;
