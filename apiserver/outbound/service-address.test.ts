import t from 'tap';
import { FixedLister } from '../../fixtures/apiserver/fixed-lister.fixture.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { serviceResolver } from './service-address.ts';

const vendor = vendorOf('orch');

function object(name: string, more: object, labels: Record<string, string> = {}): ApiObject {
  return { apiVersion: 'v1', kind: 'Any', metadata: { name, namespace: 'ns', labels }, ...more };
}

function scene(spec: object, ...slices: object[]) {
  const labels = { [vendor.fill('{label}/service-name')]: 'hook' };
  let chance = 0;
  const resolve = serviceResolver(
    {
      services: new FixedLister([object('hook', { spec })]),
      endpointSlices: new FixedLister([
        ...slices.map((slice, index) => object(`hook-${index}`, slice, labels)),
        object('other', { ports: [{ name: '', port: 1 }], endpoints: [{ addresses: ['9.9.9.9'] }] }),
      ]),
    },
    vendor,
    () => chance,
  );
  return (port = 443, next = 0) => {
    chance = next;
    return resolve({ namespace: 'ns', name: 'hook', port });
  };
}

const ports = [
  { name: 'web', port: 443 },
  { name: 'metrics', port: 8080 },
];

t.test('a service leads to one of its ready endpoints, and otherwise to its cluster address', async (t) => {
  const spec = { type: 'ClusterIP', clusterIP: '10.0.0.7', ports };
  t.strictSame(scene(spec)(), { host: '10.0.0.7', port: 443 });
  const slicePorts = [
    { name: 'web', port: 9443 },
    { name: 'metrics', port: 9080 },
  ];
  const resolve = scene(
    spec,
    { ports: slicePorts, endpoints: [{ addresses: ['10.1.0.1'], conditions: { ready: false } }] },
    { ports: slicePorts, endpoints: [{ addresses: ['10.1.0.2', '10.1.0.9'] }, { addresses: ['fd00::1'] }] },
    { ports: null, endpoints: null },
  );
  t.strictSame(resolve(443, 0), { host: '10.1.0.2', port: 9443 });
  t.strictSame(resolve(8080, 0.999), { host: 'fd00::1', port: 9080 });
});

t.test('an unresolvable service gives the reason', async (t) => {
  t.throws(() => scene({ type: 'ClusterIP', clusterIP: '10.0.0.7', ports })(444), {
    message: 'no service port 444 found for service "hook"',
  });
  t.throws(() => scene({ type: 'ClusterIP', clusterIP: 'None', ports })(), {
    message: 'no endpoints available for service "hook"',
  });
  const views = { services: new FixedLister(), endpointSlices: new FixedLister() };
  t.throws(() => serviceResolver(views, vendor, () => 0)({ namespace: 'ns', name: 'a', port: 443 }), {
    message: 'service "a" not found',
  });
});

t.test('a service of an external name leads there', async (t) => {
  const resolve = scene({ type: 'ExternalName', externalName: 'hook.example' });
  t.strictSame(resolve(8443), { host: 'hook.example', port: 8443 });
});
