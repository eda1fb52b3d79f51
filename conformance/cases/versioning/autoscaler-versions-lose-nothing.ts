import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../case.ts';

export default {
  id: 'autoscaler-versions-lose-nothing',
  title: 'An object MUST come back unchanged when it is read and written through another version of its kind.',
  requirements: ['VERS-050'],
  needs: ['namespace'],
  async run(c) {
    const newer = c.resource('autoscaling/v2', 'horizontalpodautoscalers');
    const older = c.resource('autoscaling/v1', 'horizontalpodautoscalers');
    const spec = {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: 2,
      maxReplicas: 9,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
        { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '512Mi' } } },
        {
          type: 'Pods',
          pods: { metric: { name: 'requests' }, target: { type: 'AverageValue', averageValue: '100' } },
        },
      ],
      behavior: {
        scaleDown: {
          stabilizationWindowSeconds: 60,
          selectPolicy: 'Max',
          policies: [{ type: 'Pods', value: 1, periodSeconds: 30 }],
        },
      },
    };
    const object = { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'web' }, spec };
    expectCreated(await c.wire.post(newer.collection, object));
    const before = await c.wire.get(newer.item('web'));
    const seen = await c.wire.get(older.item('web'));
    expectField(seen, 'apiVersion', 'autoscaling/v1');
    expectField(seen, 'spec.targetCPUUtilizationPercentage', 60);
    expectOk(await c.wire.put(older.item('web'), seen.json()));
    const after = await c.wire.get(newer.item('web'));
    expectEqual('spec after the way through v1', fieldOf(after, 'spec'), fieldOf(before, 'spec'));
  },
} satisfies Case;
