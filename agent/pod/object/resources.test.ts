// Amounts of resources of containers and pods, and the class of service that follows from them.

import t from 'tap';
import type { Container, Pod } from './pod.ts';
import { amountOf, milliCpu, podAmount, qosClassOf } from './resources.ts';

const pod = (containers: readonly Partial<Container>[], initContainers: readonly Partial<Container>[] = []): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {},
  spec: {
    containers: containers.map((one) => ({ name: 'c', ...one })),
    initContainers: initContainers.map((one) => ({ name: 'i', ...one })),
  },
});
const asks = (cpu: string): Partial<Container> => ({ resources: { requests: { cpu } } });

t.test('amounts keep their fractions', async (t) => {
  t.equal(amountOf({ cpu: '100m' }, 'cpu'), 0.1);
  t.equal(milliCpu({ cpu: '250m' }), 250);
  t.equal(milliCpu({ cpu: '1.5' }), 1500);
  t.equal(amountOf({ memory: '1Mi' }, 'memory'), 1_048_576);
  t.equal(amountOf({}, '__proto__'), 0);
});

t.test('a pod needs its containers together, or as much as its start takes', async (t) => {
  t.equal(podAmount(pod([asks('1'), asks('500m')]), 'cpu', 'requests'), 1.5);
  t.equal(podAmount(pod([asks('1')], [asks('3'), asks('2')]), 'cpu', 'requests'), 3);
  const sidecar = { ...asks('1'), restartPolicy: 'Always' };
  t.equal(podAmount(pod([asks('1')], [sidecar, asks('2')]), 'cpu', 'requests'), 3, 'beside an initial container');
  t.equal(podAmount(pod([asks('1')], [sidecar]), 'cpu', 'requests'), 2, 'beside the main one');
  const one = pod([asks('1')]);
  t.equal(podAmount({ ...one, spec: { ...one.spec, overhead: { cpu: '250m' } } }, 'cpu', 'requests'), 1.25);
});

t.test('the class of service', async (t) => {
  const both = (value: string) => ({ cpu: value, memory: value });
  t.equal(qosClassOf(pod([{}])), 'BestEffort');
  t.equal(qosClassOf(pod([{ resources: { requests: { cpu: '1' } } }, {}])), 'Burstable');
  t.equal(qosClassOf(pod([{ resources: { limits: both('1'), requests: both('1') } }])), 'Guaranteed');
  t.equal(qosClassOf(pod([{ resources: { limits: both('1') } }])), 'Guaranteed', 'requests are the limits');
  t.equal(qosClassOf(pod([{ resources: { limits: both('2'), requests: both('1') } }])), 'Burstable');
  t.equal(qosClassOf(pod([{ resources: { limits: both('1') } }], [{}])), 'Burstable', 'initial containers count');
  t.equal(qosClassOf(pod([{ resources: { requests: { 'example.test/x': '1' } } }])), 'BestEffort');
});
