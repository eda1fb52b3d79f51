import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectSameMembers } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'autoscaler-versions-lose-nothing',
  title: 'An object MUST be unchanged after it is read and written through another version of its kind.',
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
    // With a change: a write that changes nothing may leave everything as it is.
    const shown = seen.json() as { readonly spec: object };
    expectOk(await c.wire.put(older.item('web'), { ...shown, spec: { ...shown.spec, maxReplicas: 8 } }));
    const after = await c.wire.get(newer.item('web'));
    // The older version has a separate field for one of the metrics, so their order may change.
    const { metrics: wanted, ...rest } = fieldOf(before, 'spec') as Spec;
    const { metrics, ...restAfter } = fieldOf(after, 'spec') as Spec;
    expectEqual('spec after the way through v1', restAfter, { ...rest, maxReplicas: 8 });
    expectSameMembers('metrics after the way through v1', metrics.map(stable), wanted.map(stable));
  },
} satisfies Case;

interface Spec {
  readonly metrics: readonly unknown[];
}

/** Returns equal text for equal metrics, in any order of their fields. */
function stable(metric: unknown): string {
  return JSON.stringify(metric, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  );
}
