// Rules that were found by making every single change to an object, here and at another server of this API.

import t, { type Test } from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Status } from '../../../shared/object/status-error.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import { autoscalerPrinter } from './autoscaling/autoscaler/autoscaler-table.ts';
import { affinityComparison } from './core/volume/affinity-change.ts';
import { publishedAddresses } from './printers/published-addresses.ts';

const vendor = vendorOf('kubernetes');

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Fields that are refused, each with the first words of what is said. */
function faultsOf({ status, body }: Answer): readonly string[] {
  if (status < 300) return [];
  return ((body as Status).details?.causes ?? []).map(({ field, message }) => `${field}: ${message?.split(':', 1)[0]}`);
}

async function scene(t: Test) {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const create = (kind: string, object: object) =>
    api.call('create', api.vendor.fill(kind), { namespace: 'a', body: { metadata: { name: 'x' }, ...object } });
  const update = (kind: string, body: unknown) =>
    api.call('update', api.vendor.fill(kind), { namespace: 'a', name: 'x', body: body as object });
  return { create, update };
}

type Service = ApiObject & { spec: Record<string, unknown> & { ports: { nodePort?: number }[] } };

t.test('ports of a new service with the same number share a port of the nodes', async (t) => {
  const { create } = await scene(t);
  const ports = ['TCP', 'UDP'].map((protocol) => ({ name: protocol.toLowerCase(), protocol, port: 53 }));
  const made = (await create('services', { spec: { type: 'NodePort', ports } })).body as Service;
  const [first, second] = made.spec.ports.map(({ nodePort }) => nodePort);
  t.type(first, 'number');
  t.equal(first, second);
  const asked = [ports[0], { ...ports[1], nodePort: 30_053 }];
  const other = await create('services', { metadata: { name: 'y' }, spec: { type: 'NodePort', ports: asked } });
  t.strictSame(
    (other.body as Service).spec.ports.map(({ nodePort }) => nodePort),
    [30_053, 30_053],
  );
  const twice = ports.map((port, index) => ({ ...port, protocol: 'TCP', port: 53 + index, nodePort: 30_054 }));
  t.strictSame(
    faultsOf(await create('services', { metadata: { name: 'z' }, spec: { type: 'NodePort', ports: twice } })),
    ['spec.ports[1].nodePort: Duplicate value'],
  );
});

t.test('a service without addresses keeps having none, and has every family where it selects nothing', async (t) => {
  const { create, update } = await scene(t);
  const made = (await create('services', { spec: { clusterIP: 'None' } })).body as Service;
  t.match(made.spec, { ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack' });
  const { clusterIP: _address, ...spec } = made.spec;
  t.match((await update('services', { ...made, spec })).body, { spec: { clusterIP: 'None', clusterIPs: ['None'] } });
  const selecting = await create('services', {
    metadata: { name: 'y' },
    spec: { clusterIP: 'None', selector: { a: 'b' } },
  });
  t.match((selecting.body as Service).spec, { ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' });
});

t.test('jobs of an unknown mode are refused for the mode alone, and successes are counted', async (t) => {
  const { create } = await scene(t);
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
  const job = async (spec: object) => faultsOf(await create('jobs.batch', { spec: { template, ...spec } }));
  t.strictSame(await job({ completionMode: 'X', backoffLimitPerIndex: 1 }), ['spec.completionMode: Unsupported value']);
  t.strictSame(await job({ backoffLimitPerIndex: 1 }), ['spec.backoffLimitPerIndex: Invalid value']);
  const indexed = { completionMode: 'Indexed', completions: 9 };
  const rule = (succeededIndexes: string) => ({ successPolicy: { rules: [{ succeededIndexes, succeededCount: 3 }] } });
  const count = 'spec.successPolicy.rules[0].succeededCount: Invalid value';
  t.strictSame(await job({ ...indexed, ...rule('0-1') }), [count]);
  const many = { completionMode: 'Indexed', completions: 100_001, backoffLimitPerIndex: 1, parallelism: 10_001 };
  t.strictSame(await job(many), ['spec.maxFailedIndexes: Required value', 'spec.parallelism: Invalid value']);
  t.strictSame(await job({ managedBy: `a.example/${'b'.repeat(60)}` }), ['spec.managedBy: Too long']);
});

t.test('a webhook is at an address that names a host', async (t) => {
  const { create } = await scene(t);
  const at = async (url: string) => {
    const rules = [{ operations: ['CREATE'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }];
    const webhook = { name: 'a.example.com', clientConfig: { url }, rules, sideEffects: 'None' };
    const webhooks = [{ ...webhook, admissionReviewVersions: ['v1'] }];
    const answer = await create('validatingwebhookconfigurations.admissionregistration.{api}', { webhooks });
    return faultsOf(answer).map((fault) => fault.replace('webhooks[0].clientConfig.url: ', ''));
  };
  t.strictSame(await at('not valid'), ['Invalid value', 'Invalid value'], 'neither a scheme nor a host');
  t.strictSame(await at('https:///path'), ['Invalid value']);
  for (const none of ['a:b/c:d e%', '1:x', 'https://a b', 'https://a:x'])
    t.strictSame(await at(none), ['Required value']);
  t.strictSame(await at('https://[::1]:443/a%20b'), []);
});

t.test('only the names of labels that were renamed may be changed in where a volume is', async (t) => {
  const same = affinityComparison(vendor);
  const on = (name: string, value = 'v') => {
    const matchExpressions = [{ key: vendor.fill(name), operator: 'In', values: [value] }];
    return { required: { nodeSelectorTerms: [{ matchExpressions }] } };
  };
  const [zone, renamed] = ['failure-domain.beta.{label}/zone', 'topology.{label}/zone'];
  t.ok(same(on(renamed), on(zone)));
  t.ok(same(on(zone), on(zone)));
  t.notOk(same(on(zone), on(renamed)), 'not back');
  t.notOk(same(on(renamed, 'w'), on(zone)));
  t.notOk(same(on('topology.{label}/region'), on(zone)));
  t.notOk(same(undefined, on(zone)));
});

t.test('each published address is shown once', async (t) => {
  t.equal(publishedAddresses([{ hostname: 'b' }, { ip: '1' }, { ip: '', hostname: 'b' }, {}]), '1,b');
  t.equal(publishedAddresses(undefined), '');
});

t.test('what an autoscaler measured is looked for where its metric would be, whatever its type says', async (t) => {
  const targets = (metrics: readonly object[], currentMetrics: readonly object[]) =>
    autoscalerPrinter.cells({ metadata: {}, spec: { metrics }, status: { currentMetrics } } as unknown as ApiObject)[2];
  const pods = { type: 'Pods', pods: { target: { averageValue: '5' } } };
  const average = { type: 'Object', object: { target: { averageValue: '5' } } };
  t.equal(targets([pods], [{ pods: { current: { averageValue: '4' } } }]), '4/5');
  t.equal(targets([pods], [{ type: 'Pods', pods: {} }]), '<nil>/5');
  t.equal(targets([pods], [{ type: 'Pods', object: { current: { averageValue: '4' } } }]), '<unknown>/5');
  t.equal(targets([average], [{ object: {} }]), '<unknown>/5 (avg)');
  t.equal(targets([average], [{ object: { current: { averageValue: '4' } } }]), '4/5 (avg)');
});
