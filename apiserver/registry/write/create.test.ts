import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { admissionChain } from '../../admission/chain.ts';
import { namespaceLifecycle } from '../../admission/plugins/namespace-lifecycle.ts';
import { FixedLister } from '../../../fixtures/apiserver/fixed-lister.fixture.ts';
import type { VendorId } from '../../../shared/vendor/vendor.ts';
import { forbidden } from '../../../shared/object/errors.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

const vendors: readonly VendorId[] = ['orch', 'kubernetes'];
const map = (name: string) => ({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name }, data: { a: '1' } });

for (const vendor of vendors) {
  t.test(`${vendor}: a create answers the stored object with what the service adds (VERB-028, VERB-031)`, async (t) => {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const made = await api.call('create', 'configmaps', { namespace: 'a', body: map('x') });
    t.equal(made.status, vendor === 'orch' ? 200 : 201);
    t.match(made.at('metadata.uid'), /^[0-9a-f-]{36}$/);
    t.match(made.at('metadata.creationTimestamp'), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    t.equal(made.at('metadata.namespace'), 'a');
    t.type(made.at('metadata.resourceVersion'), 'string');
    const got = await api.call('get', 'configmaps', { namespace: 'a', name: 'x' });
    t.equal(got.text, made.text, 'the same bytes answer both');
  });

  t.test(`${vendor}: a second create of one name answers 409 AlreadyExists and changes nothing`, async (t) => {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const first = await api.call('create', 'configmaps', { namespace: 'a', body: map('x') });
    const second = await api.call('create', 'configmaps', { namespace: 'a', body: { ...map('x'), data: { b: '2' } } });
    t.equal(second.status, 409);
    t.equal(second.at('reason'), 'AlreadyExists');
    t.equal(second.at('message'), 'configmaps "x" already exists');
    t.equal((await api.call('get', 'configmaps', { namespace: 'a', name: 'x' })).text, first.text);
  });
}

t.test('a body without kind and version has those of its endpoint, with fields in any order', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const body = '{"data":{"a":"1"},"metadata":{"labels":{"x":"y"},"name":"bare"}}';
  const made = await api.call('create', 'configmaps', { namespace: 'a', body });
  t.equal(made.status, 200);
  t.match(made.text, /^\{"kind":"ConfigMap","apiVersion":"v1","metadata":\{"name":"bare",/);
  t.strictSame(made.at('data'), { a: '1' });
  const nameless = await api.call('create', 'configmaps', { namespace: 'a', body: '{"metadata":null}' });
  t.equal(nameless.status, 422);
  t.match(nameless.at('message'), /name or generateName is required/);
});

t.test('a generated name has five characters more than its prefix and stays in the object (OBJ-035)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const body = { metadata: { generateName: 'job-' } };
  const made = await api.call('create', 'configmaps', { namespace: 'a', body });
  t.match(made.at('metadata.name'), /^job-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  t.equal(made.at('metadata.generateName'), 'job-');
});

t.test('a create without a name is refused with 422', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const answer = await api.call('create', 'configmaps', { namespace: 'a', body: {} });
  t.equal(answer.status, 422);
  t.match(answer.at('message'), /metadata\.name: Required value: name or generateName is required/);
});

t.test('a body of null is an empty object', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const answer = await api.call('create', 'configmaps', { namespace: 'a', body: null });
  t.equal(answer.status, 422);
  t.match(answer.at('message'), /metadata\.name: Required value/);
  t.equal((await api.call('create', 'configmaps', { namespace: 'a', body: [] })).status, 400);
});

t.test('a patch of null changes nothing, but for a merge patch, which it is none of', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const place = { namespace: 'a', name: 'x', body: null };
  await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' }, data: { a: 'b' } } });
  for (const [type, status] of [
    ['json-patch', 200],
    ['strategic-merge-patch', 200],
    ['merge-patch', 400],
  ] as const) {
    const answer = await api.call('patch', 'configmaps', { ...place, contentType: `application/${type}+json` });
    t.equal(answer.status, status, type);
    if (status === 200) t.strictSame(answer.at('data'), { a: 'b' });
  }
});

t.test('a strategic merge patch always has the kind of the path', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
  const change = (type: string, body: object) =>
    api.call('patch', 'configmaps', { namespace: 'a', name: 'x', body, contentType: `application/${type}+json` });
  for (const body of [
    { kind: 'Secret', data: { a: 'b' } },
    { apiVersion: 'v2' },
    { apiVersion: 'apps/v1', kind: 'X' },
  ]) {
    const answer = await change('strategic-merge-patch', body);
    t.equal(answer.status, 200, answer.text);
    t.match(answer.body, { kind: 'ConfigMap', apiVersion: 'v1', data: { a: 'b' } });
    t.equal((await change('merge-patch', body)).status, 422);
  }
});

t.test('a dry run answers the object and stores nothing (DRY-001, DRY-010)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const made = await api.call('create', 'configmaps', { namespace: 'a', query: 'dryRun=All', body: map('x') });
  t.equal(made.status, 200);
  t.match(made.at('metadata.uid'), /-/);
  t.equal(made.at('metadata.resourceVersion'), undefined);
  t.equal((await api.call('get', 'configmaps', { namespace: 'a', name: 'x' })).status, 404);
});

t.test('dryRun without a value is a real request under one vendor and refused under the other (DRY-013)', async (t) => {
  const orch = await inProcess('orch');
  t.teardown(() => orch.close());
  t.equal((await orch.call('create', 'configmaps', { namespace: 'a', query: 'dryRun', body: map('x') })).status, 200);
  t.equal((await orch.call('get', 'configmaps', { namespace: 'a', name: 'x' })).status, 200);
  const other = await inProcess('kubernetes');
  t.teardown(() => other.close());
  const refused = await other.call('create', 'configmaps', { namespace: 'a', query: 'dryRun', body: map('x') });
  t.equal(refused.status, 422);
});

t.test('unknown and repeated fields warn, pass or are refused as asked (FVAL-011 to FVAL-021)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const body = '{"metadata":{"name":"x"},"data":{"a":"1"},"foo":1,"data":{"a":"2"}}';
  const strict = await api.call('create', 'configmaps', { namespace: 'a', query: 'fieldValidation=Strict', body });
  t.equal(strict.status, 400);
  t.equal(
    strict.at('message'),
    'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "foo", duplicate field "data"',
  );
  const warned = await api.call('create', 'configmaps', { namespace: 'a', query: 'dryRun=All', body });
  t.strictSame(warned.warnings, ['unknown field "foo"', 'duplicate field "data"']);
  const ignored = await api.call('create', 'configmaps', { namespace: 'a', query: 'fieldValidation=Ignore', body });
  t.strictSame(ignored.warnings, []);
  t.equal(ignored.at('foo'), undefined);
  t.equal(ignored.at('data.a'), '2');
});

t.test('YAML is read and written (MEDIA)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const made = await api.call('create', 'configmaps', {
    namespace: 'a',
    contentType: 'application/yaml',
    accept: 'application/yaml',
    body: 'metadata:\n  name: x\ndata:\n  a: "1"\n',
  });
  t.equal(made.status, 200);
  t.equal(made.contentType, 'application/yaml');
  t.match(made.text, /^ {2}name: x$/m);
});

t.test(
  'nothing is stored in a namespace that another server has changed, terminated or removed meanwhile',
  async (t) => {
    const other = await inProcess('orch');
    t.teardown(() => other.close());
    const made = await other.call('create', 'namespaces', { body: { metadata: { name: 'n' } } });
    // What this server knows does not change any more: it is as far behind as can be.
    const namespaces = new FixedLister([made.body as ApiObject]);
    const admission = admissionChain([namespaceLifecycle({ vendor: other.vendor, namespaces })]);
    const api = await inProcess('orch', { store: other.store, admission });
    t.teardown(() => api.close());
    const create = (metadata: object) => api.call('create', 'configmaps', { namespace: 'n', body: { metadata } });
    t.equal((await create({ name: 'before' })).status, 200);

    const labelled = { ...(made.body as ApiObject), metadata: { name: 'n', labels: { a: 'b' } } };
    t.equal((await other.call('update', 'namespaces', { name: 'n', body: labelled })).status, 200);
    t.equal((await create({ name: 'labelled' })).status, 200, 'it still takes objects');
    t.equal((await create({ name: 'labelled' })).status, 409);

    await other.call('delete', 'namespaces', { name: 'n' });
    const late = await create({ name: 'late' });
    t.equal(late.status, 403);
    t.match(late.at('message'), 'unable to create new content in namespace n because it is being terminated');
    t.equal((await create({ generateName: 'late-' })).status, 403);

    const finalized = { metadata: { name: 'n' }, spec: { finalizers: [] } };
    await other.call('update', 'namespaces', { name: 'n', subresource: 'finalize', body: finalized });
    const gone = await create({ name: 'gone' });
    t.strictSame([gone.status, gone.at('message')], [404, 'namespaces "n" not found']);
    const listed = await other.call('list', 'configmaps', { namespace: 'n' });
    t.strictSame(
      (listed.at('items') as ApiObject[]).map(({ metadata }) => metadata.name),
      ['before', 'labelled'],
    );
  },
);

t.test('a new object that names a version passes a dry run, and is refused after all else is judged', async (t) => {
  for (const [vendor, status, made] of [
    ['kubernetes', 500, 201],
    ['orch', 400, 200],
  ] as const) {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const post = (metadata: object, query = '') =>
      api.call('create', 'configmaps', {
        namespace: 'a',
        query,
        body: { metadata: { resourceVersion: '5', ...metadata } },
      });
    const dry = await post({ name: 'x' }, 'dryRun=All');
    t.equal(dry.status, made);
    t.equal(dry.at('metadata.resourceVersion'), '5');
    const refused = await post({ name: 'x' });
    t.equal(refused.status, status);
    t.equal(refused.at('message'), 'resourceVersion should not be set on objects to be created');
    t.equal((await post({ generateName: 'x-' })).status, status);
    t.equal((await post({ name: 'X_' })).status, 422);
    t.equal((await post({ name: 'X_' }, 'dryRun=All')).status, 422);
    t.equal((await post({ name: 'x', namespace: 'b' })).status, 400);
    t.equal((await api.call('list', 'configmaps', { namespace: 'a' })).at('items.0'), undefined);
    for (const [index, resourceVersion] of ['0', '', 'x', '-1', ' '].entries())
      t.equal((await post({ name: `x${index}`, resourceVersion })).status, made, `${resourceVersion} is no version`);
    t.equal((await post({ name: 'x0' })).status, status, 'before the name is looked for');
    t.equal((await post({ name: 'x0' }, 'dryRun=All')).status, 409);
    const service = {
      metadata: { name: 's', resourceVersion: '5' },
      spec: { ports: [{ port: 1 }], clusterIP: '10.0.0.9' },
    };
    t.equal((await api.call('create', 'services', { namespace: 'a', body: service })).status, status);
    const again = { ...service, metadata: { name: 's' } };
    t.equal((await api.call('create', 'services', { namespace: 'a', body: again })).status, made, 'no address is lost');
  }
});

t.test(
  'a status that a client sends with a new object is dropped and nobody owns it, but a node has its own',
  async (t) => {
    const api = await inProcess('orch');
    t.teardown(() => api.close());
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const spec = { selector: { matchLabels: { a: 'b' } }, template };
    const body = { metadata: { name: 'x' }, spec, status: { replicas: 3 } };
    const made = await api.call('create', 'deployments.apps', { namespace: 'a', body, userAgent: 'm' });
    t.equal(made.at('status.replicas'), undefined);
    t.notOk(made.text.includes('f:status'));
    const budget = { metadata: { name: 'y' }, spec: { minAvailable: 1 }, status: { desiredHealthy: 7 } };
    const other = await api.call('create', 'poddisruptionbudgets.policy', {
      namespace: 'a',
      body: budget,
      userAgent: 'm',
    });
    t.notOk(other.text.includes('f:status'));
    const status = { phase: 'Running' };
    const node = await api.call('create', 'nodes', { body: { metadata: { name: 'n' }, status }, userAgent: 'm' });
    t.match(node.at('status'), status);
    // A kind whose status is no sub-resource has no status to drop: its field of that name, if any, is like others.
    const map = { metadata: { name: 'z' }, data: { status: 'x' } };
    t.equal((await api.call('create', 'configmaps', { namespace: 'a', body: map })).at('data.status'), 'x');
  },
);

t.test('what a strategy loads for an object is there before the object is validated', async (t) => {
  const claims = vendorOf('orch').fill('resourceclaims.resource.{api}');
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const claim = (name: string, expression: string) => ({
    metadata: { name },
    spec: {
      devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c', selectors: [{ cel: { expression } }] } }] },
    },
  });
  const create = (name: string, expression: string) =>
    api.call('create', claims, { namespace: 'a', body: claim(name, expression) });
  const refused = await create('x', '1 +');
  t.equal(refused.status, 422);
  t.match(refused.at('message'), /selectors\[0\]\.cel\.expression/);
  t.ok((await create('y', 'device.driver == "d.e"')).status < 300);
  const changed = await api.call('update', claims, {
    namespace: 'a',
    name: 'y',
    body: claim('y', '2 +'),
  });
  t.equal(changed.status, 422);
  t.equal((await api.call('delete', claims, { namespace: 'a', name: 'y' })).status, 200);
});

t.test(
  'warnings about an object come with a refusal by admission or by its name, not with one of its fields',
  async (t) => {
    let refuses = false;
    const api = await inProcess('orch', {
      admission: {
        mutate: async () => {},
        validate: async () => {
          if (refuses) throw forbidden({ group: '', resource: 'pods' }, 'x', 'no pods today');
        },
      },
    });
    t.teardown(() => api.close());
    const pod = (image: string) => ({
      metadata: { name: 'x' },
      spec: { containers: [{ name: 'c', image }], imagePullSecrets: [{ name: 'a' }, { name: 'a' }] },
    });
    const make = (image: string) => api.call('create', 'pods', { namespace: 'a', body: pod(image) });
    const warnings = ['spec.imagePullSecrets[1].name: duplicate name "a"'];
    t.match(await make(''), { status: 422, warnings: { length: 0 } });
    refuses = true;
    t.match(await make('i'), { status: 403, warnings });
    refuses = false;
    t.match(await make('i'), { status: 200, warnings });
    t.match(await make('i'), { status: 409, warnings });
  },
);

t.test('a status that mutating admission gives a new object is dropped, but for kinds that take one', async (t) => {
  const api = await inProcess('orch', {
    admission: {
      mutate: async ({ object }) => {
        if (object !== undefined) object.status = { replicas: 3, phase: 'Ready' };
      },
      validate: async () => {},
    },
  });
  t.teardown(() => api.close());
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const spec = { selector: { matchLabels: { a: 'b' } }, template };
  const make = (kind: string, body: object) => api.call('create', kind, { namespace: 'a', body });
  const made = await make('deployments.apps', { metadata: { name: 'x' }, spec });
  t.equal(made.at('status.replicas'), undefined);
  t.equal((await make('nodes', { metadata: { name: 'n' } })).at('status.phase'), 'Ready');
});
