import t from 'tap';
import { vendorOf } from '../../../../shared/vendor/profile.ts';
import { FixedLister } from '../../../../fixtures/apiserver/fixed-lister.fixture.ts';
import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { PodSpec } from '../../rule/pod-form.ts';
import { admit, testPod, testWrite } from '../../../../fixtures/apiserver/admission-write.fixture.ts';
import { limitRanger } from './limit-ranger.ts';

const vendor = vendorOf('orch');

function plugin(...limits: object[]) {
  const range = { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'l', namespace: 'ns' }, spec: { limits } };
  return limitRanger(vendor, new FixedLister([range]));
}

const podWith = (...containers: object[]) => testWrite('CREATE', 'pods', { object: testPod({ containers }) });

t.test('missing requests and limits are filled in and noted', async (t) => {
  const range = plugin({
    type: 'Container',
    default: { cpu: '500m', memory: '1Gi' },
    defaultRequest: { cpu: '100m', memory: '1Gi' },
  });
  const write = podWith({ name: 'a' }, { name: 'b', resources: { limits: { cpu: '1' }, requests: { cpu: '1' } } });
  t.equal(await admit(range, write), undefined);
  const { containers = [] } = (write.object?.['spec'] ?? {}) as PodSpec;
  t.strictSame(containers[0]?.resources, {
    requests: { cpu: '100m', memory: '1Gi' },
    limits: { cpu: '500m', memory: '1Gi' },
  });
  t.strictSame(containers[1]?.resources?.requests, { cpu: '1', memory: '1Gi' });
  t.equal(
    write.object?.metadata.annotations?.[vendor.fill('{label}/limit-ranger')],
    'LimitRanger plugin set: cpu, memory request for container a; cpu, memory limit for container a; memory request for container b; memory limit for container b',
  );
});

t.test('a namespace without limit ranges changes nothing', async (t) => {
  const write = podWith({ name: 'a', resources: { limits: { cpu: '1' } } });
  t.equal(await admit(limitRanger(vendor, new FixedLister()), write), undefined);
  t.strictSame(write.object, testPod({ containers: [{ name: 'a', resources: { limits: { cpu: '1' } } }] }));
});

t.test('containers outside the limits are refused, all violations named', async (t) => {
  const range = plugin({
    type: 'Container',
    max: { cpu: '1' },
    min: { memory: '1Mi' },
    maxLimitRequestRatio: { cpu: '2' },
  });
  const refused = await admit(
    range,
    podWith({
      name: 'a',
      resources: { limits: { cpu: '2', memory: '1Mi' }, requests: { cpu: '500m', memory: '1Mi' } },
    }),
  );
  t.equal(refused?.code, 403);
  t.equal(
    refused?.message,
    'pods "p" is forbidden: [maximum cpu usage per Container is 1, but limit is 2, cpu max limit to request ratio per Container is 2, but provided ratio is 4.000000]',
  );
});

t.test('the pod as a whole and claims have limits too', async (t) => {
  const sum = await admit(
    plugin({ type: 'Pod', max: { memory: '1Gi' } }),
    podWith(
      { name: 'a', resources: { limits: { memory: '600Mi' } } },
      { name: 'b', resources: { limits: { memory: '600Mi' } } },
    ),
  );
  t.match(sum?.message, /maximum memory usage per Pod is 1Gi, but limit is 1200Mi/);
  const claim = await admit(
    plugin({ type: 'PersistentVolumeClaim', max: { storage: '1Gi' } }),
    testWrite('CREATE', 'persistentvolumeclaims', {
      object: {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'c' },
        spec: { resources: { requests: { storage: '2Gi' } } },
      },
    }),
  );
  t.match(claim?.message, /maximum storage usage per PersistentVolumeClaim is 1Gi, but request is 2Gi/);
});

t.test('a pod uses the sum of its containers, or the most of an init container if that is more', async (t) => {
  const limited = (name: string, memory: string, more: object = {}) => ({
    name,
    resources: { limits: { memory } },
    ...more,
  });
  const message = async (spec: object) =>
    (
      await admit(
        plugin({ type: 'Pod', max: { memory: '1Gi' } }),
        testWrite('CREATE', 'pods', { object: testPod(spec) }),
      )
    )?.message;
  const containers = [limited('a', '500Mi'), limited('b', '500Mi')];
  t.equal(await message({ containers }), undefined);
  t.equal(await message({ containers, initContainers: [limited('i', '900Mi'), limited('j', '1Gi')] }), undefined);
  t.match(await message({ containers, initContainers: [limited('i', '1100Mi')] }), /but limit is 1100Mi/);
  const lasting = { restartPolicy: 'Always' };
  t.match(
    await message({ containers, initContainers: [limited('i', '100Mi', lasting)] }),
    /but limit is 1100Mi/,
    'one that goes on running counts beside the containers',
  );
  t.equal(await message({ containers, initContainers: [limited('i', '24Mi', lasting)] }), undefined);
});

const resourcesOf = (write: ReturnType<typeof podWith>, list: 'containers' | 'initContainers' = 'containers') =>
  ((write.object?.['spec'] ?? {}) as PodSpec)[list]?.map(({ resources }) => resources);

t.test(
  'explicit requests stay, a later range overrides an earlier one, and items of other types set no defaults',
  async (t) => {
    const range = plugin(
      { type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '500m' } },
      { type: 'Container', default: { cpu: '2' }, defaultRequest: { cpu: '2' } },
      { type: 'Pod', max: { memory: '1Gi' }, default: { memory: '1Gi' } },
    );
    const given = {
      name: 'a',
      resources: { requests: { cpu: '3', memory: '1Mi' }, limits: { cpu: '4', memory: '1Mi' } },
    };
    const silent = { name: 'b', resources: { limits: { memory: '1Mi' }, requests: { memory: '1Mi' } } };
    const write = podWith(silent, given);
    t.equal(await admit(range, write), undefined);
    t.strictSame(resourcesOf(write), [
      { limits: { memory: '1Mi', cpu: '2' }, requests: { memory: '1Mi', cpu: '2' } },
      { limits: { cpu: '4', memory: '1Mi' }, requests: { memory: '1Mi', cpu: '3' } },
    ]);
    t.equal(
      write.object?.metadata.annotations?.[vendor.fill('{label}/limit-ranger')],
      'LimitRanger plugin set: cpu request for container b; cpu limit for container b',
    );
  },
);

t.test('init containers get defaults too, are named as such, and other annotations stay', async (t) => {
  const range = plugin({ type: 'Container', defaultRequest: { cpu: '100m' } });
  const spec = { containers: [{ name: 'a' }], initContainers: [{ name: 'i' }] };
  const write = testWrite('CREATE', 'pods', { object: testPod(spec, { annotations: { mine: 'x' } }) });
  t.equal(await admit(range, write), undefined);
  t.strictSame(resourcesOf(write, 'initContainers'), [{ requests: { cpu: '100m' } }]);
  t.strictSame(write.object?.metadata.annotations, {
    mine: 'x',
    [vendor.fill('{label}/limit-ranger')]:
      'LimitRanger plugin set: cpu request for container a; cpu request for init container i',
  });
});

t.test('a pod that has all it needs gets no annotation, nor one of a range without defaults', async (t) => {
  for (const item of [{ default: { cpu: '1' }, defaultRequest: { cpu: '1' } }, {}]) {
    const resources = { requests: { cpu: '1' }, limits: { cpu: '1' } };
    const write = podWith({ name: 'a', resources });
    t.equal(await admit(plugin({ type: 'Container', ...item }), write), undefined);
    t.strictSame(write.object, testPod({ containers: [{ name: 'a', resources }] }));
  }
  const bare = podWith({ name: 'a' });
  t.equal(await admit(plugin({ type: 'Container' }), bare), undefined);
  t.strictSame(bare.object, testPod({ containers: [{ name: 'a' }] }));
});

t.test('pods are checked at creation, claims also at updates, sub-resources never', async (t) => {
  const plugged = limitRanger(vendor, new FixedLister());
  const looked = (['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const).flatMap((operation) =>
    ['', 'apps'].flatMap((group) =>
      ['pods', 'persistentvolumeclaims', 'services'].flatMap((resource) =>
        ['', 'status']
          .filter((subresource) => plugged.handles(operation, group, resource, subresource, 'v1'))
          .map((subresource) => [operation, group, resource, subresource].join(' ')),
      ),
    ),
  );
  t.strictSame(looked, ['CREATE  pods ', 'CREATE  persistentvolumeclaims ', 'UPDATE  persistentvolumeclaims ']);
});

t.test('the ranges of another namespace do not count', async (t) => {
  const limits = [{ type: 'Container', max: { cpu: '1' } }];
  const range = { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'l', namespace: 'other' }, spec: { limits } };
  const write = podWith({ name: 'a' });
  t.equal(await admit(limitRanger(vendor, new FixedLister([range])), write), undefined);
  t.strictSame(write.object, testPod({ containers: [{ name: 'a' }] }));
  const bare = { ...range, metadata: { name: 'l', namespace: 'ns' }, spec: undefined };
  t.equal(await admit(limitRanger(vendor, new FixedLister([bare])), podWith({ name: 'a' })), undefined);
});

t.test('a resize is completed and judged like a new pod, unless the pod is being deleted', async (t) => {
  const range = plugin({ type: 'Container', max: { cpu: '1' }, default: { memory: '1Mi' } });
  const resize = (cpu: string, before: ApiObject = testPod()) =>
    testWrite('UPDATE', 'pods', {
      subresource: 'resize',
      object: testPod({ containers: [{ name: 'a', resources: { limits: { cpu } } }] }),
      oldObject: before,
    });
  t.match((await admit(range, resize('2')))?.message, /maximum cpu usage per Container is 1, but limit is 2$/);
  const fine = resize('1');
  t.equal(await admit(range, fine), undefined);
  t.strictSame(resourcesOf(fine), [{ limits: { cpu: '1', memory: '1Mi' } }]);
  t.equal(await admit(range, resize('2', testPod({}, { deletionTimestamp: '2026-01-01T00:00:00Z' }))), undefined);
});

t.test('each range is judged by itself, and the same fault of two containers is named once', async (t) => {
  const range = (name: string, ...limits: object[]): ApiObject => ({
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name, namespace: 'ns' },
    spec: { limits },
  });
  const ranges = limitRanger(
    vendor,
    new FixedLister([
      range('a', { type: 'Container', max: { cpu: '1' }, default: { cpu: '500m' } }),
      range('b', { type: 'Container', max: { memory: '1Mi' }, default: { cpu: '100m', memory: '1Mi' } }),
    ]),
  );
  const much = { limits: { cpu: '2', memory: '2Mi' } };
  const refused = await admit(ranges, podWith({ name: 'a', resources: much }, { name: 'b', resources: much }));
  t.equal(refused?.message, 'pods "p" is forbidden: maximum cpu usage per Container is 1, but limit is 2');
  const write = podWith({ name: 'c' });
  t.equal(await admit(ranges, write), undefined);
  t.strictSame(resourcesOf(write), [{ limits: { cpu: '500m', memory: '1Mi' } }], 'the first range comes first');
});
