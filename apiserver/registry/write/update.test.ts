import t from 'tap';
import type { VendorId } from '../../../shared/vendor/vendor.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

const vendors: readonly VendorId[] = ['orch', 'kubernetes'];
const x = { namespace: 'a', name: 'x' };
const merge = 'application/merge-patch+json';

t.test('a replace with a stale version answers 409 and changes nothing (UPD-002, UPD-003)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const made = await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
  const body = { ...(made.body as object), data: { a: '1' } };
  const first = await api.call('update', 'configmaps', { ...x, body });
  t.equal(first.status, 200);
  const second = await api.call('update', 'configmaps', { ...x, body: { ...body, data: { a: '2' } } });
  t.equal(second.status, 409);
  t.equal(
    second.at('message'),
    'Operation cannot be fulfilled on configmaps "x": the object has been modified; please apply your changes to the latest version and try again',
  );
  t.equal((await api.call('get', 'configmaps', x)).text, first.text);
});

t.test('a replacement that does not say whose it is changes nothing (UPD-001)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const selector = { matchLabels: { app: 'a' } };
  const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const body = { metadata: { name: 'x' }, spec: { selector, template } };
  t.equal((await api.call('create', 'deployments.apps', { namespace: 'a', body })).status, 200);
  for (const subresource of [undefined, 'status', 'scale']) {
    const more = subresource === undefined ? {} : { subresource };
    const answer = await api.call('update', 'deployments.apps', { ...x, ...more, body: {} });
    t.match(answer.body, {
      code: 400,
      message: 'the name of the object (x based on URL) was undeterminable: name must be provided',
    });
  }
  t.match((await api.call('get', 'deployments.apps', x)).body, { metadata: { generation: 1 }, spec: { replicas: 1 } });
});

t.test('a request that is over before its write changes nothing', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const made = await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
  const signal = AbortSignal.abort(new Error('the client left'));
  const body = { metadata: { name: 'x' }, data: { a: '1' } };
  await t.rejects(api.call('update', 'configmaps', { ...x, body, signal }), { message: 'the client left' });
  t.equal((await api.call('get', 'configmaps', x)).text, made.text);
});

t.test('a write that changes nothing keeps the version', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const made = await api.call('create', 'deployments.apps', { namespace: 'a', body: deployment });
  t.equal(made.status, 200);
  const again = await api.call('update', 'deployments.apps', { ...x, body: made.body });
  t.equal(again.text, made.text);
  const patched = await api.call('patch', 'deployments.apps', { ...x, contentType: merge, body: {} });
  t.equal(patched.text, made.text);
});

t.test('identity never changes (UPD-013U, UPD-016)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
  const put = (metadata: object) =>
    api.call('update', 'configmaps', { ...x, body: { metadata: { name: 'x', ...metadata } } });
  const time = await put({ creationTimestamp: '2001-01-01T00:00:00Z' });
  t.equal(time.status, 200);
  t.not(time.at('metadata.creationTimestamp'), '2001-01-01T00:00:00Z', 'the time of creation is ignored');
  t.equal((await put({ uid: '00000000-0000-4000-8000-000000000000' })).status, 409);
  t.equal((await put({ name: 'y' })).status, 400);
  t.equal((await put({ namespace: 'b' })).status, 400);
});

t.test('a replace of a missing object is refused, or creates it if the kind allows (VERB-045, UPD-011U)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const missing = await api.call('update', 'configmaps', { ...x, body: { metadata: { name: 'x' } } });
  t.equal(missing.status, 404);
  t.equal(missing.at('message'), 'configmaps "x" not found');
  const lease = await api.call('update', api.vendor.fill('leases.coordination.{api}'), {
    ...x,
    body: { metadata: { name: 'x' } },
  });
  t.equal(lease.status, 200);
  t.type(lease.at('metadata.uid'), 'string');
});

t.test(
  'patches apply to the current object; one that names a version is conditional (UPD-006, UPD-007, UPD-009)',
  async (t) => {
    const api = await inProcess('orch');
    t.teardown(() => api.close());
    const made = await api.call('create', 'configmaps', {
      namespace: 'a',
      body: { metadata: { name: 'x' }, data: { n: '1' } },
    });
    const patches = ['a', 'b', 'c', 'd'].map((key) =>
      api.call('patch', 'configmaps', { ...x, contentType: merge, body: { data: { [key]: '1' } } }),
    );
    for (const answer of await Promise.all(patches)) t.equal(answer.status, 200);
    t.strictSame((await api.call('get', 'configmaps', x)).at('data'), { a: '1', b: '1', c: '1', d: '1', n: '1' });
    const stale = await api.call('patch', 'configmaps', {
      ...x,
      contentType: merge,
      body: { metadata: { resourceVersion: made.at('metadata.resourceVersion') }, data: { z: '1' } },
    });
    t.equal(stale.status, 409);
    const count = () =>
      api.call('patch', 'configmaps', {
        ...x,
        contentType: 'application/json-patch+json',
        body: [
          { op: 'test', path: '/data/n', value: '1' },
          { op: 'replace', path: '/data/n', value: '2' },
        ],
      });
    t.equal((await count()).at('data.n'), '2');
    t.equal((await count()).status, 422);
    const apply = await api.call('patch', 'configmaps', {
      ...x,
      contentType: 'application/apply-patch+cbor',
      body: {},
    });
    t.equal(apply.status, 415);
  },
);

t.test('a strategic merge patch merges lists by their keys', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  await api.call('create', 'deployments.apps', { namespace: 'a', body: deployment });
  const patched = await api.call('patch', 'deployments.apps', {
    ...x,
    contentType: 'application/strategic-merge-patch+json',
    body: { spec: { template: { spec: { containers: [{ name: 'side', image: 'side:1' }] } } } },
  });
  t.equal(patched.status, 200);
  t.equal(patched.at('spec.template.spec.containers.length'), 2);
  t.equal(patched.at('metadata.generation'), 2);
});

t.test('generation counts changes of the specification and nothing else', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const made = await api.call('create', 'deployments.apps', { namespace: 'a', body: deployment });
  t.equal(made.at('metadata.generation'), 1);
  const patch = (body: object, subresource?: string) =>
    api.call('patch', 'deployments.apps', { ...x, contentType: merge, body, ...(subresource ? { subresource } : {}) });
  t.equal((await patch({ metadata: { labels: { a: 'b' } } })).at('metadata.generation'), 1);
  t.equal((await patch({ status: { replicas: 3 } }, 'status')).at('metadata.generation'), 1);
  const spec = await patch({ spec: { replicas: 3 }, status: { replicas: 9 } });
  t.equal(spec.at('metadata.generation'), 2);
  t.equal(spec.at('status.replicas'), 3, 'the main endpoint leaves the status alone');
  const status = await patch({ spec: { replicas: 7 }, status: { replicas: 5 } }, 'status');
  t.equal(status.at('spec.replicas'), 3, 'the status endpoint leaves the specification alone');
  t.equal(status.at('status.replicas'), 5);
});

for (const vendor of vendors) {
  t.test(`${vendor}: the role of a binding never changes (RBAC-020)`, async (t) => {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const bindings = api.vendor.fill('rolebindings.rbac.authorization.{api}');
    const body = {
      metadata: { name: 'x' },
      roleRef: { kind: 'Role', name: 'r' },
      subjects: [{ kind: 'User', name: 'u' }],
    };
    t.ok((await api.call('create', bindings, { namespace: 'a', body })).status < 300);
    const changed = await api.call('update', bindings, {
      ...x,
      body: { ...body, roleRef: { kind: 'Role', name: 's' } },
    });
    t.equal(changed.status, vendor === 'orch' ? 400 : 422);
    t.match(changed.at('message'), /cannot change roleRef/);
  });
}

for (const vendor of vendors) {
  t.test(`${vendor}: a patch whose result has unknown fields is refused by strict validation (FVAL-009)`, async (t) => {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
    const patches = [
      ['application/json-patch+json', '[{"op": "add", "path": "/colour", "value": "red"}]', 'unknown field "colour"'],
      [merge, '{"colour": "red"}', 'unknown field "colour"'],
      ['application/strategic-merge-patch+json', '{"colour": "red"}', 'unknown field "colour"'],
      [merge, '{"data": {"a": "1", "a": "2"}}', 'duplicate field "data.a"'],
    ] as const;
    for (const [contentType, body, fault] of patches) {
      const refused = await api.call('patch', 'configmaps', {
        ...x,
        contentType,
        body,
        query: 'fieldValidation=Strict',
      });
      t.match(refused.at('message'), `strict decoding error: ${fault}`);
      t.equal(refused.status, vendor === 'orch' ? 400 : 422, contentType);
      if (vendor === 'kubernetes') {
        t.match(refused.at('message'), ' "" is invalid: patch: Invalid value: ');
        t.equal(refused.at('details.causes.0.field'), 'patch');
      }
    }
  });

  t.test(`${vendor}: a rule for paths has no place in a namespace (RBAC-075U)`, async (t) => {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const rules = [{ verbs: ['get'], nonResourceURLs: ['/metrics'] }];
    const body = { metadata: { name: 'x' }, rules };
    const role = await api.call('create', api.vendor.fill('roles.rbac.authorization.{api}'), { namespace: 'a', body });
    if (vendor === 'orch') {
      t.equal(role.status, 200, 'and grants nothing');
    } else {
      t.equal(role.status, 422);
      t.match(
        role.at('message'),
        'rules[0].nonResourceURLs: Invalid value: ["/metrics"]: namespaced rules cannot apply',
      );
    }
    const cluster = await api.call('create', api.vendor.fill('clusterroles.rbac.authorization.{api}'), { body });
    t.ok(cluster.status < 300, 'a cluster role is the place for it');
  });
}

t.test('whole numbers of 64 bits survive every way into the store and out of it', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const far = '9223372036854775807';
  const pod = (seconds: string) =>
    `{"metadata": {"name": "x"}, "spec": {"terminationGracePeriodSeconds": ${seconds}, "containers": [{"name": "c", "image": "i"}]}}`;
  const expected = new RegExp(`"terminationGracePeriodSeconds":${far}\\b`);
  const made = await api.call('create', 'pods', { namespace: 'a', body: pod(far) });
  t.match(made.text, expected);
  t.match((await api.call('get', 'pods', x)).text, expected);
  t.match((await api.call('list', 'pods', { namespace: 'a' })).text, expected);
  const labelled = { contentType: merge, body: { metadata: { labels: { a: 'b' } } } };
  t.match((await api.call('patch', 'pods', { ...x, ...labelled })).text, expected, 'a patch of something else');
  const job =
    '{"metadata": {"name": "j"}, "spec": {"activeDeadlineSeconds": 9007199254740993, "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}}}';
  await api.call('create', 'jobs.batch', { namespace: 'a', body: job });
  const patched = await api.call('patch', 'jobs.batch', {
    namespace: 'a',
    name: 'j',
    contentType: merge,
    body: '{"spec": {"activeDeadlineSeconds": 9007199254740995}}',
  });
  t.match(patched.text, /"activeDeadlineSeconds":9007199254740995\b/);
  const beyond = await api.call('create', 'pods', { namespace: 'a', body: pod('9223372036854775808') });
  t.equal(beyond.status, 400, 'more than 64 bits');
});

const deployment = {
  metadata: { name: 'x' },
  spec: {
    selector: { matchLabels: { app: 'x' } },
    template: { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'main', image: 'main' }] } },
  },
};

t.test('a patch that takes the name away changes nothing', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
  const patched = await api.call('patch', 'configmaps', {
    ...x,
    contentType: 'application/json-patch+json',
    body: [{ op: 'replace', path: '', value: {} }],
  });
  t.equal(patched.status, 400);
  t.match(patched.at('message'), /was undeterminable: name must be provided/);
});

t.test('kinds that a PUT may overwrite without a version, and kinds that it may create', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const budget = { metadata: { name: 'x' }, spec: { minAvailable: 1 } };
  await api.call('create', 'poddisruptionbudgets.policy', { namespace: 'a', body: budget });
  for (const subresource of ['', 'status']) {
    const put = await api.call('update', 'poddisruptionbudgets.policy', { ...x, subresource, body: budget });
    t.equal(put.status, 422, `budget ${subresource}`);
    t.match(put.at('message'), /metadata\.resourceVersion: .* must be specified for an update/);
  }
  const flow = {
    metadata: { name: 'x' },
    spec: { matchingPrecedence: 9000, priorityLevelConfiguration: { name: 'p' } },
  };
  await api.call('create', api.vendor.fill('flowschemas.flowcontrol.apiserver.{api}'), { body: flow });
  const put = await api.call('update', api.vendor.fill('flowschemas.flowcontrol.apiserver.{api}'), {
    name: 'x',
    body: flow,
  });
  t.equal(put.status, 200);
  const level = { metadata: { name: 'y' }, value: 1 };
  const made = await api.call('update', api.vendor.fill('priorityclasses.scheduling.{api}'), {
    name: 'y',
    body: level,
  });
  t.equal(made.status, 404, 'a priority class is made by POST only');
});

t.test('names of events, budgets and signing requests are free; those of flow schemas are subdomains', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const metadata = { name: 'Free_Name' };
  const budget = await api.call('create', 'poddisruptionbudgets.policy', {
    namespace: 'a',
    body: { metadata, spec: {} },
  });
  t.equal(budget.status, 201);
  const event = { metadata, involvedObject: { namespace: 'a' } };
  t.equal((await api.call('create', 'events', { namespace: 'a', body: event })).status, 201);
  const level = { metadata, spec: { type: 'Exempt' } };
  const made = await api.call('create', api.vendor.fill('prioritylevelconfigurations.flowcontrol.apiserver.{api}'), {
    body: level,
  });
  t.equal(made.status, 422);
});

t.test(
  'a dry run that would change something answers the version that the object has (DRY-007, DRY-010)',
  async (t) => {
    for (const vendor of vendors) {
      const api = await inProcess(vendor);
      t.teardown(() => api.close());
      const body = { metadata: { name: 'x', finalizers: ['a.b/c'] } };
      const made = await api.call('create', 'configmaps', { namespace: 'a', body });
      const version = made.at('metadata.resourceVersion');
      const query = 'dryRun=All';
      const data = { a: '1' };
      const strategic = 'application/strategic-merge-patch+json';
      const add = [{ op: 'add', path: '/data', value: data }];
      const answers = [
        await api.call('update', 'configmaps', { ...x, query, body: { ...body, data } }),
        await api.call('update', 'configmaps', { ...x, query, body: { ...(made.body as object), data } }),
        await api.call('patch', 'configmaps', { ...x, query, contentType: merge, body: { data } }),
        await api.call('patch', 'configmaps', { ...x, query, contentType: strategic, body: { data } }),
        await api.call('patch', 'configmaps', { ...x, query, contentType: 'application/json-patch+json', body: add }),
        await api.call('patch', 'configmaps', { ...x, query, contentType: merge, body: {} }),
        await api.call('delete', 'configmaps', { ...x, query }),
      ];
      for (const answer of answers) {
        t.equal(answer.status, 200);
        t.equal(answer.at('metadata.resourceVersion'), version);
      }
      t.equal((await api.call('get', 'configmaps', x)).text, made.text);
    }
  },
);

t.test('a replace that creates an object ignores a version, and refuses a uid (UPD-011U)', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const leases = api.vendor.fill('leases.coordination.{api}');
  const put = (metadata: object, query = '') =>
    api.call('update', leases, { ...x, query, body: { metadata: { name: 'x', ...metadata } } });
  t.equal((await put({ uid: '00000000-0000-4000-8000-000000000000' })).status, 409);
  t.equal((await put({ resourceVersion: '5' }, 'dryRun=All')).status, 201);
  t.equal((await api.call('get', leases, x)).status, 404);
  t.equal((await put({ resourceVersion: '5' })).status, 201);
});

t.test('the body of a replace is decoded before its object is looked up', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  t.equal((await api.call('update', 'configmaps', { ...x, body: '{' })).status, 400);
  t.equal((await api.call('update', 'configmaps', { ...x, body: { metadata: { name: 'x' } } })).status, 404);
});

t.test('what is sent and not stored counts as a generation where the vendor has it so', async (t) => {
  for (const vendor of vendors) {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const counted = vendor === 'kubernetes' ? 2 : 1;
    const policies = api.vendor.fill('networkpolicies.networking.{api}');
    const body = { metadata: { name: 'x' }, spec: { podSelector: {}, policyTypes: ['Ingress'] } };
    await api.call('create', policies, { namespace: 'a', body });
    const patch = async (resource: string, at: object, change: object): Promise<unknown> =>
      (await api.call('patch', resource, { ...at, contentType: merge, body: change })).at('metadata.generation');
    t.equal(await patch(policies, x, { metadata: { annotations: {} } }), 1, 'empty metadata');
    t.equal(await patch(policies, x, { spec: { ingress: [] } }), counted, 'an empty list');
    t.equal(await patch(policies, x, { spec: { policyTypes: [] } }), counted, 'an empty list that has a default');
    const slices = api.vendor.fill('resourceslices.resource.{api}');
    const spec = {
      driver: 'd.e',
      pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
      nodeName: 'n',
      devices: [],
    };
    t.equal(
      (await api.call('create', slices, { body: { metadata: { name: 'x' }, spec } })).at('metadata.generation'),
      1,
    );
    t.equal(await patch(slices, { name: 'x' }, { spec: { devices: [] } }), 1, 'an empty list of another kind');
    const off = await patch(slices, { name: 'x' }, { spec: { perDeviceNodeSelection: true } });
    t.equal(off, counted, 'a field of a feature that is off');
  }
});

t.test('a version that is no number is refused by an object in its place too, or means nothing there', async (t) => {
  for (const vendor of vendors) {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const body = { metadata: { name: 'x', resourceVersion: 'x' }, spec: { limits: [{ type: 'Pod' }] } };
    const made = await api.call('update', 'limitranges', { ...x, body });
    t.equal(made.status, vendor === 'kubernetes' ? 500 : 200);
    const foreign = { ...body, metadata: { name: 'y', resourceVersion: 'x', uid: 'u' } };
    t.equal((await api.call('update', 'limitranges', { ...x, name: 'y', body: foreign })).status, 409, 'the uid first');
    if (made.status === 500) t.equal(made.at('message'), 'strconv.ParseUint: parsing "x": invalid syntax');
  }
});
