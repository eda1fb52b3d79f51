import t from 'tap';
import { keptOfPod, type Pod } from './scheduled-objects.ts';

const lasting = { restartPolicy: 'Always', resources: { requests: { cpu: '1' }, limits: { cpu: '2' } }, ports: [] };
const waiting: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'a', uid: 'u', resourceVersion: '7', labels: { k: 'v' } },
  spec: { containers: [{ name: 'c', image: 'i' } as object], initContainers: [lasting], schedulerName: 's' },
};

t.test('of a pod that waits all is kept that may decide about its node', (t) => {
  const kept = keptOfPod(waiting);
  t.strictSame(kept.metadata, { name: 'p', namespace: 'a', uid: 'u', resourceVersion: '7' });
  t.strictSame(kept.spec, {
    schedulerName: 's',
    containers: [{}],
    initContainers: [{ restartPolicy: 'Always', resources: { requests: { cpu: '1' } }, ports: [] }],
  });
  t.end();
});

t.test('of one with a node what it takes of that is kept, and no list that it has not', (t) => {
  t.strictSame(keptOfPod({ ...waiting, spec: { ...waiting.spec, nodeName: 'n' } }).spec?.initContainers, [
    { restartPolicy: 'Always', resources: { requests: { cpu: '1' } }, ports: [] },
  ]);
  const { spec } = keptOfPod({ ...waiting, spec: { nodeName: 'n', containers: [{}] } });
  t.notOk(Object.hasOwn(spec ?? {}, 'initContainers'));
  t.notOk(Object.hasOwn(spec ?? {}, 'schedulerName'));
  t.equal(spec?.nodeName, 'n');
  t.end();
});
