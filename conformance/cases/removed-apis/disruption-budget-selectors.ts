import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { node, pod } from '../../fixtures/manifests.ts';

export default {
  id: 'disruption-budget-selectors',
  title:
    'A disruption budget of policy v1 MUST select every pod with an empty selector, and none without a selector: evictions tell.',
  requirements: ['REMOVED-027', 'REMOVED-028'],
  needs: ['namespace'],
  async run(c) {
    const budgets = c.resource('policy/v1', 'poddisruptionbudgets');
    const budget = (name: string, more: object) => ({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name },
      spec: { minAvailable: 1, ...more },
    });
    const pods = c.resource('v1', 'pods');
    const nodeName = c.unique('node');
    c.removeLater(`/api/v1/nodes/${nodeName}`);
    await createObject(c, '/api/v1/nodes', node(nodeName));
    await createPod(c, pod('held', { nodeName, tolerations: [{ operator: 'Exists' }] }));
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
    expectOk(await c.wire.patch(pods.item('held', 'status'), 'merge', { status }));
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'held' } };
    const evict = () => c.wire.post(pods.item('held', 'eviction'), eviction, { query: { dryRun: 'All' } });
    await c.holds('REMOVED-028', async () => {
      expectAbsent(await createObject(c, budgets.collection, budget('none', {})), 'spec.selector');
      expectCreated(await evict());
    });
    await c.holds('REMOVED-027', async () => {
      expectField(await createObject(c, budgets.collection, budget('all', { selector: {} })), 'spec.selector', {});
      // The only pod is the one that has to be available, whether or not a controller has counted it yet.
      await c.eventually(async () => expectStatus(await evict(), 429));
    });
    expectOk(await c.wire.delete(pods.item('held'), { gracePeriodSeconds: 0 }));
  },
} satisfies Case;
