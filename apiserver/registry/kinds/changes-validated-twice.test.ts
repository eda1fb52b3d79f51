// What an update is refused for, as the steps between states show it: causes that two validations find, and what a dry run skips.

import t, { type Test } from 'tap';
import { type Answered, inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

interface Place {
  readonly namespace?: string;
}

async function scene(t: Test) {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const create = (kind: string, object: object, place: Place = { namespace: 'a' }): Promise<Answered> =>
    api.call('create', api.vendor.fill(kind), { ...place, body: { metadata: { name: 'x' }, ...object } });
  return {
    vendor: api.vendor,
    create,
    /** The causes of an update of the first object to the second one. */
    changed: async (kind: string, object: object, next: object, place: Place = { namespace: 'a' }, query = '') => {
      const resourceVersion = (await create(kind, object, place)).at('metadata.resourceVersion');
      const body = { metadata: { name: 'x', resourceVersion }, ...next };
      const answer = await api.call('update', api.vendor.fill(kind), { ...place, name: 'x', query, body });
      await api.call('delete', api.vendor.fill(kind), { ...place, name: 'x' });
      return causesOf(answer);
    },
  };
}

function causesOf(answer: Answered): readonly string[] {
  const causes = (answer.at('details.causes') ?? []) as readonly { field: string; message: string }[];
  return causes.map(({ field, message }) => `${field}: ${message}`);
}

t.test('an update that is validated as a new object, too, lists the faults of its values twice', async (t) => {
  const { changed, vendor } = await scene(t);
  const peer = 'spec.ingress[0].from[0]: Required value: must specify a peer';
  const policy = (spec: object) => ({ spec: { podSelector: {}, ...spec } });
  t.strictSame(await changed('networkpolicies.networking.{api}', policy({}), policy({ ingress: [{ from: [{}] }] })), [
    peer,
    peer,
  ]);
  const roleRef = { apiGroup: vendor.fill('rbac.authorization.{api}'), kind: 'ClusterRole', name: 'view' };
  const name = 'roleRef.name: Required value';
  const causes = await changed(
    'rolebindings.rbac.authorization.{api}',
    { roleRef },
    { roleRef: { ...roleRef, name: '' } },
  );
  t.equal(causes.filter((cause) => cause.startsWith(name)).length, 2);
  t.equal(causes.filter((cause) => cause.endsWith('cannot change roleRef')).length, 1, 'the change is listed once');
});

t.test('the class of a balancer is judged with the change, and with the rest of the service', async (t) => {
  const { changed } = await scene(t);
  const ports = [{ port: 80 }];
  const only = "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'";
  t.strictSame(
    await changed(
      'services',
      { spec: { type: 'LoadBalancer', ports } },
      { spec: { ports, loadBalancerClass: 'a.b/c' } },
    ),
    [only, only],
  );
});

t.test('a single address beside a name outside of the cluster is refused of new services only', async (t) => {
  const { changed, create } = await scene(t);
  const outside = { type: 'ExternalName', externalName: 'a.example', clusterIP: '10.0.0.11' };
  t.strictSame(await changed('services', { spec: { ports: [{ port: 80 }] } }, { spec: outside }), []);
  t.match(causesOf(await create('services', { metadata: { name: 'y' }, spec: outside })), [
    /^spec.clusterIPs: Forbidden/,
  ]);
});

t.test('a dry run does not ask whether an address is taken, or a port of nodes is in range', async (t) => {
  const { changed, create } = await scene(t);
  const ports = [{ port: 80 }];
  await create('services', { metadata: { name: 'y' }, spec: { ports, clusterIP: '10.0.0.10' } });
  const named = { spec: { type: 'ExternalName', externalName: 'a.example' } };
  const place = { namespace: 'a' };
  const held = { spec: { ports, clusterIP: '10.0.0.10' } };
  t.strictSame(await changed('services', named, held, place, 'dryRun=All'), []);
  const reached = await changed(
    'services',
    { spec: { ports } },
    { spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 29_999 }] } },
    place,
    'dryRun=All',
  );
  t.strictSame(reached, []);
  const low = { metadata: { name: 'z' }, spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 29_999 }] } };
  t.match(causesOf(await create('services', low)), [/valid range/]);
  const foreign = { metadata: { name: 'z' }, spec: { ports, clusterIP: '192.0.2.10' } };
  t.match(causesOf(await create('services', foreign)), [/: the provided network does not match the current range$/]);
});

t.test('values are shown in the form of their field', async (t) => {
  const { changed, create } = await scene(t);
  t.match(await changed('ingressclasses.networking.{api}', { spec: { controller: 'a.b/c' } }, { spec: {} }, {}), [
    'spec.controller: Invalid value: "": field is immutable',
  ]);
  t.match(causesOf(await create('servicecidrs.networking.{api}', { spec: { cidrs: ['10.97.0.000/24'] } }, {})), [
    /: must not have leading 0s in IP or prefix length$/,
  ]);
});
