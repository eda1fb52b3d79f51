import t from 'tap';
import { vendorIds } from '../../shared/vendor/profile.ts';
import { inProcess } from '../../fixtures/apiserver/registry.fixture.ts';

/** As many as fit into a body. A validation that is quadratic in them takes minutes. */
const many = 15_000;

const listed = <T>(make: (index: number) => T): T[] => Array.from({ length: many }, (_, index) => make(index));

const pod = (spec: object, labels: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'n', labels },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});

const toleration = (index: number) => ({ key: `k${index}`, effect: 'NoExecute', operator: 'Exists' });

for (const vendor of vendorIds) {
  t.test(`tolerations of a pod are added and their times change, however many there are, with ${vendor}`, async (t) => {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const asked = { namespace: 'n', contentType: 'application/json' };
    const tolerations = listed(toleration);
    const made = await api.call('create', 'pods', { ...asked, body: pod({ tolerations }) });
    t.equal(made.status, api.vendor.behaviour.createStatus);
    const named = { ...asked, name: 'p' };
    const change = (body: object) =>
      api.call('patch', 'pods', { ...named, contentType: 'application/merge-patch+json', body });
    const timed = tolerations.map((one) => ({ ...one, tolerationSeconds: 5 }));
    const added = await change({ spec: { tolerations: [...timed, toleration(many)] } });
    t.equal(added.status, 200);
    t.equal(added.at(`spec.tolerations.${many - 1}.tolerationSeconds`), 5);
    const fewer = await change({ spec: { tolerations: timed } });
    t.equal(fewer.status, 422);
    t.match(fewer.text, 'existing toleration can not be modified except its tolerationSeconds');
  });
}

t.test('keys that a pod is matched by become expressions, however many there are', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const keys = listed((index) => `k${index}`);
  const constraint = {
    maxSkew: 1,
    topologyKey: 'zone',
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector: { matchLabels: { k1: 'v' } },
    matchLabelKeys: keys.filter((key) => key !== 'k1'),
  };
  const labels = Object.fromEntries(keys.map((key) => [key, 'v']));
  const made = await api.call('create', 'pods', {
    namespace: 'n',
    contentType: 'application/json',
    body: pod({ topologySpreadConstraints: [constraint] }, labels),
  });
  t.equal(made.status, api.vendor.behaviour.createStatus);
  t.equal(made.at(`spec.topologySpreadConstraints.0.labelSelector.matchExpressions.${many - 2}.key`), `k${many - 1}`);
  t.equal(made.at(`spec.topologySpreadConstraints.0.labelSelector.matchExpressions.${many - 1}`), undefined);
});

t.test('ephemeral containers are added to a running pod in linear time', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const asked = { namespace: 'n', contentType: 'application/json' };
  await api.call('create', 'pods', { ...asked, body: pod({}) });
  const containers = Array.from({ length: 8000 }, (_, index) => ({ name: `e${index}`, image: 'i' }));
  const add = (list: readonly object[]) =>
    api.call('patch', 'pods', {
      ...asked,
      name: 'p',
      subresource: 'ephemeralcontainers',
      contentType: 'application/merge-patch+json',
      body: { spec: { ephemeralContainers: list } },
    });
  t.equal((await add(containers)).status, 200);
  t.equal((await add([...containers, { name: 'last', image: 'i' }])).status, 200);
  const fewer = await add(containers);
  t.equal(fewer.status, 422);
  t.match(fewer.text, 'existing ephemeral containers \\"last\\" may not be removed');
});

t.test('entries up to the size of a body are accepted or refused in linear time', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const create = (resource: string, body: object) =>
    api.call('create', resource, { namespace: 'n', contentType: 'application/json', body });
  const metadata = { name: 'x' };
  const pairs = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`k${index}`, '']));
  const secret = await create('secrets', { metadata, stringData: pairs });
  t.equal(secret.status, api.vendor.behaviour.createStatus, 'texts of a secret');
  const expressions = Array.from({ length: 45_000 }, () => ({}));
  const deployment = await create('deployments.apps', {
    metadata,
    spec: { selector: { matchExpressions: expressions } },
  });
  t.equal(deployment.status, 422, 'faults of a selector');
  const spread = Array.from({ length: 45_000 }, (_, index) => ({ topologyKey: `k${index}` }));
  t.equal((await create('pods', pod({ topologySpreadConstraints: spread }))).status, 422, 'constraints');
  const limits = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`a.b/${index}`, '1']));
  const containers = Array.from({ length: 20_000 }, (_, index) => ({ name: `c${index}`, image: 'i' }));
  const first = { name: 'first', image: 'i', resources: { limits } };
  const made = await create('pods', pod({ containers: [first, ...containers] }));
  t.equal(made.status, api.vendor.behaviour.createStatus, 'resources and containers');
  const ports = Array.from({ length: 30_000 }, (_, index) => ({ name: `p${index}`, port: index + 1 }));
  const open = await create('services', { metadata, spec: { type: 'NodePort', ports } });
  t.equal(open.status, 500);
  t.match(open.text, 'failed to allocate a nodePort: range is full', 'and none of the range is taken first');
});
