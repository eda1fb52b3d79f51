import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';
import { deployment } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'workload-defaults',
  title: 'Workloads of apps v1 MUST get the documented defaults.',
  requirements: ['REMOVED-100', 'REMOVED-106', 'REMOVED-107', 'REMOVED-108', 'REMOVED-109', 'REMOVED-114'],
  needs: ['namespace'],
  async run(c) {
    const deployments = c.resource('apps/v1', 'deployments').collection;
    const deployment1 = await createObject(c, deployments, deployment('d'));
    await c.holds('REMOVED-106', async () => expectField(deployment1, 'spec.progressDeadlineSeconds', 600));
    await c.holds('REMOVED-107', async () => expectField(deployment1, 'spec.revisionHistoryLimit', 10));
    const rolling = 'spec.strategy.rollingUpdate';
    await c.holds('REMOVED-108', async () => expectField(deployment1, `${rolling}.maxSurge`, '25%'));
    await c.holds('REMOVED-109', async () => expectField(deployment1, `${rolling}.maxUnavailable`, '25%'));
    // What is given stays, and what is not is filled in beside it.
    const having = (name: string, spec: object) => {
      const plain = deployment(name);
      return { ...plain, spec: { ...(plain['spec'] as object), ...spec } };
    };
    const strategy = { rollingUpdate: { maxSurge: 1 } };
    const own = having('own', { progressDeadlineSeconds: 700, revisionHistoryLimit: 3, strategy });
    const given = await createObject(c, deployments, own);
    await c.holds('REMOVED-106', async () => expectField(given, 'spec.progressDeadlineSeconds', 700));
    await c.holds('REMOVED-107', async () => expectField(given, 'spec.revisionHistoryLimit', 3));
    await c.holds('REMOVED-108', async () => expectField(given, `${rolling}.maxSurge`, 1));
    await c.holds('REMOVED-109', async () => expectField(given, `${rolling}.maxUnavailable`, '25%'));
    await c.holds(['REMOVED-108', 'REMOVED-109'], async () => {
      const most = having('most', { strategy: { rollingUpdate: { maxUnavailable: 1 } } });
      expectField(await createObject(c, deployments, most), rolling, { maxSurge: '25%', maxUnavailable: 1 });
    });
    await c.holds(['REMOVED-108', 'REMOVED-109'], async () =>
      expectAbsent(await createObject(c, deployments, having('anew', { strategy: { type: 'Recreate' } })), rolling),
    );
    const { selector, template } = deployment('d')['spec'] as { selector: object; template: { spec: object } };
    const placed = { ...template, spec: { ...template.spec, nodeSelector: { 'conformance.example/none': 'here' } } };
    const daemons = {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'd' },
      spec: { selector, template: placed },
    };
    await c.holds('REMOVED-100', async () => {
      const { collection } = c.resource('apps/v1', 'daemonsets');
      const made = await createObject(c, collection, daemons);
      expectField(made, 'spec.updateStrategy.type', 'RollingUpdate');
      const spec = { ...daemons.spec, updateStrategy: { type: 'OnDelete' } };
      const kept = await createObject(c, collection, { ...daemons, metadata: { name: 'kept' }, spec });
      expectField(kept, 'spec.updateStrategy', { type: 'OnDelete' });
    });
    const stateful = {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 's' },
      spec: { selector, template, replicas: 0, serviceName: 's' },
    };
    await c.holds('REMOVED-114', async () => {
      const { collection } = c.resource('apps/v1', 'statefulsets');
      const made = await createObject(c, collection, stateful);
      expectField(made, 'spec.updateStrategy.type', 'RollingUpdate');
      const spec = { ...stateful.spec, updateStrategy: { type: 'OnDelete' } };
      const kept = await createObject(c, collection, { ...stateful, metadata: { name: 'kept' }, spec });
      expectField(kept, 'spec.updateStrategy', { type: 'OnDelete' });
    });
  },
} satisfies Case;
