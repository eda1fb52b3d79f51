import { expectCreated, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'workloads-need-selector',
  title: 'The workload kinds of apps v1 MUST require a selector.',
  requirements: ['REMOVED-098', 'REMOVED-104', 'REMOVED-112', 'REMOVED-117'],
  needs: ['namespace'],
  async run(c) {
    const isNeeded = async (kind: string, resource: string) => {
      const template = {
        metadata: { labels: { app: 'x' } },
        spec: { containers: [{ name: 'main', image: 'registry.invalid/pause:1' }] },
      };
      const manifest = { apiVersion: 'apps/v1', kind, metadata: { name: 'x' }, spec: { template } };
      const { collection } = c.resource('apps/v1', resource);
      expectStatus(await c.wire.post(collection, manifest), 400, 422);
      expectStatus(await c.wire.post(collection, { ...manifest, spec: { template, selector: {} } }), 400, 422);
      const whole = { ...manifest, spec: { template, selector: { matchLabels: { app: 'x' } } } };
      // With a selector the same manifest is accepted, so nothing else was wrong with it.
      expectCreated(await c.wire.post(collection, whole, { query: { dryRun: 'All' } }));
    };
    await c.holds('REMOVED-098', () => isNeeded('DaemonSet', 'daemonsets'));
    await c.holds('REMOVED-104', () => isNeeded('Deployment', 'deployments'));
    await c.holds('REMOVED-112', () => isNeeded('StatefulSet', 'statefulsets'));
    await c.holds('REMOVED-117', () => isNeeded('ReplicaSet', 'replicasets'));
  },
} satisfies Case;
