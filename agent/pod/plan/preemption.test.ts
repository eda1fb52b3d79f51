// Who ends for a pod that the cluster cannot do without.

import t from 'tap';
import type { Container, Pod } from '../object/pod.ts';
import { type Admission, admissionOf, type NodeFacts } from './admission.ts';

const node: NodeFacts = {
  name: 'n1',
  labels: {},
  taints: [],
  allocatable: { cpu: '2', memory: '1Gi', pods: '5' },
  pressures: [],
  memoryTaint: 'example.test/memory-pressure',
  systemLabel: 'example.test/os',
};
const podOf = (name: string, requests: object = {}, priority = 0, limits: object = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, uid: name },
  spec: { priority, containers: [{ name: 'c', resources: { requests, limits } } as Container] },
});
const critical = (requests: object = {}): Pod => podOf('critical', requests, 2_000_000_000);
const chosen = (admission: Admission): readonly (string | undefined)[] | undefined =>
  admission.victims?.map(({ metadata }) => metadata.name);

t.test('a critical pod has others end for it, as few and as small as may be', async (t) => {
  const others = [podOf('large', { cpu: '1500m' }), podOf('small', { cpu: '400m' }), podOf('none')];
  t.strictSame(admissionOf(critical({ cpu: '100m' }), others, node), {});
  t.strictSame(chosen(admissionOf(critical({ cpu: '300m' }), others, node)), ['small']);
  t.strictSame(chosen(admissionOf(critical({ cpu: '1500m' }), others, node)), ['large']);
  t.strictSame(chosen(admissionOf(critical({ cpu: '1900m' }), others, node)), ['large', 'small']);
  const crowd = ['a', 'b', 'c', 'd'].map((name) => podOf(name, { cpu: '10m' }));
  t.strictSame(
    chosen(admissionOf(critical(), [...crowd, podOf('free')], node)),
    ['free'],
    'one without requests first',
  );
});

t.test('a pod whose requests are its limits ends last', async (t) => {
  const whole = { cpu: '1', memory: '256Mi' };
  const others = [podOf('guaranteed', whole, 0, whole), podOf('burstable', { cpu: '1', memory: '700Mi' })];
  t.strictSame(chosen(admissionOf(critical({ cpu: '900m' }), others, node)), ['burstable']);
  t.strictSame(chosen(admissionOf(critical({ cpu: '1100m' }), others, node)), ['burstable', 'guaranteed']);
});

t.test('what ends already counts, and only what is lacking beside it ends too', async (t) => {
  const others = [podOf('one', { cpu: '1' }), podOf('two', { cpu: '1' })];
  const ending = (...names: readonly string[]) => ({
    isEnding: ({ metadata }: Pod) => names.includes(metadata.name ?? ''),
  });
  t.strictSame(admissionOf(critical({ cpu: '1' }), others, node, ending('two')), { victims: [] });
  t.strictSame(chosen(admissionOf(critical({ cpu: '2' }), others, node, ending('two'))), ['one']);
});

t.test('other pods are refused as before, and so is a critical one that nothing helps', async (t) => {
  const others = [podOf('one', { cpu: '2' }), podOf('peer', {}, 2_000_000_000)];
  t.match(admissionOf(podOf('plain', { cpu: '1' }), others, node), { refusal: { reason: 'OutOfcpu' } });
  t.match(admissionOf(podOf('high', { cpu: '1' }, 1_000_000_000), others, node), { refusal: { reason: 'OutOfcpu' } });
  t.strictSame(admissionOf(critical({ cpu: '3' }), others, node), {
    refusal: {
      reason: 'UnexpectedAdmissionError',
      message:
        'Unexpected error while attempting to recover from admission failure: preemption: error finding a set of pods to preempt: no set of running pods found to reclaim resources: [(res: cpu, q: 1000), ]',
    },
  });
  const full = [podOf('peer', { cpu: '2' }, 2_000_000_000)];
  t.match(admissionOf(critical({ cpu: '1' }), full, node), { refusal: { reason: 'UnexpectedAdmissionError' } });
  const misplaced = { ...critical({ cpu: '2' }), spec: { ...critical({ cpu: '2' }).spec, nodeSelector: { a: 'b' } } };
  t.match(admissionOf(misplaced, others, node), { refusal: { reason: 'NodeAffinity' } }, 'nothing ends in vain');
});
