import type { Case } from '../../contract/case.ts';
import { configMap, deployment, secret, service } from '../../fixtures/manifests.ts';
import { createQuota, expectUsed } from '../../fixtures/quota/created-quotas.ts';
import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

export default {
  id: 'quota-counts-objects',
  title:
    'A quota MUST count new objects, refuse excess under any name, and be right again after deletions and refusals.',
  requirements: ['ADM-012', 'ADM-014', 'DRY-011'],
  needs: ['namespace'],
  async run(c) {
    const paths = (resource: string) => c.resource('v1', resource);
    const [secrets, services] = [paths('secrets'), paths('services')];
    // Of config maps some targets add one of their own, at a time of their own.
    const label = 'count/secrets';
    await createQuota(c, 'measure', { [label]: '100' });
    const measured = await c.wire.get(paths('resourcequotas').item('measure'));
    const { used } = (measured.json() as { status: { used: Record<string, string> } }).status;
    const own = Number(used[label]);
    const isFull = { [label]: String(own + 3) };
    await createQuota(c, 'full', isFull);
    expectCreated(await c.wire.post(secrets.collection, secret('a')));
    await c.holds('DRY-011', async () => {
      for (const name of ['b', 'c', 'd', 'e']) {
        expectCreated(await c.wire.post(`${secrets.collection}?dryRun=All`, secret(name)));
      }
      await expectUsed(c, 'full', { [label]: String(own + 1) });
    });
    await c.holds('ADM-014', async () => {
      // A request refused for another reason after it was counted may stay counted until the next delete.
      expectFailure(await c.wire.post(secrets.collection, secret('a')), 409, 'AlreadyExists');
      expectFailure(await c.wire.post(secrets.collection, secret('Not A Name')), 422, 'Invalid');
      expectCreated(await c.wire.post(secrets.collection, secret('b')));
      expectDeleted(await c.wire.delete(secrets.item('b')));
      await expectUsed(c, 'full', { [label]: String(own + 1) });
    });
    /** What is given back in the usage that is shown counts a moment later. */
    const hasRoom = () =>
      c.eventually(async () => expectCreated(await c.wire.post(`${secrets.collection}?dryRun=All`, secret('trial'))));
    // Of several parallel creates, only as many succeed as the quota has room for.
    await hasRoom();
    const responses = await Promise.all(
      ['p', 'q', 'r', 's', 't'].map((name) => c.wire.post(secrets.collection, secret(name))),
    );
    const made = responses.filter(({ status }) => status < 300);
    expectEqual('creations with room for two', made.length, 2);
    for (const refused of responses.filter((response) => !made.includes(response)))
      expectFailure(refused, 403, 'Forbidden');
    const refused = await c.wire.post(secrets.collection, secret('u'));
    expectFailure(refused, 403, 'Forbidden');
    const count = label.replace('/', '\\/');
    expectPattern(
      refused,
      'message',
      new RegExp(
        `"u".* exceeded quota: full, requested: ${count}=1, used: ${count}=${own + 3}, limited: ${count}=${own + 3}`,
      ),
    );
    expectStatus(await c.wire.get(secrets.item('u')), 404);
    // Updates are allowed, other kinds are not counted, and another namespace has its own quotas.
    expectOk(await c.wire.patch(secrets.item('a'), 'application/merge-patch+json', { stringData: { n: '2' } }));
    expectCreated(await c.wire.post(paths('configmaps').collection, configMap('a')));
    const elsewhere = c.resource('v1', 'secrets', await c.otherNamespace());
    expectCreated(await c.wire.post(elsewhere.collection, secret('a')));
    await c.holds('ADM-014', async () => {
      expectDeleted(await c.wire.delete(secrets.item('a')));
      await expectUsed(c, 'full', { [label]: String(own + 2) });
      await hasRoom();
      expectCreated(await c.wire.post(secrets.collection, secret('v')));
      await expectUsed(c, 'full', { [label]: String(own + 3) });
    });
    expectDeleted(await c.wire.delete(paths('resourcequotas').item('full')));
    await hasRoom();
    // Some kinds have a shorter name too.
    await createQuota(c, 'names', {
      configmaps: '100',
      secrets: '100',
      replicationcontrollers: '0',
      resourcequotas: '100',
      'count/deployments.apps': '0',
    });
    const names = await c.wire.get(paths('resourcequotas').item('names'));
    const before = (names.json() as { status: { used: Record<string, string> } }).status.used;
    expectCreated(await c.wire.post(paths('secrets').collection, secret('b')));
    await expectUsed(c, 'names', { secrets: String(Number(before['secrets']) + 1), replicationcontrollers: '0' });
    const template = {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'c', image: 'example.com/none:1' }] },
    };
    const controller = {
      apiVersion: 'v1',
      kind: 'ReplicationController',
      metadata: { name: 'none' },
      spec: { replicas: 0, selector: { a: 'b' }, template },
    };
    const extra = await c.wire.post(paths('replicationcontrollers').collection, controller);
    expectFailure(extra, 403, 'Forbidden');
    expectPattern(
      extra,
      'message',
      /exceeded quota: names, requested: replicationcontrollers=1, used: replicationcontrollers=0/,
    );
    const deployments = c.resource('apps/v1', 'deployments').collection;
    const ofGroup = await c.wire.post(deployments, deployment('none'));
    expectFailure(ofGroup, 403, 'Forbidden');
    expectPattern(ofGroup, 'message', /exceeded quota: names, requested: count\/deployments\.apps=1/);
    // Services count under several names.
    const hard = { 'count/services': '5', services: '3', 'services.nodeports': '3', 'services.loadbalancers': '1' };
    await createQuota(c, 'services', hard);
    const typed = (name: string, type: string, more: object = {}) => {
      const manifest = service(name);
      return { ...manifest, spec: { ...(manifest['spec'] as object), type, ...more } };
    };
    expectCreated(await c.wire.post(services.collection, typed('plain', 'ClusterIP')));
    expectCreated(await c.wire.post(services.collection, typed('ports', 'NodePort')));
    await expectUsed(c, 'services', {
      'count/services': '2',
      services: '2',
      'services.nodeports': '1',
      'services.loadbalancers': '0',
    });
    const ports = [80, 81, 82].map((port) => ({ name: `p${port}`, port }));
    const many = await c.wire.post(services.collection, typed('many', 'NodePort', { ports }));
    expectFailure(many, 403, 'Forbidden');
    expectPattern(
      many,
      'message',
      /requested: services\.nodeports=3, used: services\.nodeports=1, limited: services\.nodeports=3/,
    );
    // An update can exceed a quota too.
    const type = 'application/merge-patch+json';
    expectOk(await c.wire.patch(services.item('plain'), type, { spec: { type: 'LoadBalancer' } }));
    await expectUsed(c, 'services', { services: '2', 'services.nodeports': '2', 'services.loadbalancers': '1' });
    expectFailure(
      await c.wire.patch(services.item('ports'), type, { spec: { type: 'LoadBalancer' } }),
      403,
      'Forbidden',
    );
    const without = typed('without', 'LoadBalancer', { allocateLoadBalancerNodePorts: false });
    expectFailure(await c.wire.post(services.collection, without), 403, 'Forbidden');
    expectOk(await c.wire.patch(services.item('plain'), type, { spec: { type: 'ClusterIP' } }));
    await expectUsed(c, 'services', { services: '2', 'services.nodeports': '1', 'services.loadbalancers': '0' });
    expectCreated(await c.wire.post(services.collection, without));
    await expectUsed(c, 'services', { services: '3', 'services.nodeports': '1', 'services.loadbalancers': '1' });
    expectFailure(await c.wire.post(services.collection, typed('fourth', 'ClusterIP')), 403, 'Forbidden');
  },
} satisfies Case;
