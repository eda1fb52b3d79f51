import t from 'tap';
import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { Answered } from '../../../../../fixtures/apiserver/registry.fixture.ts';
import type { ClaimTemplate } from '../../rule/claim-validation.ts';
import { decodeEntry, encodeObject } from '../../../object/converted-objects.ts';
import { inProcess } from '../../../../../fixtures/apiserver/registry.fixture.ts';

interface Opener {
  teardown(close: () => Promise<void>): void;
}

const metadata = { name: 'x' };
const labels = { app: 'web' };
const limited = { name: 'c', image: 'i:1', resources: { limits: { cpu: '1', memory: '1Mi' } } };

async function made(t: Opener, resource: string, body: object): Promise<Answered> {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const answer = await api.call('create', resource, { namespace: 'a', body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer;
}

t.test(
  'requests default to limits, and host ports to container ports, only in pods: templates are unchanged',
  async (t) => {
    const container = { ...limited, ports: [{ containerPort: 80 }] };
    const shared = { hostNetwork: true, containers: [container], initContainers: [{ ...limited, name: 'i' }] };
    const pod = await made(t, 'pods', { metadata, spec: shared });
    t.strictSame(pod.at('spec.containers.0.resources.requests'), { cpu: '1', memory: '1Mi' });
    t.strictSame(pod.at('spec.initContainers.0.resources.requests'), { cpu: '1', memory: '1Mi' });
    t.equal(pod.at('spec.containers.0.ports.0.hostPort'), 80);
    t.equal(pod.at('spec.enableServiceLinks'), true);

    const spec = { containers: [limited], initContainers: [{ ...limited, name: 'i' }] };
    const template = { metadata: { labels }, spec };
    const selector = { matchLabels: labels };
    const once = { ...template, spec: { ...spec, restartPolicy: 'Never' } };
    const holders: readonly (readonly [string, object, string])[] = [
      ['podtemplates', { template }, 'template'],
      ['replicationcontrollers', { spec: { template } }, 'spec.template'],
      ['deployments.apps', { spec: { selector, template } }, 'spec.template'],
      ['replicasets.apps', { spec: { selector, template } }, 'spec.template'],
      ['daemonsets.apps', { spec: { selector, template } }, 'spec.template'],
      ['statefulsets.apps', { spec: { selector, template, serviceName: 'x' } }, 'spec.template'],
      ['jobs.batch', { spec: { template: once } }, 'spec.template'],
      [
        'cronjobs.batch',
        { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: once } } } },
        'spec.jobTemplate.spec.template',
      ],
    ];
    for (const [resource, body, path] of holders) {
      const holder = await made(t, resource, { metadata, ...body });
      t.strictSame(holder.at(`${path}.spec.containers.0.resources`), limited.resources, resource);
      t.strictSame(holder.at(`${path}.spec.initContainers.0.resources`), limited.resources, resource);
      t.equal(holder.at(`${path}.spec.enableServiceLinks`), undefined, resource);
      t.equal(holder.at(`${path}.spec.containers.0.imagePullPolicy`), 'IfNotPresent', resource);
    }
  },
);

t.test('the requests of a pod with pod-level limits are those of its containers, else the limit', async (t) => {
  const asks = (cpu: string) => ({ requests: { cpu } });
  const spec = {
    resources: { limits: { cpu: '4', memory: '1Gi' } },
    initContainers: [
      { name: 'beside', image: 'i', restartPolicy: 'Always', resources: asks('500m') },
      { name: 'first', image: 'i', resources: asks('2') },
    ],
    containers: [
      { name: 'c', image: 'i', resources: asks('1') },
      { name: 'd', image: 'i', resources: { limits: { 'hugepages-2Mi': '4Mi', cpu: '250m' } } },
    ],
  };
  const pod = await made(t, 'pods', { metadata, spec });
  t.strictSame(pod.at('spec.resources'), {
    limits: { cpu: '4', 'hugepages-2Mi': '4Mi', memory: '1Gi' },
    requests: { cpu: '2500m', 'hugepages-2Mi': '4Mi', memory: '1Gi' },
  });
  t.equal(pod.at('status.qosClass'), 'Burstable');
  const whole = { resources: { limits: { cpu: '1', memory: '1Gi' } }, containers: [{ name: 'c', image: 'i' }] };
  t.equal((await made(t, 'pods', { metadata, spec: whole })).at('status.qosClass'), 'Guaranteed');
});

t.test('an image with a digest is pulled always only when its tag is latest', async (t) => {
  const digest = `@sha256:${'a'.repeat(64)}`;
  for (const [image, policy] of [
    ['host:80/i', 'Always'],
    ['i:latest', 'Always'],
    [`i:latest${digest}`, 'Always'],
    [`i${digest}`, 'IfNotPresent'],
    [`i:1${digest}`, 'IfNotPresent'],
  ] as const) {
    const pod = await made(t, 'pods', { metadata, spec: { containers: [{ name: 'c', image }] } });
    t.equal(pod.at('spec.containers.0.imagePullPolicy'), policy, image);
  }
});

t.test('amounts finer than a thousandth are rounded up', async (t) => {
  const resources = { requests: { cpu: '0.0001', memory: '1Mi' } };
  const pod = await made(t, 'pods', { metadata, spec: { containers: [{ name: 'c', image: 'i', resources }] } });
  t.strictSame(pod.at('spec.containers.0.resources.requests'), { cpu: '1m', memory: '1Mi' });
});

t.test('a job whose indexes have limits of their own has none as a whole', async (t) => {
  const template = { spec: { restartPolicy: 'Never', containers: [limited] } };
  const spec = { template, completionMode: 'Indexed', completions: 3, backoffLimitPerIndex: 1 };
  t.equal((await made(t, 'jobs.batch', { metadata, spec })).at('spec.backoffLimit'), 2_147_483_647);
  t.equal((await made(t, 'jobs.batch', { metadata, spec: { template } })).at('spec.backoffLimit'), 6);
});

t.test('a job without labels has all labels of its pods, also those that the server adds', async (t) => {
  const template = { metadata: { labels }, spec: { restartPolicy: 'Never', containers: [limited] } };
  const job = await made(t, 'jobs.batch', { metadata, spec: { template } });
  t.match(job.at('metadata.labels'), { app: 'web', 'job-name': 'x' });
  t.strictSame(job.at('metadata.labels'), job.at('spec.template.metadata.labels'));
  const named = await made(t, 'jobs.batch', { metadata: { ...metadata, labels }, spec: { template } });
  t.strictSame(named.at('metadata.labels'), labels);
});

t.test('claim templates have a kind, and a stateful set that was stored without it can be changed', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const claim = {
    metadata: { name: 'd' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  };
  const template = { metadata: { labels }, spec: { containers: [limited] } };
  const spec = { selector: { matchLabels: labels }, template, serviceName: 'x', volumeClaimTemplates: [claim] };
  const place = { namespace: 'a', name: 'x' };
  const body = { metadata, spec: { ...spec, updateStrategy: { type: 'RollingUpdate' } } };
  const created = await api.call('create', 'statefulsets.apps', { ...place, name: '', body });
  t.match(created.at('spec.volumeClaimTemplates.0'), { apiVersion: 'v1', kind: 'PersistentVolumeClaim' });
  t.strictSame(created.at('spec.updateStrategy'), { type: 'RollingUpdate' });

  const key = '/registry/apps/statefulsets/a/x';
  const entry = await api.store.get(key);
  const resource = api.resources.find('apps', 'v1', 'statefulsets');
  if (entry === undefined || resource === undefined) throw new Error('nothing stored');
  const request = new AbortController();
  const stored = (await decodeEntry(resource, entry, request)) as ApiObject & {
    spec: { volumeClaimTemplates: ClaimTemplate[] };
  };
  for (const template of stored.spec.volumeClaimTemplates) {
    delete template.kind;
    delete template.apiVersion;
  }
  await api.store.commit({ key, value: await encodeObject(resource, stored, request), expected: entry.revision });
  const scaled = await api.call('update', 'statefulsets.apps', {
    ...place,
    body: { ...body, spec: { ...body.spec, replicas: 3 } },
  });
  t.equal(scaled.status, 200, scaled.text);
  t.match(scaled.at('spec.volumeClaimTemplates.0'), { apiVersion: 'v1', kind: 'PersistentVolumeClaim' });
  const defaulted = await api.call('create', 'statefulsets.apps', {
    namespace: 'a',
    body: { metadata: { name: 'y' }, spec },
  });
  t.strictSame(defaulted.at('spec.updateStrategy'), { type: 'RollingUpdate', rollingUpdate: { partition: 0 } });
});
