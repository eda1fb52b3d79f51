// Quotas: what is counted of each kind, which quotas count an object, and what is refused.

import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { FixedLister } from '../../../fixtures/apiserver/fixed-lister.fixture.ts';
import { admit, testPod, testWrite } from '../../../fixtures/apiserver/admission-write.fixture.ts';
import { type WrittenAmounts, writeAmounts } from './amounts.ts';
import { UsageCounters } from './counters.ts';
import type { LimitedResource } from './quota-configuration.ts';
import { resourceQuota } from './resource-quota.ts';

const now = Date.UTC(2026, 0, 1);

interface QuotaTerms {
  readonly hard: WrittenAmounts;
  readonly used?: WrittenAmounts;
  readonly spec?: object;
}

function quota(name: string, { hard, used, spec = {} }: QuotaTerms): ApiObject {
  const none = Object.fromEntries(Object.keys(hard).map((one) => [one, '0']));
  return {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name, namespace: 'ns', resourceVersion: '7' },
    spec: { hard, ...spec },
    status: { hard, used: { ...none, ...used } },
  };
}

const asking = (requests: object, limits: object = {}) => ({
  containers: [{ name: 'c', resources: { requests, limits } }],
});
const usedOf = (object: ApiObject | undefined): unknown =>
  (object?.['status'] as { readonly used?: unknown } | undefined)?.used;

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const counters = new UsageCounters(vendor, () => now);
  const plugin = (quotas: readonly ApiObject[], limited: readonly LimitedResource[] = []) =>
    resourceQuota({ quotas: new FixedLister(quotas), counters, limited });
  const usage = (group: string, resource: string, object: object) =>
    writeAmounts(counters.of(vendor.fill(group), resource)?.usage(object as ApiObject) ?? new Map());
  const newPod = (spec: object, more: object = {}) =>
    testWrite('CREATE', 'pods', { object: { ...testPod(spec), status: { qosClass: 'Burstable' } }, ...more });

  t.test(`${id}: the usage of a write is charged to every quota that counts it`, async (t) => {
    const write = newPod(asking({ cpu: '500m', memory: '1Gi' }));
    const quotas = [
      quota('a', { hard: { pods: '2', 'requests.cpu': '1', 'limits.cpu': '1' }, used: { pods: '1' } }),
      quota('b', { hard: { memory: '2Gi', 'count/pods': '5', services: '1' } }),
      quota('c', { hard: { configmaps: '1' } }),
    ];
    const refused = await admit(plugin(quotas), write);
    t.equal(refused?.message, 'pods "p" is forbidden: failed quota: a: must specify limits.cpu for: c');
    const said = newPod(asking({ cpu: '500m', memory: '1Gi' }, { cpu: '1' }));
    t.equal(await admit(plugin(quotas), said), undefined);
    t.strictSame(
      said.charge?.quotas().map(({ changed }) => [changed.metadata.name, usedOf(changed)]),
      [
        ['a', { pods: '2', 'requests.cpu': '500m', 'limits.cpu': '1' }],
        ['b', { memory: '1Gi', 'count/pods': '1', services: '0' }],
      ],
    );
    t.strictSame(
      usedOf(quotas[0]),
      { pods: '1', 'requests.cpu': '0', 'limits.cpu': '0' },
      'what is stored is not touched',
    );
    const dry = newPod(asking({ cpu: '1', memory: '1' }, { cpu: '1' }), { dryRun: true });
    t.equal(await admit(plugin(quotas), dry), undefined);
    t.equal(dry.charge, undefined);
    t.equal(await admit(plugin(quotas), newPod({}, { namespace: 'other' })), undefined);
  });

  t.test(`${id}: the error of an exceeded quota names only the exceeded resources`, async (t) => {
    const full = quota('full', {
      hard: { pods: '1', 'requests.cpu': '1', 'requests.memory': '1Gi' },
      used: { pods: '1', 'requests.cpu': '900m' },
    });
    const refused = await admit(plugin([full]), newPod(asking({ cpu: '200m', memory: '1Mi' })));
    t.equal(refused?.code, 403);
    t.equal(
      refused?.message,
      'pods "p" is forbidden: exceeded quota: full, requested: pods=1,requests.cpu=200m, used: pods=1,requests.cpu=900m, limited: pods=1,requests.cpu=1',
    );
    const dry = await admit(plugin([full]), newPod(asking({ cpu: '1', memory: '1' }), { dryRun: true }));
    t.match(dry?.message, /exceeded quota: full/, 'in a dry run too');
    const unknown = { ...full, status: { hard: { pods: '1' } } };
    const early = await admit(plugin([unknown]), newPod({}));
    t.equal(early?.message, 'pods "p" is forbidden: status unknown for quota: full, resources: pods');
    const fresh = { ...full, status: {} };
    t.equal(await admit(plugin([fresh]), newPod({})), undefined, 'a quota without usage yet limits nothing');
  });

  t.test(`${id}: objects of any kind are counted`, async (t) => {
    const limited = quota('q', {
      hard: { 'count/widgets.example.com': '1', 'count/deployments.apps': '1', configmaps: '1', secrets: '0' },
      used: { 'count/widgets.example.com': '1' },
    });
    const write = (group: string, resource: string, operation: 'CREATE' | 'UPDATE' = 'CREATE', subresource = '') =>
      testWrite(operation, resource, { group, subresource, object: testPod({}), oldObject: undefined });
    const widget = await admit(plugin([limited]), write('example.com', 'widgets'));
    t.match(widget?.message, 'exceeded quota: q, requested: count/widgets.example.com=1');
    t.equal(await admit(plugin([limited]), write('example.com', 'widgets', 'CREATE', 'status')), undefined);
    t.equal(await admit(plugin([limited]), write('', 'configmaps')), undefined);
    t.match((await admit(plugin([limited]), write('', 'secrets')))?.message, 'exceeded quota: q, requested: secrets=1');
    t.equal(await admit(plugin([limited]), write('apps', 'deployments')), undefined);
    const events = quota('e', { hard: { 'count/events': '0' } });
    t.equal(await admit(plugin([events]), write('', 'events')), undefined, 'events are not');
  });

  t.test(`${id}: an update is charged its increase`, async (t) => {
    const service = (type: string, ports: number) => ({
      ...testPod({ type, ports: Array.from({ length: ports }, () => ({ port: 1 })) }),
      kind: 'Service',
    });
    const limited = quota('q', { hard: { 'services.nodeports': '3', services: '1' }, used: { services: '1' } });
    const change = (object: ApiObject, oldObject: ApiObject) => testWrite('UPDATE', 'services', { object, oldObject });
    const more = change(service('NodePort', 3), service('NodePort', 1));
    t.equal(await admit(plugin([limited]), more), undefined);
    t.strictSame(usedOf(more.charge?.quotas()[0]?.changed), { 'services.nodeports': '2', services: '1' });
    const less = change(service('ClusterIP', 3), service('NodePort', 3));
    t.equal(await admit(plugin([limited]), less), undefined);
    t.equal(less.charge, undefined, 'what is given back is counted by the controller');
    t.match(
      (await admit(plugin([limited]), change(service('NodePort', 4), service('ClusterIP', 4))))?.message,
      /nodeports=4/,
    );
    const pods = quota('p', { hard: { pods: '0' } });
    const unchanged = testWrite('UPDATE', 'pods', { object: testPod({}), oldObject: testPod({}) });
    t.equal(await admit(plugin([pods]), unchanged), undefined);
    const scoped = quota('s', { hard: { pods: '0' }, spec: { scopes: ['Terminating'] } });
    const entering = testWrite('UPDATE', 'pods', {
      object: testPod({ activeDeadlineSeconds: 5 }),
      oldObject: testPod({}),
    });
    t.match((await admit(plugin([scoped]), entering))?.message, /exceeded quota: s, requested: pods=1/);
    const grown = testWrite('UPDATE', 'pods', {
      subresource: 'resize',
      object: testPod(asking({ cpu: '2' })),
      oldObject: testPod(asking({ cpu: '1' })),
    });
    const cpu = quota('c', { hard: { cpu: '5' }, used: { cpu: '1' } });
    t.equal(await admit(plugin([cpu]), grown), undefined);
    t.strictSame(usedOf(grown.charge?.quotas()[0]?.changed), { cpu: '2' });
    const claim = (asked: string, given = '') => ({
      ...testPod({ resources: { requests: { storage: asked } } }),
      status: given === '' ? {} : { allocatedResources: { storage: given } },
    });
    const storage = quota('v', { hard: { 'requests.storage': '1Gi' }, used: { 'requests.storage': '1Gi' } });
    const told = testWrite('UPDATE', 'persistentvolumeclaims', {
      subresource: 'status',
      object: claim('1Gi', '2Gi'),
      oldObject: claim('1Gi'),
    });
    t.equal(await admit(plugin([storage]), told), undefined, 'a status update is charged but never refused');
    t.strictSame(usedOf(told.charge?.quotas()[0]?.changed), { 'requests.storage': '2Gi' });
  });

  t.test(`${id}: a quota with scopes counts objects in all of them`, async (t) => {
    const inScope = async (spec: object, pod: object, status: object = { qosClass: 'Burstable' }) => {
      const one = quota('q', { hard: { pods: '0' }, spec });
      const object = { ...testPod(pod), status };
      return (await admit(plugin([one]), testWrite('CREATE', 'pods', { object }))) !== undefined;
    };
    const scopes = (...names: readonly string[]) => ({ scopes: names });
    const chosen = (scopeName: string, operator: string, ...values: readonly string[]) => ({
      scopeSelector: { matchExpressions: [{ scopeName, operator, values }] },
    });
    t.equal(await inScope(scopes('Terminating'), { activeDeadlineSeconds: 0 }), true);
    t.equal(await inScope(scopes('Terminating'), {}), false);
    t.equal(await inScope(scopes('NotTerminating'), {}), true);
    t.equal(await inScope(scopes('BestEffort'), {}, { qosClass: 'BestEffort' }), true);
    t.equal(await inScope(scopes('BestEffort'), {}), false);
    t.equal(await inScope(scopes('NotBestEffort'), {}), true);
    t.equal(await inScope(scopes('NotBestEffort', 'Terminating'), {}), false);
    const high = { priorityClassName: 'high' };
    t.equal(await inScope(chosen('PriorityClass', 'In', 'high', 'top'), high), true);
    t.equal(await inScope(chosen('PriorityClass', 'In', 'top'), high), false);
    t.equal(await inScope(chosen('PriorityClass', 'NotIn', 'top'), high), true);
    t.equal(await inScope(chosen('PriorityClass', 'NotIn', 'top'), {}), true);
    t.equal(await inScope(chosen('PriorityClass', 'Exists'), high), true);
    t.equal(await inScope(chosen('PriorityClass', 'Exists'), {}), false);
    t.equal(await inScope(chosen('PriorityClass', 'DoesNotExist'), {}), true);
    const required = (term: object) => ({
      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } },
    });
    t.equal(await inScope(scopes('CrossNamespacePodAffinity'), required({ namespaceSelector: {} })), true);
    t.equal(await inScope(scopes('CrossNamespacePodAffinity'), required({ namespaces: ['a'] })), true);
    t.equal(await inScope(scopes('CrossNamespacePodAffinity'), required({})), false);
    t.equal(await inScope(scopes('VolumeAttributesClass'), {}), false, 'a scope of claims has no pods');
    const gold = quota('q', {
      hard: { persistentvolumeclaims: '0' },
      spec: chosen('VolumeAttributesClass', 'In', 'gold'),
    });
    const claim = (name: string) =>
      admit(
        plugin([gold]),
        testWrite('CREATE', 'persistentvolumeclaims', { object: testPod({ volumeAttributesClassName: name }) }),
      );
    t.equal((await claim('gold'))?.code, 403);
    t.equal(await claim('silver'), undefined);
  });

  t.test(`${id}: the usage of each kind`, async (t) => {
    const pod = {
      metadata: {},
      spec: {
        containers: [
          {
            name: 'a',
            resources: { requests: { cpu: '1', 'hugepages-2Mi': '4Mi', 'example.com/x': '2' }, limits: { cpu: '2' } },
          },
          { name: 'b', resources: { requests: { cpu: '500m' } } },
        ],
        initContainers: [
          { name: 'i', resources: { requests: { cpu: '3', memory: '1Gi' } } },
          { name: 's', restartPolicy: 'Always', resources: { requests: { cpu: '100m' } } },
        ],
        overhead: { cpu: '10m', memory: '1Mi' },
      },
    };
    t.strictSame(usage('', 'pods', pod), {
      'count/pods': '1',
      pods: '1',
      cpu: '3010m',
      'requests.cpu': '3010m',
      'hugepages-2Mi': '4Mi',
      'requests.hugepages-2Mi': '4Mi',
      'requests.example.com/x': '2',
      memory: '1025Mi',
      'requests.memory': '1025Mi',
      'limits.cpu': '2010m',
    });
    for (const phase of ['Succeeded', 'Failed']) {
      t.strictSame(usage('', 'pods', { ...pod, status: { phase } }), { 'count/pods': '1' }, phase);
    }
    const going = (deletionTimestamp: string) => ({
      ...pod,
      metadata: { deletionTimestamp, deletionGracePeriodSeconds: 30 },
    });
    t.strictSame(usage('', 'pods', going('2025-12-31T23:59:00Z')), { 'count/pods': '1' });
    t.equal(usage('', 'pods', going('2025-12-31T23:59:45Z'))['pods'], '1');
    const resized = {
      ...pod,
      spec: { containers: [{ name: 'a', resources: { requests: { cpu: '1' } } }] },
      status: {
        containerStatuses: [{ name: 'a', resources: { requests: { cpu: '3' } }, allocatedResources: { cpu: '2' } }],
      },
    };
    t.equal(usage('', 'pods', resized)['cpu'], '3');
    const whole = { ...pod, spec: { ...pod.spec, overhead: {}, resources: { requests: { cpu: '7' } } } };
    t.equal(usage('', 'pods', whole)['cpu'], '7');
    const balanced = { metadata: {}, spec: { type: 'LoadBalancer', ports: [{}, { nodePort: 30_000 }] } };
    t.strictSame(usage('', 'services', balanced), {
      'count/services': '1',
      services: '1',
      'services.loadbalancers': '1',
      'services.nodeports': '2',
    });
    const own = { metadata: {}, spec: { ...balanced.spec, allocateLoadBalancerNodePorts: false } };
    t.equal(usage('', 'services', own)['services.nodeports'], '1');
    const claim = { metadata: {}, spec: { storageClassName: 'fast', resources: { requests: { storage: '1500m' } } } };
    const fast = vendor.fill('fast.storageclass.storage.{api}');
    t.strictSame(usage('', 'persistentvolumeclaims', claim), {
      persistentvolumeclaims: '1',
      'count/persistentvolumeclaims': '1',
      'requests.storage': '2',
      [`${fast}/persistentvolumeclaims`]: '1',
      [`${fast}/requests.storage`]: '2',
    });
    const devices = {
      metadata: {},
      spec: {
        devices: {
          requests: [
            { exactly: { deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 2 } },
            {
              firstAvailable: [
                { deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 1 },
                { deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 3 },
                { deviceClassName: 'nic', allocationMode: 'All' },
              ],
            },
          ],
        },
      },
    };
    t.strictSame(usage('resource.{api}', 'resourceclaims', devices), {
      [vendor.fill('count/resourceclaims.resource.{api}')]: '1',
      [vendor.fill('gpu.deviceclass.resource.{api}/devices')]: '5',
      [vendor.fill('nic.deviceclass.resource.{api}/devices')]: '32',
    });
  });

  t.test(`${id}: resources that the configuration limits need a quota`, async (t) => {
    const limited: readonly LimitedResource[] = [
      { apiGroup: '', resource: 'pods', matchContains: ['requests.cpu'], matchScopes: [] },
    ];
    const cpu = asking({ cpu: '1' });
    const refused = await admit(plugin([], limited), newPod(cpu));
    t.equal(refused?.message, 'pods "p" is forbidden: insufficient quota to consume: requests.cpu');
    t.equal(await admit(plugin([], limited), newPod({})), undefined);
    t.equal(await admit(plugin([quota('q', { hard: { 'requests.cpu': '5' } })], limited), newPod(cpu)), undefined);
    const scoped: readonly LimitedResource[] = [
      {
        apiGroup: '',
        resource: 'pods',
        matchContains: [],
        matchScopes: [{ scopeName: 'PriorityClass', operator: 'In', values: ['top'] }],
      },
    ];
    const top = await admit(plugin([], scoped), newPod({ priorityClassName: 'top' }));
    t.equal(top?.code, 500);
    t.equal(top?.message, 'insufficient quota to match these scopes: [{PriorityClass In [top]}]');
    const covering = quota('q', {
      hard: { pods: '5' },
      spec: { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['top'] }] } },
    });
    t.equal(await admit(plugin([covering], scoped), newPod({ priorityClassName: 'top' })), undefined);
    t.equal(await admit(plugin([], scoped), newPod({})), undefined);
  });
}
