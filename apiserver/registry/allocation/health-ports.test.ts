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
    const taken = await create('other', { ...local, healthCheckNodePort: given });
    t.match(taken.at('message'), /spec.healthCheckNodePort: .*provided port is already allocated/);

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
