import t, { type Test } from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { at, type InProcess, inProcess, noAdmission } from '../../../fixtures/apiserver/registry.fixture.ts';
import type { ManagedFieldsEntry } from '../../../shared/object/api-object.ts';
import type { VendorId } from '../../../shared/vendor/vendor.ts';
import type { RegistrySettings } from '../compose.ts';

const x = { namespace: 'a', name: 'x' };
const merge = 'application/merge-patch+json';

async function registry(
  t: Test,
  vendor: VendorId = 'orch',
  settings: Partial<RegistrySettings> = {},
): Promise<InProcess> {
  const api = await inProcess(vendor, settings);
  t.teardown(() => api.close());
  return api;
}

/** The entries without their times: `manager operation [subresource]` and the fields. */
function entriesOf(answer: { readonly body: unknown }): unknown[] {
  const entries = (at(answer.body, 'metadata.managedFields') ?? []) as ManagedFieldsEntry[];
  return entries.map(({ manager, operation, apiVersion, subresource, fieldsV1 }) => [
    [manager, operation, apiVersion, subresource].filter((part) => part !== undefined).join(' '),
    fieldsV1,
  ]);
}

const map = (data: object, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'x', ...metadata },
  data,
});

t.test('a create is an update of everything that was sent, without what identifies the object', async (t) => {
  const api = await registry(t);
  const body = map({ k: 'v' }, { labels: { a: 'b' } });
  const created = await api.call('create', 'configmaps', { namespace: 'a', body, userAgent: 'tool/1 (x)' });
  t.strictSame(entriesOf(created), [
    ['tool Update v1', { 'f:data': { '.': {}, 'f:k': {} }, 'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } } }],
  ]);
});

t.test('who owned the fields of an ending object owns them no more after an update without them', async (t) => {
  const api = await registry(t);
  const body = map({ k: 'v' }, { finalizers: ['example.com/f'], managedFields: [{}] });
  await api.call('create', 'configmaps', { namespace: 'a', body, userAgent: 'm' });
  await api.call('update', 'configmaps', { ...x, body, userAgent: 'm' });
  const ending = await api.call('delete', 'configmaps', { ...x, userAgent: 'm' });
  const query = 'fieldManager=n';
  const applied = await api.call('patch', 'configmaps', {
    ...x,
    query,
    contentType: 'application/apply-patch+yaml',
    body: map({ k: 'v' }),
  });
  const before = (fields: object) => [
    'before-first-apply Update v1',
    { ...data, 'f:metadata': { ...fields, ...finalizers } },
  ];
  const data = { 'f:data': { '.': {}, 'f:k': {} } };
  const finalizers = { 'f:finalizers': { '.': {}, 'v:"example.com/f"': {} } };
  const ends = { 'f:deletionGracePeriodSeconds': {}, 'f:deletionTimestamp': {} };
  t.strictSame(entriesOf(applied)[1], before(ends));
  const changed = map({ k: 'v' }, { finalizers: ['example.com/f'], labels: { a: 'b' } });
  const updated = await api.call('update', 'configmaps', { ...x, body: changed, userAgent: 'o' });
  t.strictSame(entriesOf(updated)[1], before({}));
  t.equal(updated.at('metadata.deletionTimestamp'), at(ending.body, 'metadata.deletionTimestamp'));
  t.equal(updated.at('metadata.deletionGracePeriodSeconds'), 0);
});

t.test('defaults belong to the creator of the object, fields set by admission to no manager', async (t) => {
  const api = await registry(t, 'orch', {
    admission: {
      ...noAdmission,
      mutate: ({ object }) => {
        if (object !== undefined) object.metadata.annotations = { by: 'admission' };
        return undefined;
      },
    },
  });
  const body = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'x' }, spec: { ports: [{ port: 80 }] } };
  const created = await api.call('create', 'services', { namespace: 'a', body, userAgent: 'm' });
  t.equal(created.at('metadata.annotations.by'), 'admission');
  t.strictSame(entriesOf(created), [
    [
      'm Update v1',
      {
        'f:spec': {
          'f:internalTrafficPolicy': {},
          'f:ports': {
            '.': {},
            'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {}, 'f:protocol': {}, 'f:targetPort': {} },
          },
          'f:sessionAffinity': {},
          'f:type': {},
        },
      },
    ],
  ]);
});

t.test(
  'the time of an entry is unchanged while its owner changes nothing, and a write without effect does not count',
  async (t) => {
    const clock = new FakeClock();
    const api = await registry(t, 'orch', { clock });
    const patch = (query: string, data: object): ReturnType<InProcess['call']> =>
      api.call('patch', 'configmaps', { ...x, contentType: merge, query, body: { data } });
    const created = await api.call('create', 'configmaps', {
      namespace: 'a',
      body: map({ k: 'v' }),
      query: 'fieldManager=m',
    });
    await clock.advance(5_000);
    const same = await patch('fieldManager=m', { k: 'v' });
    t.equal(same.at('metadata.resourceVersion'), created.at('metadata.resourceVersion'));
    const other = await patch('fieldManager=n', { l: '1' });
    t.equal(other.at('metadata.managedFields.0.time'), created.at('metadata.managedFields.0.time'));
    t.not(other.at('metadata.managedFields.1.time'), created.at('metadata.managedFields.0.time'));
  },
);

t.test('each endpoint has separate entries, and takes no fields from others', async (t) => {
  const api = await registry(t);
  const body = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'x', labels: { l: '1' } },
    status: { phase: 'Running' },
  };
  await api.call('create', 'nodes', { body, query: 'fieldManager=m' });
  const status = { conditions: [{ type: 'Ready', status: 'True' }] };
  const patched = await api.call('patch', 'nodes', {
    name: 'x',
    subresource: 'status',
    contentType: merge,
    query: 'fieldManager=m',
    body: { spec: { unschedulable: true }, status },
  });
  t.strictSame(entriesOf(patched)[0], ['m Update v1', { 'f:metadata': { 'f:labels': { '.': {}, 'f:l': {} } } }]);
  t.match(entriesOf(patched)[1], [
    'm Update v1 status',
    { 'f:status': { 'f:conditions': { 'k:{"type":"Ready"}': {} } } },
  ]);
  t.notMatch(entriesOf(patched)[1], [/./, { 'f:spec': {} }]);
});

for (const vendor of ['orch', 'kubernetes'] as const) {
  t.test(`a list of one empty entry resets the owners, with ${vendor}`, async (t) => {
    const api = await registry(t, vendor);
    await api.call('create', 'configmaps', { namespace: 'a', body: map({ k: 'v' }) });
    const patch = (body: object): ReturnType<InProcess['call']> =>
      api.call('patch', 'configmaps', { ...x, contentType: merge, query: 'fieldManager=r', body });
    const kept = await patch({ metadata: { managedFields: [] } });
    t.equal(entriesOf(kept).length, vendor === 'orch' ? 1 : 0, 'an empty list (APPLY-054)');
    const reset = await patch({ metadata: { managedFields: [{}] }, data: { l: '1' } });
    const owned = vendor === 'orch' ? [['r Update v1', { 'f:data': { 'f:l': {} } }]] : [];
    t.strictSame(entriesOf(reset), owned, 'and what the same request changes (APPLY-055, APPLY-056)');
  });
}

t.test('entries that cannot be read are as none, others replace those of the object', async (t) => {
  const api = await registry(t);
  await api.call('create', 'configmaps', { namespace: 'a', body: map({ k: 'v' }), query: 'fieldManager=m' });
  const patch = (managedFields: unknown): ReturnType<InProcess['call']> =>
    api.call('patch', 'configmaps', { ...x, contentType: merge, body: { metadata: { managedFields } } });
  t.match(entriesOf(await patch([{ manager: 'z', operation: 'Delete' }])), [['m Update v1']]);
  const own = {
    manager: 'z',
    operation: 'Update',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:data': {} },
  };
  t.strictSame(entriesOf(await patch([own])), [['z Update v1', { 'f:data': {} }]]);
});

t.test('if admission makes managedFields invalid, the client gets a warning', async (t) => {
  const api = await registry(t, 'orch', {
    admission: {
      ...noAdmission,
      mutate: ({ object }) => {
        if (object !== undefined) object.metadata.managedFields = [{ manager: 'z' }];
        return undefined;
      },
    },
  });
  const created = await api.call('create', 'configmaps', { namespace: 'a', body: map({ k: 'v' }), userAgent: 'm' });
  t.match(entriesOf(created), [['m Update v1']]);
  t.match(created.warnings, [
    /^\.metadata\.managedFields was in an invalid state after admission; .*operation must be/,
  ]);
});

t.test('more than ten updaters become fewer', async (t) => {
  const clock = new FakeClock();
  const api = await registry(t, 'orch', { clock });
  await api.call('create', 'configmaps', { namespace: 'a', body: map({ k: 'v' }), query: 'fieldManager=m' });
  for (let place = 0; place < 12; place += 1) {
    await clock.advance(1_000);
    await api.call('patch', 'configmaps', {
      ...x,
      contentType: merge,
      query: `fieldManager=m${place}`,
      body: { data: { [`k${place}`]: '1' } },
    });
  }
  const entries = entriesOf(await api.call('get', 'configmaps', x));
  t.equal(entries.length, 10);
  t.match(entries[0], ['ancient-changes Update v1', { 'f:data': { 'f:k0': {}, 'f:k1': {}, 'f:k2': {} } }]);
});

t.test('duplicate keys of items leave an object without owners, without a separate error', async (t) => {
  const api = await registry(t);
  const spec = { containers: [{ image: 'i' }, { image: 'j' }] };
  const answer = await api.call('create', 'pods', { namespace: 'a', body: { metadata: { name: 'x' }, spec } });
  t.equal(answer.status, 422);
  t.ok(answer.text.includes('spec.containers[0].name'));
});

t.test('a required list is owned by a client that sends it empty, and not by one that omits it', async (t) => {
  const api = await registry(t, 'kubernetes');
  const roles = api.vendor.fill('roles.rbac.authorization.{api}');
  const role = (more: object) => ({
    apiVersion: api.vendor.fill('rbac.authorization.{api}/v1'),
    kind: 'Role',
    metadata: { name: 'x', labels: { a: 'b' } },
    ...more,
  });
  const labels = { 'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } } };
  const version = api.vendor.fill('rbac.authorization.{api}/v1');
  const given = await api.call('create', roles, { namespace: 'a', body: role({ rules: [] }), userAgent: 'm' });
  t.equal(given.at('rules'), null);
  t.strictSame(entriesOf(given), [[`m Update ${version}`, { ...labels, 'f:rules': {} }]]);
  const put = await api.call('update', roles, { ...x, body: role({ rules: [] }), userAgent: 'n' });
  t.strictSame(entriesOf(put), [
    [`m Update ${version}`, labels],
    [`n Update ${version}`, { 'f:rules': {} }],
  ]);
  const patched = await api.call('patch', roles, { ...x, body: { rules: [] }, contentType: merge, userAgent: 'o' });
  t.match(entriesOf(patched)[1], [`o Update ${version}`, { 'f:rules': {} }]);
  const kept = await api.call('update', roles, { ...x, body: role({}), userAgent: 'p' });
  t.strictSame(entriesOf(kept), entriesOf(patched), 'nothing changes');
  for (const more of [{}, { rules: null }]) {
    const without = await api.call('create', roles, {
      namespace: 'b',
      body: role(more),
      query: 'dryRun=All',
      userAgent: 'm',
    });
    t.strictSame(entriesOf(without), [[`m Update ${version}`, labels]]);
  }
});

t.test('too long names of managers and sub-resources are refused, also in entries of others', async (t) => {
  const api = await registry(t);
  const entry = (more: object) => ({
    manager: 'm',
    operation: 'Apply',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:x': {} },
    ...more,
  });
  await api.call('create', 'configmaps', { namespace: 'a', body: map({}) });
  for (const [more, field, message] of [
    [{ manager: 'ä'.repeat(65) }, 'manager', 'Too long: may not be more than 128 bytes'],
    [{ manager: 'ä\n' }, 'manager', 'Invalid value: "ä\\n": invalid character U+000A (at position 2)'],
    [{ subresource: 's'.repeat(257) }, 'subresource', 'Too long: may not be more than 256 bytes'],
  ] as const) {
    const metadata = { managedFields: [entry(more)] };
    const answers = [
      await api.call('create', 'configmaps', { namespace: 'b', body: map({}, metadata) }),
      await api.call('update', 'configmaps', { ...x, body: map({}, metadata) }),
      await api.call('patch', 'configmaps', { ...x, body: { metadata }, contentType: merge }),
    ];
    for (const answer of answers) {
      t.equal(answer.status, 422);
      t.match(answer.at('details.causes.0'), { field: `metadata.managedFields[0].${field}`, message });
    }
  }
  const longest = { managedFields: [entry({ manager: 'm'.repeat(128), subresource: 's'.repeat(256) })] };
  t.equal((await api.call('update', 'configmaps', { ...x, body: map({}, longest) })).status, 200);
});

t.test('an empty list in an item of a list that is compared whole changes that list', async (t) => {
  const api = await registry(t);
  const rules = [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }];
  const role = (list: object[]): object => ({ metadata: { name: 'x' }, rules: list });
  const roles = api.vendor.fill('roles.rbac.authorization.{api}');
  const owners = (answer: { readonly body: unknown }) => (entriesOf(answer) as [string][]).map(([owner]) => owner);
  await api.call('create', roles, { namespace: 'a', body: role(rules), userAgent: 'm' });
  const put = (list: object[]) => api.call('update', roles, { ...x, body: role(list), userAgent: 'n' });
  t.match(owners(await put(rules)), [/^m Update/], 'an unchanged list keeps its owner');
  t.match(owners(await put([{ ...rules[0], resourceNames: [] }])), [/^n Update/]);
});

t.test('fields written through sub-resources of pods get their manager, whether or not they are stored', async (t) => {
  const api = await registry(t, 'kubernetes');
  const spec = { containers: [{ name: 'c', image: 'i' }] };
  await api.call('create', 'pods', { namespace: 'a', body: { metadata: { name: 'x' }, spec }, userAgent: 'm' });
  const patched = await api.call('patch', 'pods', {
    ...x,
    subresource: 'ephemeralcontainers',
    body: { metadata: { labels: { a: 'b' } }, spec: { ephemeralContainers: [{ name: 'e', image: 'i' }] } },
    contentType: 'application/strategic-merge-patch+json',
    userAgent: 'n',
  });
  t.equal(patched.status, 200, patched.text);
  t.equal(patched.at('metadata.labels'), undefined, 'labels are not taken');
  const own = (entriesOf(patched) as [string, object][]).find(([owner]) => owner === 'n Update v1 ephemeralcontainers');
  t.match(own?.[1], { 'f:metadata': { 'f:labels': { 'f:a': {} } }, 'f:spec': { 'f:ephemeralContainers': {} } });
});
