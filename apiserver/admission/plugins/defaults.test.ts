import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { FixedLister } from '../../../fixtures/apiserver/fixed-lister.fixture.ts';
import type { PodSpec } from '../rule/pod-form.ts';
import { admit, testPod, testWrite } from '../../../fixtures/apiserver/admission-write.fixture.ts';
import { claimGrowth } from './claim-growth.ts';
import { defaultIngressClass, defaultStorageClass } from './default-class.ts';
import { defaultTolerationSeconds } from './default-tolerations.ts';
import { taintNodesByCondition } from './node-taints.ts';
import { priorityPlugin } from './priority.ts';
import { runtimeClassPlugin } from './runtime-class.ts';
import { storageObjectInUseProtection } from './storage-protection.ts';

const named = (name: string, more: object = {}, metadata: object = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'X',
  metadata: { name, ...metadata },
  ...more,
});
const specOf = (write: { object: ApiObject | undefined }) =>
  write.object?.['spec'] as PodSpec & Record<string, unknown>;

for (const id of vendorIds) {
  const vendor = vendorOf(id);

  t.test(`a new node is tainted until it is ready, once, with ${id}`, async (t) => {
    const write = testWrite('CREATE', 'nodes', { object: named('n') });
    await admit(taintNodesByCondition(vendor), write);
    await admit(taintNodesByCondition(vendor), write);
    t.strictSame(specOf(write)['taints'], [{ key: vendor.fill('node.{label}/not-ready'), effect: 'NoSchedule' }]);
  });

  t.test(`a pod tolerates a lost node for five minutes by default, with ${id}`, async (t) => {
    const own = {
      key: vendor.fill('node.{label}/not-ready'),
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: 5,
    };
    const write = testWrite('CREATE', 'pods', { object: testPod({ tolerations: [own] }) });
    await admit(defaultTolerationSeconds(vendor), write);
    const unreachable = vendor.fill('node.{label}/unreachable');
    t.strictSame(specOf(write).tolerations, [
      own,
      { key: unreachable, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
    ]);
    const all = testWrite('CREATE', 'pods', { object: testPod({ tolerations: [{ operator: 'Exists' }] }) });
    await admit(defaultTolerationSeconds(vendor), all);
    t.equal(specOf(all).tolerations?.length, 1);
  });

  t.test(`the newest default class is taken when none is named, with ${id}`, async (t) => {
    const marked = (kind: string, name: string, created: string) =>
      named(
        name,
        {},
        {
          creationTimestamp: created,
          annotations: { [vendor.fill(`${kind}.{label}/is-default-class`)]: 'true' },
        },
      );
    const classes = new FixedLister([
      marked('storageclass', 'a-old', '2026-01-01T00:00:00Z'),
      marked('storageclass', 'b-new', '2026-01-02T00:00:00Z'),
      marked('storageclass', 'c-old', '2026-01-01T12:00:00Z'),
      named('plain'),
    ]);
    const claim = testWrite('CREATE', 'persistentvolumeclaims', { object: named('c', { spec: {} }) });
    await admit(defaultStorageClass(vendor, classes), claim);
    t.equal(specOf(claim)['storageClassName'], 'b-new');
    for (const names of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const equals = new FixedLister(names.map((name) => marked('storageclass', name, '2026-01-01T00:00:00Z')));
      const one = testWrite('CREATE', 'persistentvolumeclaims', { object: named('c', { spec: {} }) });
      await admit(defaultStorageClass(vendor, equals), one);
      t.equal(specOf(one)['storageClassName'], 'a', 'of equally old ones the first by name');
    }
    const beta = new FixedLister([marked('storageclass.beta', 'earlier', '2026-01-01T00:00:00Z')]);
    const earlier = testWrite('CREATE', 'persistentvolumeclaims', { object: named('c', { spec: {} }) });
    await admit(defaultStorageClass(vendor, beta), earlier);
    t.equal(specOf(earlier)['storageClassName'], 'earlier', 'the earlier mark counts too');
    const unmarked = testWrite('CREATE', 'persistentvolumeclaims', { object: named('c', { spec: {} }) });
    await admit(defaultStorageClass(vendor, new FixedLister([marked('ingressclass', 'web', '')])), unmarked);
    t.equal(specOf(unmarked)['storageClassName'], undefined, 'that of another kind does not');
    const none = testWrite('CREATE', 'persistentvolumeclaims', {
      object: named('c', { spec: { storageClassName: '' } }),
    });
    await admit(defaultStorageClass(vendor, classes), none);
    t.equal(specOf(none)['storageClassName'], '');
    const ingress = testWrite('CREATE', 'ingresses', {
      group: vendor.fill('networking.{api}'),
      object: named('i', { spec: {} }),
    });
    await admit(defaultIngressClass(vendor, new FixedLister([marked('ingressclass', 'web', '')])), ingress);
    t.equal(specOf(ingress)['ingressClassName'], 'web');
  });

  t.test(`claims and volumes are kept while in use, with ${id}`, async (t) => {
    const claim = testWrite('CREATE', 'persistentvolumeclaims', { object: named('c') });
    await admit(storageObjectInUseProtection(vendor), claim);
    t.strictSame(claim.object?.metadata.finalizers, [vendor.fill('{label}/pvc-protection')]);
    const group = vendor.fill('storage.{api}');
    const attributes = testWrite('CREATE', 'volumeattributesclasses', { group, namespace: '', object: named('c') });
    await admit(storageObjectInUseProtection(vendor), attributes);
    t.strictSame(attributes.object?.metadata.finalizers, [vendor.fill('{label}/vac-protection')]);
    const other = testWrite('CREATE', 'persistentvolumes', { group, namespace: '', object: named('c') });
    await admit(storageObjectInUseProtection(vendor), other);
    t.equal(other.object?.metadata.finalizers, undefined, 'a kind of another group with that name');
  });

  t.test(`priority classes become numbers, with ${id}`, async (t) => {
    const classes = new FixedLister([
      named('high', { value: 1000, preemptionPolicy: 'Never' }),
      named('usual', { value: 10, globalDefault: true }),
    ]);
    const plugin = priorityPlugin(vendor, classes);
    const pod = (spec: object) => testWrite('CREATE', 'pods', { object: testPod(spec) });
    const high = pod({ priorityClassName: 'high' });
    t.equal(await admit(plugin, high), undefined);
    t.match(specOf(high), { priority: 1000, preemptionPolicy: 'Never' });
    const plain = pod({});
    await admit(plugin, plain);
    t.match(specOf(plain), { priority: 10, priorityClassName: 'usual', preemptionPolicy: 'PreemptLowerPriority' });
    t.match((await admit(plugin, pod({ priorityClassName: 'x' })))?.message, /no PriorityClass with name x was found/);
    t.match(
      (await admit(plugin, pod({ priority: 7 })))?.message,
      /the integer value of priority \(7\) must not be provided/,
    );
    const second = testWrite('CREATE', 'priorityclasses', {
      group: vendor.fill('scheduling.{api}'),
      namespace: '',
      object: named('second', { value: 1, globalDefault: true }),
    });
    t.equal((await admit(plugin, second))?.code, 403);
    const kept = testWrite('UPDATE', 'pods', { object: testPod({}), oldObject: testPod({ priority: 4 }) });
    await admit(plugin, kept);
    t.equal(specOf(kept).priority, 4);
  });
}

t.test('a runtime class brings its overhead and where it runs', async (t) => {
  const classes = new FixedLister([
    named('vm', {
      handler: 'vm',
      overhead: { podFixed: { cpu: '100m' } },
      scheduling: { nodeSelector: { vm: 'yes' }, tolerations: [{ key: 'vm' }] },
    }),
  ]);
  const plugin = runtimeClassPlugin(classes);
  const pod = (spec: object) => testWrite('CREATE', 'pods', { object: testPod(spec) });
  const write = pod({ runtimeClassName: 'vm', nodeSelector: { a: 'b' } });
  t.equal(await admit(plugin, write), undefined);
  t.match(specOf(write), {
    overhead: { cpu: '100m' },
    nodeSelector: { a: 'b', vm: 'yes' },
    tolerations: [{ key: 'vm' }],
  });
  t.match((await admit(plugin, pod({ runtimeClassName: 'x' })))?.message, /pod rejected: RuntimeClass "x" not found/);
  t.match((await admit(plugin, pod({ overhead: { cpu: '1' } })))?.message, /Pod Overhead set without corresponding/);
  t.match((await admit(plugin, pod({ runtimeClassName: 'vm', nodeSelector: { vm: 'no' } })))?.message, /conflict/);
});

t.test('tolerations that others cover are left out with a runtime class that has some', async (t) => {
  const scheduling = { tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule' }] };
  const plugin = runtimeClassPlugin(new FixedLister([named('vm', { handler: 'vm', scheduling })]));
  const merged = async (...tolerations: readonly object[]) => {
    const object = testPod({ runtimeClassName: 'vm', tolerations });
    t.equal(await admit(plugin, testWrite('CREATE', 'pods', { object })), undefined);
    return (object['spec'] as { tolerations?: object[] }).tolerations;
  };
  t.strictSame(await merged({ operator: 'Exists' }), [{ operator: 'Exists' }]);
  t.strictSame(await merged({ key: 'a', operator: 'Equal', value: 'v', effect: 'NoSchedule' }), scheduling.tolerations);
  const brief = { key: 'b', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 };
  const long = { ...brief, tolerationSeconds: 6 };
  t.strictSame(await merged(brief, long), [long, ...scheduling.tolerations]);
});

t.test('the overhead of a pod is compared as amounts', async (t) => {
  const plugin = runtimeClassPlugin(
    new FixedLister([named('vm', { handler: 'vm', overhead: { podFixed: { cpu: '250m' } } })]),
  );
  const message = async (spec: object) =>
    (await admit(plugin, testWrite('CREATE', 'pods', { object: testPod({ runtimeClassName: 'vm', ...spec }) })))
      ?.message;
  t.equal(await message({ overhead: { cpu: '0.25' } }), undefined);
  t.match(await message({ overhead: { cpu: '0.26' } }), /Overhead doesn't match/);
  t.equal(await message({ runtimeClassName: '' }), 'resource name may not be empty');
});

t.test('a claim grows with its volume, where the class lets it', async (t) => {
  const vendor = vendorOf('orch');
  const plugin = claimGrowth(
    vendor,
    new FixedLister([named('growing', { allowVolumeExpansion: true }), named('fixed', {})]),
  );
  const claim = (storage: string, storageClassName: string, phase: string) => ({
    ...testPod({ storageClassName, resources: { requests: { storage } } }),
    status: { phase },
  });
  const grown = async (to: string, storageClassName: string, phase = 'Bound') => {
    const [object, oldObject] = [claim(to, storageClassName, phase), claim('1Gi', storageClassName, phase)];
    return (await admit(plugin, testWrite('UPDATE', 'persistentvolumeclaims', { object, oldObject })))?.message;
  };
  t.equal(await grown('2Gi', 'growing'), undefined);
  t.match(await grown('2Gi', 'growing', 'Pending'), /: Only bound persistent volume claims can be expanded$/);
  for (const name of ['fixed', 'missing', ''])
    t.match(await grown('1025Mi', name), /: only dynamically provisioned pvc can be resized and /);
  for (const size of ['1Gi', '1024Mi', '1Mi']) t.equal(await grown(size, 'fixed'), undefined);
});
