import t from 'tap';
import type { Answered } from '../../../fixtures/apiserver/registry.fixture.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

t.test(
  'a load balancer for pods of its own node gets a port for health checks, which it keeps and gives back',
  async (t) => {
    const api = await inProcess('kubernetes');
    t.teardown(() => api.close());
    const local = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: [{ port: 80 }] };
    const create = (name: string, spec: object): Promise<Answered> =>
      api.call('create', 'services', { namespace: 'a', body: { metadata: { name }, spec } });
    const patch = (spec: object): Promise<Answered> =>
      api.call('patch', 'services', {
        namespace: 'a',
        name: 'web',
        body: { spec },
        contentType: 'application/merge-patch+json',
      });
    const port = (answer: Answered): unknown => answer.at('spec.healthCheckNodePort');

    const made = await create('web', local);
    const given = Number(port(made));
    t.ok(given >= 30_000 && given <= 32_767, made.text);
    t.not(given, made.at('spec.ports.0.nodePort'));
    t.equal(port(await patch({ healthCheckNodePort: null })), given, 'who leaves it out keeps it');
    const moved = await patch({ healthCheckNodePort: given === 32_000 ? 32_001 : 32_000 });
    t.match(moved.at('message'), /spec.healthCheckNodePort: Forbidden: field is immutable/);

    t.equal(port(await patch({ externalTrafficPolicy: 'Cluster' })), undefined);
    t.equal(port(await create('other', { ...local, healthCheckNodePort: given })), given, 'it was given back');
    t.equal(port(await patch({ externalTrafficPolicy: 'Local', healthCheckNodePort: 31_234 })), 31_234);
    const plain = await patch({ type: 'ClusterIP' });
    t.equal(port(plain), undefined);
    t.equal(plain.at('spec.externalTrafficPolicy'), undefined);
    t.equal(plain.at('spec.allocateLoadBalancerNodePorts'), undefined);

    const bare = await create('bare', { ...local, allocateLoadBalancerNodePorts: false });
    t.type(port(bare), 'number', 'also where the ports themselves are not open on nodes');
    for (const [spec, field] of [
      [{ type: 'NodePort', externalTrafficPolicy: 'Local', healthCheckNodePort: 31_000 }, 'healthCheckNodePort'],
      [{ type: 'ClusterIP', externalTrafficPolicy: 'Local' }, 'externalTrafficPolicy'],
      [{ type: 'ClusterIP', allocateLoadBalancerNodePorts: true }, 'allocateLoadBalancerNodePorts'],
    ] as const) {
      const refused = await create('wrong', { ports: [{ port: 80 }], ...spec });
      t.equal(refused.at('details.causes.0.field'), `spec.${field}`, refused.text);
    }
    const outside = await create('outside', { ports: [{ port: 80 }], externalIPs: ['10.9.8.7'] });
    t.equal(outside.at('spec.externalTrafficPolicy'), 'Cluster');
  },
);

for (const [id, code, reason] of [
  ['orch', 422, 'Invalid'],
  ['kubernetes', 500, 'InternalError'],
] as const) {
  t.test(`a port for health checks that is allocated, or out of range, is refused as ${id} does`, async (t) => {
    const api = await inProcess(id);
    t.teardown(() => api.close());
    const create = (name: string, healthCheckNodePort: number, ports: object[] = [{ port: 80 }]): Promise<Answered> => {
      const spec = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort, ports };
      return api.call('create', 'services', { namespace: 'a', body: { metadata: { name }, spec } });
    };
    const made = await create('web', 31_000);
    t.equal(made.at('spec.healthCheckNodePort'), 31_000, made.text);
    const range = 'provided port is not in the valid range. The range of valid ports is 30000-32767';
    for (const [port, why] of [
      [31_000, 'provided port is already allocated'],
      [29_999, range],
      [32_768, range],
    ] as const) {
      const refused = await create('other', port);
      t.match([refused.at('code'), refused.at('reason')], [code, reason], refused.text);
      const message =
        code === 500
          ? `Internal error occurred: failed to allocate requested HealthCheck NodePort ${port}: ${why}`
          : `spec.healthCheckNodePort: Invalid value: ${port}: ${why}`;
      t.match(refused.at('message'), message);
    }
    const both = await create('other', 31_000, [{ port: 80, nodePort: 80 }]);
    t.match([both.at('code'), both.at('details.causes.0.field')], [422, 'spec.ports[0].nodePort'], both.text);
    t.equal(
      (await create('other', 30_000)).at('spec.healthCheckNodePort'),
      30_000,
      'and a refused service holds nothing',
    );
    t.equal((await create('last', 32_767)).at('spec.healthCheckNodePort'), 32_767);
  });
}
