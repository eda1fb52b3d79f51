import { expectField } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'workload-selectors-are-fixed',
  title: 'The selector of a workload of apps v1 MUST NOT change.',
  requirements: ['REMOVED-099', 'REMOVED-105', 'REMOVED-113', 'REMOVED-118'],
  needs: ['namespace'],
  async run(c) {
    const isFixed = async (kind: string, resource: string) => {
      const labels = { app: 'x', tier: 'y' };
      const containers = [{ name: 'main', image: 'registry.invalid/pause:1' }];
      const placed = { containers, nodeSelector: { 'conformance.example/none': 'here' } };
      const spec = { selector: { matchLabels: { app: 'x' } }, template: { metadata: { labels }, spec: placed } };
      const replicas = kind === 'DaemonSet' ? {} : { replicas: 0 };
      const paths = c.resource('apps/v1', resource);
      await createObject(c, paths.collection, {
        apiVersion: 'apps/v1',
        kind,
        metadata: { name: 'x' },
        spec: { ...replicas, ...spec },
      });
      expectFailure(
        await c.wire.patch(paths.item('x'), 'merge', { spec: { selector: { matchLabels: { tier: 'y' } } } }),
        422,
        'Invalid',
      );
      expectField(await c.wire.get(paths.item('x')), 'spec.selector.matchLabels', { app: 'x' });
    };
    await c.holds('REMOVED-099', () => isFixed('DaemonSet', 'daemonsets'));
    await c.holds('REMOVED-105', () => isFixed('Deployment', 'deployments'));
    await c.holds('REMOVED-113', () => isFixed('StatefulSet', 'statefulsets'));
    await c.holds('REMOVED-118', () => isFixed('ReplicaSet', 'replicasets'));
  },
} satisfies Case;
