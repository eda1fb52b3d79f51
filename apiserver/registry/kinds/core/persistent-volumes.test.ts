import t from 'tap';
import { faultFinder } from '../../../../fixtures/apiserver/fault-finder.fixture.ts';
import { inProcess } from '../../../../fixtures/apiserver/registry.fixture.ts';

const wanted = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const kind = 'PersistentVolumeClaim';

t.test('the data source of a claim is in both fields, whichever was set', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const source = { kind, name: 'a' };
  const make = (name: string, spec: object) =>
    api.call('create', 'persistentvolumeclaims', {
      namespace: 'a',
      body: { metadata: { name }, spec: { ...wanted, ...spec } },
    });
  for (const [name, spec] of Object.entries({ old: { dataSource: source }, new: { dataSourceRef: source } })) {
    const made = await make(name, spec);
    t.equal(made.status, 201, made.text);
    t.match(made.at('spec.dataSource'), source);
    t.match(made.at('spec.dataSourceRef'), source);
  }
  const other = await make('other', { dataSource: { apiGroup: 'a.b', kind: 'C', name: 'c' } });
  t.equal(other.at('spec.dataSource'), undefined, 'the older field knows claims and snapshots only');
  const elsewhere = await make('elsewhere', { dataSourceRef: { ...source, namespace: 'b' } });
  t.equal(elsewhere.status, 201, elsewhere.text);
  t.equal(elsewhere.at('spec.dataSourceRef'), undefined, 'other namespaces are a feature that is off');
  const patched = await api.call('patch', 'persistentvolumeclaims', {
    namespace: 'a',
    name: 'old',
    body: { metadata: { labels: { a: 'b' } }, spec: { dataSourceRef: null } },
    contentType: 'application/merge-patch+json',
  });
  t.equal(patched.status, 200, 'a client that does not know the newer field leaves it out');
  t.match(patched.at('spec.dataSourceRef'), source);
});

t.test('the data source of a claim has a kind and a name, and both fields agree', async (t) => {
  const faults = await faultFinder(t);
  const claim = (spec: object) => faults('persistentvolumeclaims', 'x', { ...wanted, ...spec });
  const rule = `must be '${kind}' when referencing the default apiGroup`;
  t.strictSame(await claim({ dataSourceRef: {} }), [
    'spec.dataSource.name: Required value',
    'spec.dataSource.kind: Required value',
    `spec.dataSource: Invalid value: "": ${rule}`,
    'spec.dataSourceRef.name: Required value',
    'spec.dataSourceRef.kind: Required value',
    `spec.dataSourceRef: Invalid value: "": ${rule}`,
  ]);
  t.match(await claim({ dataSourceRef: { apiGroup: '-', kind: 'C', name: 'c' } }), [
    /^spec.dataSource.apiGroup: Invalid value: "-": a lowercase RFC 1123 subdomain/,
    /^spec.dataSourceRef.apiGroup: Invalid value: "-"/,
  ]);
  t.strictSame(await claim({ dataSource: { kind, name: 'a' }, dataSourceRef: { kind, name: 'b' } }), [
    'spec: Invalid value: {}: must match dataSourceRef',
  ]);
});

t.test('a volume of the flex type may be of another type too', async (t) => {
  const faults = await faultFinder(t);
  const volume = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/x' } };
  t.strictSame(await faults('persistentvolumes', 'x', { ...volume, flexVolume: { driver: 'd' } }), []);
  t.match(await faults('persistentvolumes', 'x', { ...volume, local: { path: '/y' } }), [
    /may not specify more than 1/,
  ]);
});

t.test('the secret for expansion may be added to the source of a volume, and is fixed from then on', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const volume = (csi: object) => ({
    metadata: { name: 'x' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      csi: { driver: 'd.example', volumeHandle: 'h', ...csi },
    },
  });
  const secret = (name: string) => ({ controllerExpandSecretRef: { name, namespace: 'n' } });
  const put = (csi: object) => api.call('update', 'persistentvolumes', { name: 'x', body: volume(csi) });
  await api.call('create', 'persistentvolumes', { body: volume({}) });
  t.equal((await put({ fsType: 'ext4' })).status, 422, 'nothing else may be');
  const added = await put(secret('a'));
  t.equal(added.status, 200, added.text);
  t.equal((await put(secret('b'))).status, 422);
  t.equal((await put({})).status, 422);
});
