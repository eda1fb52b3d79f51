// What the writers of policies and ingresses are warned of, and the one form of addresses of IPv6 in endpoint slices.

import t from 'tap';
import { inProcess } from '../../../../fixtures/apiserver/registry.fixture.ts';
import { vendorIds } from '../../../../shared/vendor/profile.ts';

for (const id of vendorIds) {
  t.test(`${id}: ranges of a policy that others may read otherwise are warned of, in both directions`, async (t) => {
    const api = await inProcess(id);
    t.teardown(() => api.close());
    const ipBlock = { cidr: '10.0.0.1/8', except: ['10.1.0.0/16'] };
    const spec = {
      podSelector: {},
      ingress: [{ from: [{ ipBlock }] }],
      egress: [{ to: [{ podSelector: {} }, { ipBlock }] }],
    };
    const kind = api.vendor.fill('networkpolicies.networking.{api}');
    const made = await api.call('create', kind, { namespace: 'a', body: { metadata: { name: 'x' }, spec } });
    const fault = 'CIDR value "10.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)';
    t.strictSame(made.warnings, [
      `spec.ingress[0].from[0].ipBlock.cidr: ${fault}`,
      `spec.egress[0].to[1].ipBlock.cidr: ${fault}`,
    ]);
  });

  t.test(`${id}: a class of an ingress as annotation is warned of, unless the field has one`, async (t) => {
    const api = await inProcess(id);
    t.teardown(() => api.close());
    const key = api.vendor.fill('{label}/ingress.class');
    const kind = api.vendor.fill('ingresses.networking.{api}');
    const make = (name: string, more: object) => {
      const spec = { defaultBackend: { service: { name: 's', port: { number: 80 } } }, ...more };
      return api.call('create', kind, {
        namespace: 'a',
        body: { metadata: { name, annotations: { [key]: 'c' } }, spec },
      });
    };
    t.strictSame((await make('x', {})).warnings, [
      `annotation "${key}" is deprecated, please use 'spec.ingressClassName' instead`,
    ]);
    t.strictSame((await make('y', { ingressClassName: 'c' })).warnings, []);
  });

  t.test(`${id}: addresses of IPv6 in slices have their canonical form, and are of no other family`, async (t) => {
    const api = await inProcess(id);
    t.teardown(() => api.close());
    const kind = api.vendor.fill('endpointslices.discovery.{api}');
    const faults = async (addressType: string, ...addresses: string[]) => {
      const body = { metadata: { name: 'x' }, addressType, endpoints: [{ addresses }], ports: [] };
      const answer = await api.call('create', kind, { namespace: 'a', query: 'dryRun=All', body });
      const causes = (answer.at('details.causes') ?? []) as readonly {
        readonly field: string;
        readonly message: string;
      }[];
      return causes.map(({ field, message }) => `${field} ${message.replace(/^.*: /, '')}`);
    };
    const path = 'endpoints[0].addresses';
    t.strictSame(await faults('IPv6', 'fd00::1', 'fd00:0:0::1', '::ffff:1.2.3.4', '01.2.3.4', '1.2.3.4'), [
      `${path}[1] must be in canonical form ("fd00::1")`,
      `${path}[2] must not be an IPv4-mapped IPv6 address`,
      `${path}[3] must not have leading 0s`,
      `${path} must be an IPv6 address`,
    ]);
    t.strictSame(await faults('IPv4', '1.2.3.4', '01.2.3.4', '::ffff:1.2.3.4', 'fd00::1'), [
      `${path} must be an IPv4 address`,
    ]);
  });
}
