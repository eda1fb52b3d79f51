import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'workloads-need-selector',
  title: 'The workload kinds of apps v1 MUST require a selector.',
  requirements: ['REMOVED-098', 'REMOVED-104', 'REMOVED-112', 'REMOVED-117'],
  needs: ['namespace'],
  async run(c) {
    for (const [kind, resource] of [
      ['DaemonSet', 'daemonsets'],
      ['Deployment', 'deployments'],
      ['StatefulSet', 'statefulsets'],
      ['ReplicaSet', 'replicasets'],
    ] as const) {
      const template = {
        metadata: { labels: { app: 'x' } },
        spec: { containers: [{ name: 'main', image: 'registry.invalid/pause:1' }] },
      };
      const manifest = { apiVersion: 'apps/v1', kind, metadata: { name: 'x' }, spec: { template } };
      expectStatus(await c.wire.post(c.resource('apps/v1', resource).collection, manifest), 400, 422);
    }
  },
} satisfies Case;
