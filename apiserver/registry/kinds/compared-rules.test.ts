// Rules of kinds that were found by writing the same objects to this server and to another one of this API.

import t from 'tap';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

type Api = Awaited<ReturnType<typeof inProcess>>;
const labels = { a: 'b' };
const containers = [{ name: 'c', image: 'i' }];
const template = { metadata: { labels }, spec: { containers } };

const create = (api: Api, kind: string, object: object) =>
  api.call('create', api.vendor.fill(kind), { namespace: 'a', body: { metadata: { name: 'x' }, ...object } });

function causesOf(answer: { at(path: string): unknown }): readonly string[] {
  const causes = (answer.at('details.causes') ?? []) as readonly { field: string; message: string }[];
  return causes.map(({ field, message }) => `${field}: ${message}`);
}

t.test('options of a flex volume in the domains of the vendor are reserved', async (t) => {
  for (const vendor of ['orch', 'kubernetes'] as const) {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const [label, domain] = [api.vendor.fill('{label}'), api.vendor.fill('{api}')];
    const reserved = [`${label}/a`, `X.${domain.toUpperCase()}/a`, label];
    const free = ['a', 'a/b', `x${label}/a`, `a/${label}`];
    const options = Object.fromEntries([...reserved, ...free].map((name) => [name, 'v']));
    const flexVolume = { driver: 'a/b', options };
    const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], flexVolume };
    const volume = await create(api, 'persistentvolumes', { spec });
    const domains = `${label} and ${domain}`;
    const told = (path: string) =>
      reserved.map((name) => `${path}.options[${name}]: Invalid value: "${name}": ${domains} namespaces are reserved`);
    t.strictSame(causesOf(volume).toSorted(), told('spec.flexVolume').toSorted(), vendor);
    const podSpec = { containers, volumes: [{ name: 'v', flexVolume }] };
    const pod = await create(api, 'pods', { spec: podSpec });
    t.strictSame(causesOf(pod).toSorted(), told('spec.volumes[0].flexVolume').toSorted(), vendor);
    const kept = await create(api, 'podtemplates', { template: { spec: { ...podSpec, restartPolicy: 'Always' } } });
    t.strictSame(causesOf(kept).toSorted(), told('template.spec.volumes[0].flexVolume').toSorted(), vendor);
  }
});

t.test('capacity and allocated resources of a claim are not negative', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const made = (await create(api, 'persistentvolumeclaims', { spec })).body as object;
  const write = (status: object) => {
    const body = { ...made, status };
    return api.call('update', 'persistentvolumeclaims', { namespace: 'a', name: 'x', subresource: 'status', body });
  };
  t.strictSame(causesOf(await write({ capacity: { cpu: '-1', storage: '1Gi' } })), [
    'status.capacity[cpu]: Invalid value: -1: must be a valid resource quantity',
  ]);
  t.strictSame(causesOf(await write({ allocatedResources: { storage: '-1' } })), [
    'status.allocatedResources[storage]: Invalid value: -1: must be a valid resource quantity',
  ]);
  t.equal((await write({ capacity: { cpu: '1', storage: '1Gi' }, allocatedResources: { storage: '0' } })).status, 200);
});

t.test('names in an endpoint slice are whole, and warned of', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const slice = (...addresses: string[]) =>
    create(api, 'endpointslices.discovery.{api}', { addressType: 'FQDN', endpoints: [{ addresses }] });
  t.match(causesOf(await slice('one', 'a.b.', 'A.b', '.')), [
    'endpoints[0].addresses[0]: Invalid value: "one": should be a domain with at least two segments separated by dots',
    /^endpoints\[0\]\.addresses\[2\]: Invalid value: "A\.b": a lowercase RFC 1123 subdomain/,
    /^endpoints\[0\]\.addresses\[3\]: Invalid value: "": a lowercase RFC 1123 subdomain/,
  ]);
  const made = await slice('example.com.');
  t.equal(made.status, 201, made.text);
  t.strictSame(made.warnings, ['spec.addressType: FQDN endpoints are deprecated']);
  const changed = await api.call('patch', api.vendor.fill('endpointslices.discovery.{api}'), {
    namespace: 'a',
    name: String(made.at('metadata.name')),
    contentType: 'application/merge-patch+json',
    body: { endpoints: [{ addresses: ['example.org'] }] },
  });
  t.equal(changed.status, 200, changed.text);
  t.strictSame(changed.warnings, [], 'new ones only');
});

t.test('addresses of unusual form in an endpoint slice are warned of, but not to careful controllers', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const made = (managedBy: string) =>
    api.call('create', api.vendor.fill('endpointslices.discovery.{api}'), {
      namespace: 'a',
      query: 'dryRun=All',
      body: {
        metadata: { name: 'x', labels: { [api.vendor.fill('endpointslice.{label}/managed-by')]: managedBy } },
        addressType: 'IPv4',
        endpoints: [{ addresses: ['01.2.3.4'] }],
      },
    });
  t.match((await made('me')).warnings, [/^endpoints\[0\]\.addresses\[0\]: .*"01.2.3.4".*"1.2.3.4"/]);
  t.strictSame((await made(api.vendor.fill('endpointslice-controller.{api}'))).warnings, []);
});

t.test('a stateful set that keeps all its revisions is warned of', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const spec = { selector: { matchLabels: labels }, template, serviceName: 's' };
  t.strictSame((await create(api, 'statefulsets.apps', { spec })).warnings, []);
  const body = { metadata: { name: 'x' }, spec: { ...spec, revisionHistoryLimit: -1 } };
  const updated = await api.call('update', 'statefulsets.apps', { namespace: 'a', name: 'x', body });
  t.equal(updated.status, 200, updated.text);
  t.match(updated.warnings, [/^spec\.revisionHistoryLimit: a negative value retains all historical revisions/]);
});

t.test('a service that balances no load any more has no state of it', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const x = { namespace: 'a', name: 'x' };
  const spec = { type: 'LoadBalancer', ports: [{ port: 80 }] };
  const made = (await create(api, 'services', { spec })).body as object;
  const status = { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } };
  const shown = await api.call('update', 'services', { ...x, subresource: 'status', body: { ...made, status } });
  t.match(shown.at('status'), status);
  const contentType = 'application/merge-patch+json';
  const relabelled = await api.call('patch', 'services', { ...x, body: { metadata: { labels } }, contentType });
  t.match(relabelled.at('status'), status, 'as long as the type stays');
  const changed = await api.call('patch', 'services', { ...x, body: { spec: { type: 'ClusterIP' } }, contentType });
  t.strictSame(changed.at('status'), { loadBalancer: {} }, changed.text);
});

t.test('an unknown restart policy is refused twice: as unknown, and as one that its kind does not allow', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const spec = { containers, restartPolicy: 'Nope' };
  const refused = await create(api, 'deployments.apps', {
    spec: { selector: { matchLabels: labels }, template: { ...template, spec } },
  });
  const path = 'spec.template.spec.restartPolicy: Unsupported value: "Nope": supported values:';
  t.strictSame(causesOf(refused), [`${path} "Always", "OnFailure", "Never"`, `${path} "Always"`]);
  const kept = await create(api, 'podtemplates', { template: { spec } });
  t.equal(causesOf(kept).length, 1, kept.text);
});

t.test('the names that a stateful set gives its pods are not asked of its template', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const spec = { containers, hostname: 'NOT-ONE', subdomain: '_' };
  const named = { ...template, spec };
  const set = { selector: { matchLabels: labels }, serviceName: 's', template: named };
  t.equal((await create(api, 'statefulsets.apps', { spec: set })).status, 201);
  const fields = causesOf(await create(api, 'deployments.apps', { spec: { ...set, serviceName: undefined } }));
  t.match(fields, [/^spec\.template\.spec\.hostname: /, /^spec\.template\.spec\.subdomain: /]);
});

t.test('a prefix of generated names is as long as a name of the kind at most', async (t) => {
  for (const vendor of ['orch', 'kubernetes'] as const) {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const make = (kind: string, generateName: string, more: object = {}) =>
      create(api, kind, { metadata: { generateName }, ...more });
    const long = `${'x'.repeat(70)}-`;
    const service = { spec: { ports: [{ port: 80 }] } };
    const [fault, ...others] = causesOf(await make('services', long, service));
    t.match(fault, /^metadata\.generateName: .* no more than 63/, vendor);
    t.strictSame(others, [], vendor);
    t.ok((await make('services', 'x'.repeat(63), service)).status < 300, vendor);
    t.ok((await make('configmaps', long)).status < 300, `${vendor}: names of most kinds are longer`);
    t.match(causesOf(await make('configmaps', 'x.'))[0], /^metadata\.generateName: /, vendor);
    t.ok((await make('roles.rbac.authorization.{api}', 'x.', { rules: [] })).status < 300, vendor);
  }
});
