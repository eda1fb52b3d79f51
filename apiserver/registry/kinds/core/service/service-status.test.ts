// What the status of a service may hold.

import t, { type Test } from 'tap';
import type { Status } from '../../../../../shared/object/status-error.ts';
import { inProcess } from '../../../../../fixtures/apiserver/registry.fixture.ts';

const at = (name: string): object => ({ namespace: 'a', name, subresource: 'status' });

async function services(t: Test) {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  for (const type of ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName']) {
    const spec = type === 'ExternalName' ? { type, externalName: 'example.com' } : { type, ports: [{ port: 80 }] };
    const body = { metadata: { name: type.toLowerCase() }, spec };
    const made = await api.call('create', 'services', { namespace: 'a', body });
    t.equal(made.status, 201, made.text);
  }
  const faults = ({ body }: { body: unknown }): readonly string[] =>
    ((body as Status).details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
  return {
    api,
    patch: (name: string, ingress: object | null) =>
      api.call('patch', 'services', {
        ...at(name),
        contentType: 'application/merge-patch+json',
        body: { status: { loadBalancer: { ingress } } },
      }),
    faults,
  };
}

t.test('only services that a load balancer publishes have its addresses', async (t) => {
  const { api, patch, faults } = await services(t);
  const refused = ["status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'"];
  for (const name of ['clusterip', 'nodeport', 'externalname']) {
    t.strictSame(faults(await patch(name, [{ hostname: 'a.example.com' }])), refused, name);
    const { body } = await api.call('get', 'services', { namespace: 'a', name });
    const status = { loadBalancer: { ingress: [{ hostname: 'a.example.com' }] } };
    const put = await api.call('update', 'services', { ...at(name), body: { ...(body as object), status } });
    t.strictSame(faults(put), refused, name);
    t.equal((await patch(name, [])).status, 200, 'none are no addresses');
  }
});

t.test('addresses of a load balancer are addresses with a mode, names are names', async (t) => {
  const { patch, faults } = await services(t);
  const set = await patch('loadbalancer', [
    { ip: '192.0.2.1' },
    { ip: '192.0.2.2', ipMode: 'Proxy' },
    { hostname: 'a.b' },
  ]);
  t.strictSame(set.at('status.loadBalancer.ingress'), [
    { ip: '192.0.2.1', ipMode: 'VIP' },
    { ip: '192.0.2.2', ipMode: 'Proxy' },
    { hostname: 'a.b' },
  ]);
  const of = async (entry: object): Promise<readonly string[]> => faults(await patch('loadbalancer', [entry]));
  t.match(await of({ ip: 'x' }), [
    /^status.loadBalancer.ingress\[0\].ip: Invalid value: "x": must be a valid IP address/,
  ]);
  t.strictSame(await of({ hostname: 'a.b', ipMode: 'VIP' }), [
    'status.loadBalancer.ingress[0].ipMode: Forbidden: may not be specified when `ip` is not set',
  ]);
  t.strictSame(await of({ ip: '192.0.2.1', ipMode: 'Other' }), [
    'status.loadBalancer.ingress[0].ipMode: Unsupported value: "Other": supported values: "Proxy", "VIP"',
  ]);
  t.match(await of({ hostname: 'A_b' }), [/^status.loadBalancer.ingress\[0\].hostname: .*RFC 1123/]);
  t.match(await of({ hostname: '192.0.2.1' }), [/hostname: .*must be a DNS name, not an IP address$/]);
});
