import t from 'tap';
import { inProcess } from '../../../../fixtures/apiserver/registry.fixture.ts';

t.test('the target of an autoscaler of the older version is at least one percent', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
  const make = (targetCPUUtilizationPercentage: number) =>
    api.call('create', 'horizontalpodautoscalers.autoscaling', {
      version: 'v1',
      namespace: 'a',
      query: 'dryRun=All',
      body: { metadata: { name: 'x' }, spec: { maxReplicas: 1, scaleTargetRef, targetCPUUtilizationPercentage } },
    });
  t.equal((await make(1)).status, 201);
  for (const share of [0, -1]) {
    const { status, text } = await make(share);
    t.equal(status, 422);
    t.match(text, `averageUtilization: Invalid value: ${share}: must be greater than 0`);
  }
});
