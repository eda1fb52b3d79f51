import t from 'tap';
import { inProcess } from '../../../../fixtures/apiserver/registry.fixture.ts';

const address = (index: number): string => `10.1.${index >> 8}.${index & 255}`;
const named = (count: number): object[] => Array.from({ length: count }, (_, index) => ({ name: `z${index}` }));

t.test('ranges, names and lists of network kinds have limits, and changed endpoints are judged anew', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const faults = async (resource: string, body: object, namespace = 'a') => {
    const placed = namespace === '' ? {} : { namespace };
    const answer = await api.call('create', api.vendor.fill(resource), { ...placed, query: 'dryRun=All', body });
    return ((answer.at('details.causes') ?? []) as { field: string; reason: string }[]).map(
      ({ field, reason }) => `${field} ${reason}`,
    );
  };
  const metadata = { name: 'x' };
  const except = (part: string) =>
    faults('networkpolicies.networking.{api}', {
      metadata,
      spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/8', except: [part] } }] }] },
    });
  t.strictSame(await except('10.1.0.0/16'), []);
  for (const part of ['10.0.0.0/8', '11.0.0.0/16', 'fd00::/64', '0.0.0.0/0'])
    t.strictSame(await except(part), ['spec.ingress[0].from[0].ipBlock.except[0] FieldValueInvalid'], part);
  const controller = (length: number) =>
    faults('ingressclasses.networking.{api}', { metadata, spec: { controller: `a.b/${'x'.repeat(length - 4)}` } }, '');
  t.strictSame([await controller(250), await controller(251)], [[], ['spec.controller FieldValueTooLong']]);
  const range = (text: string) => faults('servicecidrs.networking.{api}', { metadata, spec: { cidrs: [text] } }, '');
  t.strictSame(
    [await range('192.168.9.0/24'), await range('192.168.9.1/24')],
    [[], ['spec.cidrs[0] FieldValueInvalid']],
  );
  const slices = 'endpointslices.discovery.{api}';
  const slice = (endpoints: object[]) => ({ metadata, addressType: 'IPv4', endpoints, ports: [] });
  const endpoints = (count: number) =>
    faults(slices, slice(Array.from({ length: count }, (_, index) => ({ addresses: [address(index)] }))));
  t.strictSame([await endpoints(1000), await endpoints(1001)], [[], ['endpoints FieldValueTooMany']]);
  for (const field of ['forZones', 'forNodes']) {
    const hints = (count: number) =>
      faults(slices, slice([{ addresses: [address(1)], hints: { [field]: named(count) } }]));
    t.strictSame([await hints(8), await hints(9)], [[], [`endpoints[0].hints.${field} FieldValueTooMany`]]);
  }
  await api.call('create', api.vendor.fill(slices), { namespace: 'a', body: slice([{ addresses: [address(1)] }]) });
  const moved = await api.call('update', api.vendor.fill(slices), {
    namespace: 'a',
    name: 'x',
    body: { ...slice([{ addresses: [address(1)] }, { addresses: ['127.0.0.1'] }]), addressType: 'IPv6' },
  });
  const fields = (moved.at('details.causes') as { field: string }[]).map(({ field }) => field);
  t.strictSame([...new Set(fields)].sort(), [
    'addressType',
    'endpoints[0].addresses',
    'endpoints[1].addresses',
    'endpoints[1].addresses[0]',
  ]);
});

t.test('of a claim that is bound only what it asks for changes', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const x = { namespace: 'a', name: 'x' };
  await api.call('create', 'persistentvolumeclaims', {
    namespace: 'a',
    body: { metadata: { name: 'x' }, spec: claim },
  });
  const merge = { contentType: 'application/merge-patch+json' };
  const bound = { status: { phase: 'Bound', capacity: { storage: '1Gi' } } };
  await api.call('patch', 'persistentvolumeclaims', { ...x, ...merge, subresource: 'status', body: bound });
  for (const [resources, status] of [
    [{ requests: { storage: '2Gi' } }, 200],
    [{ limits: { storage: '3Gi' } }, 422],
  ] as const) {
    const answer = await api.call('patch', 'persistentvolumeclaims', { ...x, ...merge, body: { spec: { resources } } });
    t.equal(answer.status, status, answer.text);
  }
});
