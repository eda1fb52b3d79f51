import t from 'tap';
import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import { vendorOf } from '../../../../../shared/vendor/profile.ts';
import { autoscalerConverter } from './autoscaler-v1.ts';

const vendor = vendorOf('kubernetes');
const converter = autoscalerConverter(vendor);
const fromStored = (scaler: ApiObject): ApiObject => converter.fromStored(scaler);
const toStored = (scaler: ApiObject): ApiObject => converter.toStored(scaler);
const key = (name: string): string => vendor.fill(`autoscaling.alpha.{label}/${name}`);
const target = { kind: 'Deployment', name: 'd' };
const object = (spec: object, status: object = {}, annotations?: Record<string, string>): ApiObject =>
  structuredClone({
    apiVersion: '',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'x', ...(annotations === undefined ? {} : { annotations }) },
    spec: { scaleTargetRef: target, maxReplicas: 3, ...spec },
    status,
  });
const carried = (scaler: ApiObject, name: string): unknown => {
  const json = scaler.metadata.annotations?.[key(name)];
  return json === undefined ? undefined : JSON.parse(json);
};

const metrics = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
  { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } },
  {
    type: 'ContainerResource',
    containerResource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 }, container: 'c' },
  },
  { type: 'Pods', pods: { metric: { name: 'p' }, target: { type: 'AverageValue', averageValue: '5' } } },
  {
    type: 'Object',
    object: {
      describedObject: { kind: 'Service', name: 's', apiVersion: 'v1' },
      target: { type: 'Value', value: '7' },
      metric: { name: 'o', selector: { matchLabels: { a: 'b' } } },
    },
  },
  { type: 'External', external: { metric: { name: 'e' }, target: { type: 'Value', value: '9' } } },
];

t.test('metrics travel in the form of v1', async (t) => {
  const older = fromStored(object({ metrics }));
  t.equal((older as unknown as { spec: Record<string, unknown> }).spec['targetCPUUtilizationPercentage'], 50);
  t.strictSame(carried(older, 'metrics'), [
    { type: 'Resource', resource: { name: 'memory', targetAverageValue: '1Gi' } },
    { type: 'ContainerResource', containerResource: { name: 'cpu', targetAverageUtilization: 60, container: 'c' } },
    { type: 'Pods', pods: { metricName: 'p', targetAverageValue: '5' } },
    {
      type: 'Object',
      object: {
        target: { kind: 'Service', name: 's', apiVersion: 'v1' },
        metricName: 'o',
        targetValue: '7',
        selector: { matchLabels: { a: 'b' } },
      },
    },
    { type: 'External', external: { metricName: 'e', targetValue: '9' } },
  ]);
  const [cpu, ...others] = metrics;
  const { spec } = toStored(older) as unknown as { spec: { metrics: unknown } };
  t.strictSame(spec.metrics, [...others, cpu], 'and nothing is lost');
});

t.test('rules of scaling, current metrics and conditions travel too', async (t) => {
  const rules = {
    stabilizationWindowSeconds: 1,
    selectPolicy: 'Min',
    policies: [{ type: 'Pods', value: 1, periodSeconds: 2 }],
  };
  const condition = { type: 'AbleToScale', status: 'True', reason: 'r' };
  const currentMetrics = [
    { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 40, averageValue: '3' } } },
  ];
  const older = fromStored(
    object({ metrics: [], behavior: { scaleUp: rules } }, { currentMetrics, conditions: [condition] }),
  );
  t.strictSame(carried(older, 'behavior'), {
    ScaleUp: {
      StabilizationWindowSeconds: 1,
      SelectPolicy: 'Min',
      Policies: [{ Type: 'Pods', Value: 1, PeriodSeconds: 2 }],
      Tolerance: null,
    },
    ScaleDown: null,
  });
  t.strictSame(carried(older, 'current-metrics'), [
    { type: 'Resource', resource: { name: 'cpu', currentAverageUtilization: 40, currentAverageValue: '3' } },
  ]);
  t.strictSame(carried(older, 'conditions'), [condition]);
  const stored = toStored(older) as unknown as { spec: { behavior: { scaleUp: unknown } }; status: object };
  t.strictSame(stored.spec.behavior.scaleUp, rules);
  t.match(stored.status, { currentMetrics, conditions: [condition] });
  t.equal((stored as unknown as ApiObject).metadata.annotations, undefined);
});

t.test('an annotation that is no JSON, or of another form, is no metric; others are kept', async (t) => {
  for (const text of ['{', '7', '{}', '[1]', '[{"type":1}]', '[{"resource":[]}]', '[{"pods":{"metricName":{}}}]']) {
    const stored = toStored(object({ targetCPUUtilizationPercentage: 5 }, {}, { [key('metrics')]: text, a: 'b' }));
    const { spec, metadata } = stored as unknown as { spec: { metrics: unknown[] }; metadata: ApiObject['metadata'] };
    t.equal(spec.metrics.length, 1, text);
    t.strictSame(metadata.annotations, { a: 'b' });
  }
});

t.test('unknown fields in an annotation are ignored', async (t) => {
  const text = '[{"type":"Pods","pods":{"metricName":"p","__proto__":{"a":1},"other":{}},"constructor":{}}]';
  const { spec } = toStored(object({}, {}, { [key('metrics')]: text })) as unknown as { spec: { metrics: unknown[] } };
  t.strictSame(spec.metrics, [
    { type: 'Pods', pods: { metric: { name: 'p' }, target: { type: 'AverageValue', averageValue: '0' } } },
  ]);
});
