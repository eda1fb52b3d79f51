import t from 'tap';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

const x = { namespace: 'a', name: 'x' };
const merge = 'application/merge-patch+json';
const map = (metadata = {}) => ({ metadata: { name: 'x', ...metadata } });
const pod = (nodeName?: string) => ({
  metadata: { name: 'x' },
  spec: { containers: [{ name: 'c', image: 'i:1' }], ...(nodeName === undefined ? {} : { nodeName }) },
});

t.test('an object without finalizers is gone with the request (DEL-030U, DEL-021)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const made = await api.call('create', 'configmaps', { namespace: 'a', body: map() });
  const removed = await api.call('delete', 'configmaps', x);
  t.equal(removed.status, 200);
  t.strictSame(removed.body, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name: 'x', kind: 'configmaps', uid: made.at('metadata.uid') },
  });
  t.equal((await api.call('get', 'configmaps', x)).status, 404);
  t.equal((await api.call('delete', 'configmaps', x)).status, 404);
});

t.test('finalizers keep an object until the last is removed (DEL-016 to DEL-023, DEL-033 to DEL-035)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const finalizers = ['example.com/a', 'example.com/b'];
  await api.call('create', 'configmaps', { namespace: 'a', body: map({ finalizers }) });
  const first = await api.call('delete', 'configmaps', x);
  t.equal(first.status, 200);
  t.match(first.at('metadata.deletionTimestamp'), /Z$/);
  const second = await api.call('delete', 'configmaps', x);
  t.equal(second.text, first.text, 'a second delete changes nothing');
  const patch = (list: readonly string[]) =>
    api.call('patch', 'configmaps', { ...x, contentType: merge, body: { metadata: { finalizers: list } } });
  const added = await patch([...finalizers, 'example.com/c']);
  t.equal(added.status, 422);
  t.match(added.at('message'), /no new finalizers can be added if the object is being deleted/);
  t.equal((await patch(['example.com/b'])).status, 200);
  t.equal((await api.call('get', 'configmaps', x)).status, 200);
  const again = await api.call('create', 'configmaps', { namespace: 'a', body: map() });
  t.match(again.at('message'), /^object is being deleted: configmaps "x" already exists$/);
  t.equal((await patch([])).status, 200);
  t.equal((await api.call('get', 'configmaps', x)).status, 404);
});

t.test('preconditions name the object that is meant', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const made = await api.call('create', 'configmaps', { namespace: 'a', body: map() });
  const uid = await api.call('delete', 'configmaps', { ...x, body: { preconditions: { uid: 'other' } } });
  t.equal(uid.status, 409);
  t.match(uid.at('message'), /the UID in the precondition \(other\) does not match the UID in record/);
  const version = await api.call('delete', 'configmaps', { ...x, body: { preconditions: { resourceVersion: '1' } } });
  t.equal(version.status, 409);
  for (const query of ['uid=other', 'resourceVersion=1', `uid=${String(made.at('metadata.uid'))}&resourceVersion=1`]) {
    t.equal((await api.call('delete', 'configmaps', { ...x, query })).status, 409, query);
    t.equal(
      (
        await api.call('deletecollection', 'configmaps', {
          namespace: 'a',
          query: query.replace('resourceVersion=1', 'resourceVersion=0'),
        })
      ).status,
      409,
      query,
    );
  }
  const right = {
    preconditions: { uid: made.at('metadata.uid'), resourceVersion: made.at('metadata.resourceVersion') },
  };
  t.equal((await api.call('delete', 'configmaps', { ...x, body: right })).status, 200);
});

t.test('a policy becomes a finalizer for the collector', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  await api.call('create', 'configmaps', { namespace: 'a', body: map() });
  const orphan = await api.call('delete', 'configmaps', { ...x, query: 'propagationPolicy=Orphan' });
  t.strictSame(orphan.at('metadata.finalizers'), ['orphan']);
  const foreground = await api.call('delete', 'configmaps', { ...x, body: { propagationPolicy: 'Foreground' } });
  t.strictSame(foreground.at('metadata.finalizers'), ['foregroundDeletion']);
  t.equal((await api.call('delete', 'configmaps', { ...x, body: { propagationPolicy: 'Background' } })).status, 200);
  t.equal((await api.call('get', 'configmaps', x)).status, 404);
});

t.test('nothing depends on an event: no policy holds it back', async (t) => {
  for (const vendor of ['orch', 'kubernetes'] as const) {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const event = { ...map({ finalizers: ['orphan'] }), involvedObject: { namespace: 'a' } };
    for (const kind of ['events', 'events.events.{api}']) {
      await api.call('create', 'events', { namespace: 'a', body: event });
      const gone = await api.call('delete', api.vendor.fill(kind), { ...x, body: { propagationPolicy: 'Foreground' } });
      t.equal(gone.status, 200, `${vendor}: ${gone.text}`);
      t.equal((await api.call('get', 'events', x)).status, 404, `${vendor}: ${kind}`);
    }
    const kept = map({ finalizers: ['orphan', 'example.com/f'] });
    await api.call('create', 'events', { namespace: 'a', body: { ...kept, involvedObject: { namespace: 'a' } } });
    const marked = await api.call('delete', 'events', { ...x, body: { propagationPolicy: 'Orphan' } });
    t.strictSame(marked.at('metadata.finalizers'), ['example.com/f'], `${vendor}: other finalizers do`);
  }
});

t.test('a policy has no effect when a definition is marked, and has one afterwards', async (t) => {
  for (const vendor of ['orch', 'kubernetes'] as const) {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const kind = api.vendor.fill('customresourcedefinitions.apiextensions.{api}');
    const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } };
    const names = { plural: 'xs', kind: 'X' };
    const spec = { group: 'example.com', scope: 'Namespaced', names, versions: [version] };
    const name = 'xs.example.com';
    const made = await api.call('create', kind, { body: { metadata: { name }, spec } });
    t.equal(made.status < 300, true, made.text);
    const remove = async () => {
      const body = { propagationPolicy: 'Orphan' };
      return (await api.call('delete', kind, { name, body })).at('metadata.finalizers') as readonly string[];
    };
    const cleanUp = api.vendor.fill('customresourcecleanup.apiextensions.{api}');
    t.strictSame(await remove(), [cleanUp], vendor);
    t.strictSame(await remove(), [cleanUp, 'orphan'], vendor);
  }
});

t.test('invalid options are refused and delete nothing (DEL-002, DEL-008 to DEL-012, DEL-032U)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  await api.call('create', 'configmaps', { namespace: 'a', body: map() });
  const ignore = { ignoreStoreReadErrorWithClusterBreakingPotential: true };
  const bodies = [
    { gracePeriodSeconds: '5' },
    { propagationPolicy: 'Sideways' },
    { propagationPolicy: 'Orphan', orphanDependents: true },
    { dryRun: ['Some'] },
    { ...ignore, dryRun: 'All' },
    { ...ignore, gracePeriodSeconds: 0 },
    { ...ignore, orphanDependents: false },
    { ...ignore, preconditions: {} },
    { ...ignore, propagationPolicy: 'Background' },
  ];
  for (const body of bodies) {
    const answer = await api.call('delete', 'configmaps', { ...x, body });
    t.ok(answer.status === 400 || answer.status === 422, `${JSON.stringify(body)}: ${answer.status}`);
  }
  t.equal((await api.call('get', 'configmaps', x)).status, 200);
});

t.test('a dry run removes nothing, asked for in the query or the body (DRY-004, DRY-031)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  await api.call('create', 'configmaps', { namespace: 'a', body: map({ finalizers: ['example.com/a'] }) });
  for (const asked of [{ query: 'dryRun=All' }, { body: { dryRun: ['All'] } }]) {
    t.equal((await api.call('delete', 'configmaps', { ...x, ...asked })).status, 200);
  }
  const text = await api.call('delete', 'configmaps', { ...x, body: { dryRun: 'All' } });
  t.equal(text.status, 400, 'the body has a list');
  t.match(text.at('message'), /dryRun must be a list/);
  t.equal((await api.call('get', 'configmaps', x)).at('metadata.deletionTimestamp'), undefined);
});

t.test(
  'a dry run that would take a finalizer away answers the object, and one that takes none away a Status',
  async (t) => {
    const api = await inProcess('kubernetes');
    t.teardown(() => api.close());
    const query = 'dryRun=All&propagationPolicy=Background';
    for (const finalizer of ['orphan', 'foregroundDeletion']) {
      const name = finalizer.toLowerCase();
      const place = { namespace: 'a', name, query };
      await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name, finalizers: [finalizer] } } });
      const answer = await api.call('delete', 'configmaps', place);
      t.equal(answer.at('kind'), 'ConfigMap');
      t.equal(answer.at('metadata.finalizers'), undefined);
      t.strictSame((await api.call('get', 'configmaps', place)).at('metadata.finalizers'), [finalizer]);
    }
    await api.call('create', 'configmaps', { namespace: 'a', body: map() });
    t.equal((await api.call('delete', 'configmaps', { ...x, query })).at('kind'), 'Status');
  },
);

t.test('a finalizer that the policy asks for stays where it is', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const finalizers = ['foregroundDeletion', 'example.com/a'];
  await api.call('create', 'configmaps', { namespace: 'a', body: map({ finalizers }) });
  const answer = await api.call('delete', 'configmaps', { ...x, query: 'propagationPolicy=Foreground' });
  t.strictSame(answer.at('metadata.finalizers'), finalizers);
  const other = await api.call('delete', 'configmaps', { ...x, query: 'propagationPolicy=Orphan' });
  t.strictSame(other.at('metadata.finalizers'), ['example.com/a', 'orphan']);
});

t.test('a bound pod waits for its node, an unbound one is removed at once', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  await api.call('create', 'pods', { namespace: 'a', body: pod('n1') });
  const slow = await api.call('delete', 'pods', x);
  t.equal(slow.at('metadata.deletionGracePeriodSeconds'), 30);
  const shorter = await api.call('delete', 'pods', { ...x, body: { gracePeriodSeconds: 5 } });
  t.equal(shorter.at('metadata.deletionGracePeriodSeconds'), 5);
  t.ok(String(shorter.at('metadata.deletionTimestamp')) < String(slow.at('metadata.deletionTimestamp')));
  const longer = await api.call('delete', 'pods', { ...x, body: { gracePeriodSeconds: 60 } });
  t.equal(longer.text, shorter.text);
  const now = await api.call('delete', 'pods', { ...x, body: { gracePeriodSeconds: 0 } });
  t.equal(now.at('kind'), 'Pod', 'pods are answered as they were');
  t.equal((await api.call('get', 'pods', x)).status, 404);
  await api.call('create', 'pods', { namespace: 'a', body: pod() });
  await api.call('delete', 'pods', x);
  t.equal((await api.call('get', 'pods', x)).status, 404);
});

t.test('a namespace terminates until its finalizer is removed', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const made = await api.call('create', 'namespaces', { body: { metadata: { name: 'n' } } });
  t.strictSame(made.at('spec.finalizers'), [api.vendor.fill('{maker}')]);
  t.equal(made.at('status.phase'), 'Active');
  t.strictSame(made.at('metadata.labels'), { [api.vendor.fill('{label}/metadata.name')]: 'n' });
  const marked = await api.call('delete', 'namespaces', { name: 'n' });
  t.equal(marked.status, 200);
  t.equal(marked.at('status.phase'), 'Terminating');
  const body = { ...(marked.body as object), spec: { finalizers: [] } };
  const finalized = await api.call('update', 'namespaces', { name: 'n', subresource: 'finalize', body });
  t.equal(finalized.status, 200);
  t.equal((await api.call('get', 'namespaces', { name: 'n' })).status, 404);
});

t.test(
  'a collection delete takes every selected object through the same states (DEL-037, DEL-038U, DRY-027)',
  async (t) => {
    const api = await inProcess('orch');
    t.teardown(() => api.close());
    const make = (name: string, more = {}) =>
      api.call('create', 'configmaps', {
        namespace: 'a',
        body: { metadata: { name, labels: { go: 'yes' }, ...more } },
      });
    await make('one');
    await make('two', { finalizers: ['example.com/a'] });
    await make('three', { labels: {} });
    const dry = await api.call('deletecollection', 'configmaps', { namespace: 'a', query: 'dryRun=All' });
    t.equal(dry.at('items.length'), 3);
    const gone = await api.call('deletecollection', 'configmaps', { namespace: 'a', query: 'labelSelector=go' });
    t.equal(gone.at('kind'), 'ConfigMapList');
    t.equal(gone.at('items.length'), 2);
    const left = await api.call('list', 'configmaps', { namespace: 'a' });
    t.equal(left.at('items.length'), 2);
    t.type(left.at('items.1.metadata.deletionTimestamp'), 'string');
  },
);

t.test('an object that is removed at once is returned as stored, also by a dry run and for a collection', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const made = await api.call('create', 'serviceaccounts', { namespace: 'a', body: map() });
  const all = await api.call('deletecollection', 'serviceaccounts', { namespace: 'a', query: 'dryRun=All' });
  t.equal(all.at('items.0.metadata.deletionTimestamp'), undefined);
  t.equal(all.at('items.0.metadata.resourceVersion'), made.at('metadata.resourceVersion'));
  const dry = await api.call('delete', 'serviceaccounts', { ...x, query: 'dryRun=All' });
  t.strictSame(dry.body, made.body);
  const gone = await api.call('delete', 'serviceaccounts', x);
  t.equal(gone.at('metadata.deletionTimestamp'), undefined);
  t.equal((await api.call('get', 'serviceaccounts', x)).status, 404);
});

t.test('kinds of storage and of devices are returned by their deletion', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const bodies: Readonly<Record<string, object>> = {
    'csidrivers.storage.{api}': { spec: {} },
    'csinodes.storage.{api}': { spec: { drivers: [] } },
    'deviceclasses.resource.{api}': { spec: {} },
    'storageclasses.storage.{api}': { provisioner: 'example.com/p' },
    'volumeattributesclasses.storage.{api}': { driverName: 'd', parameters: { a: 'b' } },
  };
  for (const [template, body] of Object.entries(bodies)) {
    const resource = api.vendor.fill(template);
    t.equal((await api.call('create', resource, { body: { ...map(), ...body } })).status, 201, resource);
    const removed = await api.call('delete', resource, { name: 'x', body: { orphanDependents: false } });
    t.strictSame([removed.status, removed.at('metadata.name')], [200, 'x'], resource);
  }
});

t.test('a namespace that is being removed has a time of deletion and no grace', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  await api.call('create', 'namespaces', { body: map() });
  const removed = await api.call('delete', 'namespaces', { name: 'x' });
  t.type(removed.at('metadata.deletionTimestamp'), 'string');
  t.equal(removed.at('metadata.deletionGracePeriodSeconds'), undefined);
});

const template = {
  metadata: { labels: { app: 'x' } },
  spec: { restartPolicy: 'Always', containers: [{ name: 'c', image: 'i' }] },
};
const jobSpec = { suspend: true, template: { spec: { ...template.spec, restartPolicy: 'Never' } } };
const selector = { matchLabels: { app: 'x' } };

/** What owns others, and what a delete without a policy leaves of it. */
const owners: readonly (readonly [path: string, spec: object, left: readonly string[] | undefined])[] = [
  ['replicationcontrollers', { replicas: 0, template }, ['orphan']],
  ['jobs.batch', jobSpec, ['orphan']],
  ['cronjobs.batch', { schedule: '* * * * *', jobTemplate: { spec: jobSpec } }, undefined],
  ['replicasets.apps', { replicas: 0, selector, template }, undefined],
  ['deployments.apps', { selector, template }, undefined],
  ['daemonsets.apps', { selector, template }, undefined],
  ['statefulsets.apps', { selector, template, serviceName: 's' }, undefined],
];

t.test('a delete without a policy orphans the dependents of replication controllers and jobs', async (t) => {
  for (const vendor of ['kubernetes', 'orch'] as const) {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    for (const [path, spec, left] of owners) {
      const made = async (name: string, metadata = {}) =>
        t.equal(
          (await api.call('create', path, { namespace: 'a', body: { metadata: { name, ...metadata }, spec } })).status,
          api.vendor.behaviour.createStatus,
          path,
        );
      const removed = (name: string, asked = {}) => api.call('delete', path, { namespace: 'a', name, ...asked });
      await made('unsaid');
      const unsaid = await removed('unsaid');
      t.strictSame(unsaid.at('metadata.finalizers'), left, path);
      t.equal(unsaid.warnings.length, path === 'jobs.batch' ? 1 : 0, path);
      await made('empty');
      t.strictSame((await removed('empty', { body: { gracePeriodSeconds: 0 } })).at('metadata.finalizers'), left, path);
      for (const said of [{ propagationPolicy: 'Background' }, { orphanDependents: false }]) {
        await made('said');
        const answer = await removed('said', { body: said });
        t.equal(answer.at('kind'), 'Status', path);
        t.strictSame(answer.warnings, []);
      }
      await made('foreground', { finalizers: ['foregroundDeletion'] });
      t.strictSame((await removed('foreground')).at('metadata.finalizers'), ['foregroundDeletion'], path);
      await made('in-a-collection');
      await api.call('deletecollection', path, { namespace: 'a', query: 'labelSelector=none' });
      await api.call('deletecollection', path, { namespace: 'a' });
      const after = await api.call('get', path, { namespace: 'a', name: 'in-a-collection' });
      t.strictSame(after.at('metadata.finalizers'), left, path);
    }
  }
});

t.test('without a garbage collector no policy sets a finalizer for it', async (t) => {
  const api = await inProcess('kubernetes', { garbageCollection: false });
  t.teardown(() => api.close());
  await api.call('create', 'jobs.batch', { namespace: 'a', body: { ...map(), spec: jobSpec } });
  t.equal((await api.call('delete', 'jobs.batch', x)).at('kind'), 'Status');
});

t.test('a delete is accepted while dependents hold the object, and done when nothing does (VERB-051U)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const finalizers = ['example.com/a'];
  const remove = async (metadata: object, body?: object) => {
    await api.call('create', 'configmaps', { namespace: 'a', body: map(metadata) });
    const answer = await api.call('delete', 'configmaps', { ...x, ...(body && { body }) });
    const patch = { metadata: { finalizers: [] } };
    await api.call('patch', 'configmaps', { ...x, contentType: merge, body: patch });
    return [answer.status, answer.at('kind')];
  };
  t.strictSame(await remove({}), [200, 'Status']);
  t.strictSame(await remove({}, { orphanDependents: false }), [200, 'Status']);
  t.strictSame(await remove({ finalizers }), [200, 'ConfigMap']);
  t.strictSame(await remove({ finalizers }, { orphanDependents: false }), [202, 'ConfigMap']);
  t.strictSame(await remove({ finalizers }, { orphanDependents: true }), [200, 'ConfigMap']);
});

t.test('the response to a removal names group, resource, name and uid', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const made = await api.call('create', vendorOf('orch').fill('leases.coordination.{api}'), {
    namespace: 'a',
    body: map(),
  });
  const removed = await api.call('delete', vendorOf('orch').fill('leases.coordination.{api}'), x);
  t.strictSame(removed.at('details'), {
    name: 'x',
    group: api.vendor.fill('coordination.{api}'),
    kind: 'leases',
    uid: made.at('metadata.uid'),
  });
});

t.test('a second removal of a namespace that is still held back adds nothing to it', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  await api.call('create', 'namespaces', { body: { metadata: { name: 'n' } } });
  const first = await api.call('delete', 'namespaces', { name: 'n' });
  const again = await api.call('delete', 'namespaces', { name: 'n', body: { propagationPolicy: 'Orphan' } });
  t.equal(again.text, first.text);
  t.strictSame((await api.call('get', 'namespaces', { name: 'n' })).at('metadata.finalizers'), undefined);
});
