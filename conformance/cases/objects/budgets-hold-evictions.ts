import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { node, pod } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectAbsent, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectRefused, expectStatus } from '../../wire/expect/status.ts';

export default {
  id: 'budgets-hold-evictions',
  title:
    'An eviction MUST get 429 while a disruption budget of its pod allows none, and MUST succeed afterwards, in each version.',
  requirements: ['OBJ-009'],
  needs: ['namespace'],
  async run(c) {
    const pods = c.resource('v1', 'pods');
    const budgets = c.resource('policy/v1', 'poddisruptionbudgets');
    const nodeName = c.unique('node');
    c.removeLater(`/api/v1/nodes/${nodeName}`);
    await createObject(c, '/api/v1/nodes', node(nodeName));
    const labels = { app: 'held' };
    for (const name of ['held', 'held-too']) {
      await createPod(c, pod(name, { nodeName, tolerations: [{ operator: 'Exists' }] }, { labels }));
      const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
      expectOk(await c.wire.patch(pods.item(name, 'status'), 'merge', { status }));
    }
    await createObject(c, budgets.collection, {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'all' },
      spec: { minAvailable: 2, selector: { matchLabels: labels } },
    });
    // A disruption controller, if there is one, computes the same status.
    const counted = {
      observedGeneration: 1,
      disruptionsAllowed: 0,
      currentHealthy: 2,
      desiredHealthy: 2,
      expectedPods: 2,
    };
    expectOk(await c.wire.patch(budgets.item('all', 'status'), 'merge', { status: counted }));
    const evict = (name: string, apiVersion: string, own: object = {}, options = {}) =>
      c.wire.post(pods.item(name, 'eviction'), { apiVersion, kind: 'Eviction', metadata: { name, ...own } }, options);
    await c.holds('OBJ-009', async () => {
      for (const apiVersion of ['policy/v1', 'policy/v1beta1']) {
        for (const name of ['held', 'held-too']) expectStatus(await evict(name, apiVersion), 429);
      }
      for (const name of ['held', 'held-too']) {
        expectAbsent(await c.wire.get(pods.item(name)), 'metadata.deletionTimestamp');
      }
    });
    await c.holds('OBJ-009', async () => {
      // Budgets are about pods that run.
      for (const phase of ['Succeeded', 'Failed']) {
        const ended = phase.toLowerCase();
        await createPod(c, pod(ended, { nodeName, tolerations: [{ operator: 'Exists' }] }, { labels }));
        expectOk(await c.wire.patch(pods.item(ended, 'status'), 'merge', { status: { phase } }));
        expectCreated(await evict(ended, 'policy/v1'));
        await c.eventually(async () => expectStatus(await c.wire.get(pods.item(ended)), 404));
      }
      await createPod(c, pod('waiting', { schedulerName: 'none.example.com' }, { labels }));
      expectCreated(await evict('waiting', 'policy/v1'));
      await c.eventually(async () => expectStatus(await c.wire.get(pods.item('waiting')), 404));
      expectStatus(await evict('held', 'policy/v1'), 429);
    });
    await c.holds('OBJ-009', async () => {
      expectRefused(await evict('held', 'policy/v1', { name: 'held-too' }));
      expectRefused(await evict('none', 'policy/v1'));
    });
    await c.holds('OBJ-009', async () => {
      expectOk(await c.wire.patch(budgets.item('all'), 'merge', { spec: { minAvailable: 1 } }));
      const generation = fieldOf(await c.wire.get(budgets.item('all')), 'metadata.generation');
      const one = { ...counted, observedGeneration: generation, disruptionsAllowed: 1, desiredHealthy: 1 };
      expectOk(await c.wire.patch(budgets.item('all', 'status'), 'merge', { status: one }));
      // A dry run does not use up the budget.
      expectCreated(await evict('held-too', 'policy/v1', {}, { query: { dryRun: 'All' } }));
      expectCreated(await evict('held', 'policy/v1'));
      expectStatus(await evict('held-too', 'policy/v1'), 429);
      const after = await c.wire.get(budgets.item('all'));
      expectField(after, 'status.disruptionsAllowed', 0);
      expectAbsent(await c.wire.get(pods.item('held-too')), 'metadata.deletionTimestamp');
    });
    expectStatus(await c.wire.delete(budgets.item('all')), 200, 202);
    await c.holds('OBJ-009', async () => {
      for (const [name, apiVersion] of [
        ['held', 'policy/v1beta1'],
        ['held-too', 'policy/v1'],
      ] as const) {
        await c.eventually(async () => {
          const evicted = await evict(name, apiVersion);
          if (evicted.status !== 404) expectCreated(evicted);
        });
        const left = await c.wire.get(pods.item(name));
        if (left.status !== 404) expectStatus(left, left.text().includes('"deletionTimestamp"') ? 200 : 404);
        expectStatus(await c.wire.delete(pods.item(name), { gracePeriodSeconds: 0 }), 200, 202, 404);
      }
    });
  },
} satisfies Case;
