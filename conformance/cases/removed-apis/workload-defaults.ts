import { expectField } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';
import { deployment } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'workload-defaults',
  title: 'Workloads of apps v1 MUST get the documented defaults.',
  requirements: ['REMOVED-100', 'REMOVED-106', 'REMOVED-107', 'REMOVED-108', 'REMOVED-109', 'REMOVED-114'],
  needs: ['namespace'],
  async run(c) {
    const deployment1 = await createObject(c, c.resource('apps/v1', 'deployments').collection, deployment('d'));
    await c.holds('REMOVED-106', async () => expectField(deployment1, 'spec.progressDeadlineSeconds', 600));
    await c.holds('REMOVED-107', async () => expectField(deployment1, 'spec.revisionHistoryLimit', 10));
    const rolling = 'spec.strategy.rollingUpdate';
    await c.holds('REMOVED-108', async () => expectField(deployment1, `${rolling}.maxSurge`, '25%'));
    await c.holds('REMOVED-109', async () => expectField(deployment1, `${rolling}.maxUnavailable`, '25%'));
    const { selector, template } = deployment('d')['spec'] as { selector: object; template: { spec: object } };
    const placed = { ...template, spec: { ...template.spec, nodeSelector: { 'conformance.example/none': 'here' } } };
    const daemons = {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'd' },
      spec: { selector, template: placed },
    };
    await c.holds('REMOVED-100', async () => {
      const made = await createObject(c, c.resource('apps/v1', 'daemonsets').collection, daemons);
      expectField(made, 'spec.updateStrategy.type', 'RollingUpdate');
    });
    const stateful = {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 's' },
      spec: { selector, template, replicas: 0, serviceName: 's' },
    };
    await c.holds('REMOVED-114', async () => {
      const made = await createObject(c, c.resource('apps/v1', 'statefulsets').collection, stateful);
      expectField(made, 'spec.updateStrategy.type', 'RollingUpdate');
    });
  },
} satisfies Case;
