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

t.test('the attributes of a volume are replaced, and not taken away', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const volume = (more: object) => ({
    metadata: { name: 'x' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      csi: { driver: 'd.example', volumeHandle: 'h' },
      ...more,
    },
  });
  const put = (more: object) => api.call('update', 'persistentvolumes', { name: 'x', body: volume(more) });
  await api.call('create', 'persistentvolumes', { body: volume({ volumeAttributesClassName: 'a' }) });
  t.equal((await put({ volumeAttributesClassName: 'b' })).status, 200);
  const removed = await put({});
  t.equal(removed.status, 422);
  t.match(removed.text, /spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden/);
});

t.test('the class in the annotation of a claim moves to the field, and is fixed otherwise', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const annotation = api.vendor.fill('volume.beta.{label}/storage-class');
  const claim = (name: string, noted?: string, storageClassName?: string) => ({
    metadata: { name, annotations: noted === undefined ? {} : { [annotation]: noted } },
    spec: { ...wanted, storageClassName },
  });
  const put = async (name: string, noted?: string, field?: string): Promise<number> => {
    const body = claim(name, noted, field);
    return (await api.call('update', 'persistentvolumeclaims', { namespace: 'a', name, query: 'dryRun=All', body }))
      .status;
  };
  await api.call('create', 'persistentvolumeclaims', { namespace: 'a', body: claim('noted', 'fast') });
  t.equal(await put('noted', 'fast', 'fast'), 200);
  t.equal(await put('noted', undefined, 'fast'), 200);
  t.equal(await put('noted', 'fast', 'slow'), 422);
  t.equal(await put('noted', 'slow'), 422);
  t.equal(await put('noted'), 422);
  await api.call('create', 'persistentvolumeclaims', { namespace: 'a', body: claim('plain') });
  t.equal(await put('plain', undefined, 'fast'), 200, 'a claim without a class gets one');
  t.equal(await put('plain', 'fast', 'fast'), 422);
});

t.test('attributes that a claim has got are replaced, and not taken away', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const claim = (volumeAttributesClassName?: string) => ({
    metadata: { name: 'x' },
    spec: { ...wanted, volumeAttributesClassName },
    status: { phase: 'Bound', currentVolumeAttributesClassName: 'a' },
  });
  const place = { namespace: 'a', name: 'x' };
  const put = (name?: string) =>
    api.call('update', 'persistentvolumeclaims', { ...place, query: 'dryRun=All', body: claim(name) });
  await api.call('create', 'persistentvolumeclaims', { namespace: 'a', body: claim('a') });
  t.equal((await put()).status, 422, 'it is not bound');
  t.notMatch((await put()).text, /currentVolumeAttributesClassName/);
  await api.call('update', 'persistentvolumeclaims', { ...place, subresource: 'status', body: claim('a') });
  t.equal((await put('b')).status, 200);
  t.match((await put()).text, /update to nil is forbidden when status.currentVolumeAttributesClassName is not nil/);
  t.match((await put('')).text, /update to empty string is forbidden when/);
});
