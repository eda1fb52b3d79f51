import t, { type Test } from 'tap';
import { at, type Answered, type InProcess, inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import type { ManagedFieldsEntry } from '../../../shared/object/api-object.ts';
import type { VendorId } from '../../../shared/vendor/vendor.ts';
import { encodeCbor } from '../../../shared/codec/cbor/cbor-encoder.ts';
import { defaultFeatures } from '../context/default-features.ts';

const x = { namespace: 'a', name: 'x' };
const yaml = 'application/apply-patch+yaml';
const merge = 'application/merge-patch+json';

const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const deployment = (spec: object = {}, metadata: object = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'x', ...metadata },
  spec: { selector: { matchLabels: { app: 'x' } }, template, ...spec },
});

interface Applier {
  readonly api: InProcess;
  readonly apply: (
    manager: string,
    body: unknown,
    more?: { query?: string; subresource?: string },
  ) => Promise<Answered>;
}

async function started(t: Test, vendor: VendorId = 'orch'): Promise<Applier> {
  const api = await inProcess(vendor);
  t.teardown(() => api.close());
  return {
    api,
    apply: (manager, body, { query = '', subresource } = {}) =>
      api.call('patch', 'deployments.apps', {
        ...x,
        contentType: yaml,
        query: `fieldManager=${manager}&${query}`,
        body,
        ...(subresource === undefined ? {} : { subresource }),
      }),
  };
}

function managers(answer: Answered): string[] {
  const entries = (at(answer.body, 'metadata.managedFields') ?? []) as ManagedFieldsEntry[];
  return entries.map(({ manager, operation, subresource }) => [manager, operation, subresource ?? ''].join(' ').trim());
}

t.test(
  'an apply makes the object, changes it, and changes nothing when it is repeated (APPLY-024, APPLY-025, APPLY-071)',
  async (t) => {
    const { apply } = await started(t, 'kubernetes');
    const created = await apply('m', deployment({ replicas: 2 }));
    t.equal(created.status, 201);
    t.strictSame(managers(created), ['m Apply']);
    const changed = await apply('m', deployment({ replicas: 3 }));
    t.equal(changed.status, 200);
    t.equal(changed.at('metadata.uid'), created.at('metadata.uid'));
    t.equal(changed.at('metadata.generation'), 2);
    const again = await apply('m', deployment({ replicas: 3 }));
    t.equal(again.at('metadata.resourceVersion'), changed.at('metadata.resourceVersion'));
  },
);

t.test('an omitted field gets its default again (APPLY-042)', async (t) => {
  const { apply } = await started(t);
  await apply('m', deployment({ replicas: 3, minReadySeconds: 5 }));
  const less = await apply('m', deployment());
  t.equal(less.at('spec.replicas'), 1);
  t.equal(less.at('spec.minReadySeconds'), undefined);
});

t.test(
  'a conflict is 409 with a cause for each field and manager, and changes nothing (APPLY-030, APPLY-067)',
  async (t) => {
    const { api, apply } = await started(t);
    const before = await apply('m', deployment({ replicas: 2, paused: true }));
    const refused = await apply('n', deployment({ replicas: 3, paused: false }));
    t.strictSame(refused.body, {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Apply failed with 2 conflicts: conflicts with "m":\n- .spec.paused\n- .spec.replicas',
      reason: 'Conflict',
      details: {
        causes: ['.spec.paused', '.spec.replicas'].map((field) => ({
          reason: 'FieldManagerConflict',
          message: 'conflict with "m"',
          field,
        })),
      },
      code: 409,
    });
    const now = await api.call('get', 'deployments.apps', x);
    t.equal(now.at('metadata.resourceVersion'), before.at('metadata.resourceVersion'));
  },
);

t.test('a conflict with an updater names its version, and force takes the field (APPLY-031, APPLY-033)', async (t) => {
  const { api, apply } = await started(t);
  await api.call('create', 'deployments.apps', {
    namespace: 'a',
    body: deployment({ replicas: 2 }),
    query: 'fieldManager=u',
  });
  const refused = await apply('m', deployment({ replicas: 3 }));
  t.equal(refused.at('message'), 'Apply failed with 1 conflict: conflict with "u" using apps/v1: .spec.replicas');
  const forced = await apply('m', deployment({ replicas: 3 }), { query: 'force=true' });
  t.equal(forced.at('spec.replicas'), 3);
  t.equal(at(forced.body, 'metadata.managedFields.1.fieldsV1.f:spec.f:replicas'), undefined);
});

t.test('the body is JSON, YAML or, with its feature, CBOR (APPLY-023)', async (t) => {
  const { apply } = await started(t);
  const text = JSON.stringify(deployment({ replicas: 2 }));
  t.equal((await apply('m', `# a comment\n${text}\n`)).at('spec.replicas'), 2);
  const api = await inProcess('orch', { features: { ...defaultFeatures, cbor: true } });
  t.teardown(() => api.close());
  const cbor = { ...x, query: 'fieldManager=m', contentType: 'application/apply-patch+cbor' };
  const answer = await api.call('patch', 'deployments.apps', { ...cbor, body: Buffer.from(encodeCbor(deployment())) });
  t.equal(answer.status, 200, answer.text);
  t.strictSame(managers(answer), ['m Apply']);
});

for (const [title, body, query, status, message] of [
  ['without a manager (APPLY-026, APPLY-066)', deployment(), 'fieldManager=', 422, /is required for apply patch/],
  ['of another kind', { ...deployment(), kind: 'Pod' }, '', 400, /^invalid object type: apps\/v1, Kind=Pod$/],
  ['with owners (APPLY-044)', deployment({}, { managedFields: [] }), '', 400, /^metadata\.managedFields must be nil$/],
  ['with a field that is not declared', deployment({ foo: 1 }), '', 500, /\.spec\.foo: field not declared in schema$/],
  [
    'with an item twice',
    deployment({ template: { spec: { containers: [{ name: 'c' }, { name: 'c' }] } } }),
    '',
    500,
    /\.spec\.template\.spec\.containers: duplicate entries for key \[name="c"\]$/,
  ],
  ['that is no YAML', 'a: [', '', 400, /^error decoding YAML: /],
  ['that is no object', 'text', '', 400, /cannot unmarshal string into Go value/],
  ['of another name', deployment({}, { name: 'y' }), '', 400, /does not match the name on the URL/],
  ['for another version', deployment({}, { resourceVersion: '1' }), '', 409, /the object has been modified/],
  ['with another uid', deployment({}, { uid: 'z' }), '', 422, /metadata\.uid/],
  ['that is not valid', deployment({ replicas: -1 }), '', 422, /spec\.replicas/],
] as const) {
  t.test(`an apply ${title} is refused with ${status}`, async (t) => {
    const { api, apply } = await started(t);
    await apply('m', deployment());
    const asked = { ...x, contentType: yaml, body, query: query === '' ? 'fieldManager=m' : query };
    const answer = await api.call('patch', 'deployments.apps', asked);
    t.equal(answer.status, status, answer.text);
    t.match(answer.at('message'), message);
  });
}

t.test('force is for applies only', async (t) => {
  const { api, apply } = await started(t);
  await apply('m', deployment());
  const asked = { ...x, contentType: merge, query: 'force=true', body: {} };
  t.equal((await api.call('patch', 'deployments.apps', asked)).status, 422);
});

t.test('duplicate keys get a warning or are refused', async (t) => {
  const { apply } = await started(t);
  const twice = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x}\nspec:\n  paused: true\n  paused: false\n';
  await apply('m', deployment());
  t.strictSame((await apply('n', twice)).warnings, ['line 6: key "paused" already set in map']);
  t.equal((await apply('n', twice, { query: 'fieldValidation=Strict' })).status, 400);
  t.strictSame((await apply('n', twice, { query: 'fieldValidation=Ignore' })).warnings, []);
});

t.test('a dry run returns the result and leaves object and owners unchanged (DRY-029)', async (t) => {
  const { api, apply } = await started(t);
  t.equal((await apply('m', deployment(), { query: 'dryRun=All' })).status, 200);
  t.equal((await api.call('get', 'deployments.apps', x)).status, 404);
  await apply('m', deployment({ replicas: 2 }));
  const dry = await apply('n', deployment({ replicas: 3 }), { query: 'dryRun=All&force=true' });
  t.equal(dry.at('spec.replicas'), 3);
  t.strictSame(managers(await api.call('get', 'deployments.apps', x)), ['m Apply']);
});

t.test('an apply of the status owns nothing of the rest, and makes no object', async (t) => {
  const { apply } = await started(t);
  const status = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' }, status: { replicas: 1 } };
  t.equal((await apply('s', status, { subresource: 'status' })).status, 404);
  await apply('m', deployment({ replicas: 2 }));
  const applied = await apply('s', { ...status, spec: { replicas: 2 } }, { subresource: 'status' });
  t.strictSame(managers(applied), ['m Apply', 's Apply status']);
  t.strictSame(at(applied.body, 'metadata.managedFields.1.fieldsV1'), { 'f:status': { 'f:replicas': {} } });
});

t.test('the applier of a scale owns the replicas of the object', async (t) => {
  const { api, apply } = await started(t);
  await apply('m', deployment({ replicas: 2 }));
  const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'x' }, spec: { replicas: 3 } };
  const refused = await apply('s', scale, { subresource: 'scale' });
  t.equal(refused.at('message'), 'Apply failed with 1 conflict: conflict with "m": .spec.replicas');
  const forced = await apply('s', scale, { subresource: 'scale', query: 'force=true' });
  t.equal(forced.at('spec.replicas'), 3);
  const now = await api.call('get', 'deployments.apps', x);
  t.strictSame(managers(now).sort(), ['m Apply', 's Apply scale']);
  t.equal(now.at('spec.replicas'), 3);
  t.strictSame(
    (await apply('m', deployment())).at('spec.replicas'),
    3,
    'the other one gives up without taking it away',
  );
});

t.test('an object that is being deleted can be applied', async (t) => {
  const { api, apply } = await started(t);
  await apply('m', deployment({}, { finalizers: ['a.b/c'] }));
  await api.call('delete', 'deployments.apps', x);
  const applied = await apply('n', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'x', labels: { l: '1' } },
  });
  t.equal(applied.status, 200);
  t.type(applied.at('metadata.deletionTimestamp'), 'string');
  t.equal((await apply('m', deployment())).status, 200);
  t.equal((await api.call('get', 'deployments.apps', x)).status, 404, 'its last finalizer was given up');
});

t.test('a client that changes from client-side apply takes over its fields without a conflict', async (t) => {
  const { api, apply } = await started(t, 'kubernetes');
  const name = api.vendor.fill('kubectl.{label}/last-applied-configuration');
  const applied = deployment({ replicas: 2, paused: true });
  const body = deployment({ replicas: 2, paused: true }, { annotations: { [name]: JSON.stringify(applied) } });
  await api.call('create', 'deployments.apps', {
    namespace: 'a',
    body,
    query: 'fieldManager=kubectl-client-side-apply',
  });
  const changed = deployment({ replicas: 4 });
  t.equal((await apply('other', changed)).status, 409, 'only that client');
  const taken = await apply('kubectl', changed);
  t.equal(taken.status, 200, taken.text);
  t.equal(taken.at('spec.replicas'), 4);
  const annotations = at(taken.body, 'metadata.annotations') as Record<string, string>;
  t.equal(at(JSON.parse(annotations[name] ?? '{}'), 'spec.replicas'), 4, 'the annotation stays true');
  await api.call('patch', 'deployments.apps', {
    ...x,
    contentType: merge,
    query: 'fieldManager=z',
    body: { spec: { replicas: 5 } },
  });
  t.equal((await apply('kubectl', changed)).status, 409, 'a field that another manager changed since is a conflict');
});

t.test(
  'a value that does not parse as the type of its field is refused with its path in the configuration',
  async (t) => {
    const { api } = await started(t);
    const apply = (body: object) =>
      api.call('patch', 'configmaps', { ...x, contentType: yaml, query: 'fieldManager=m', body });
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } };
    const told =
      'failed to convert new object (/x; /v1, Kind=ConfigMap) to proper version: unable to convert unstructured object to /v1, Kind=ConfigMap:';
    for (const [more, reason] of [
      [{ binaryData: { a: '!!' } }, 'error decoding from json: illegal base64 data at input byte 0'],
      [
        { metadata: { name: 'x', creationTimestamp: 'x' } },
        'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
      ],
    ] as const) {
      const answer = await apply({ ...map, ...more });
      t.equal(answer.status, 500);
      t.equal(answer.at('message'), `${told} ${reason}`);
    }
    t.equal((await apply({ ...map, binaryData: { a: 'aGk=' } })).status, 200);
  },
);

t.test('a type that is no patch is refused with the list of those that are, or as by no route', async (t) => {
  for (const [vendor, message, details] of [
    ['orch', /accepted media types include: .*application\/apply-patch\+yaml$/, undefined],
    ['kubernetes', /^415: Unsupported Media Type$/, {}],
  ] as const) {
    const { api } = await started(t, vendor);
    for (const [resource, subresource] of [['configmaps'], ['deployments.apps', 'scale']] as const) {
      const asked = {
        ...x,
        contentType: 'application/json',
        body: {},
        ...(subresource === undefined ? {} : { subresource }),
      };
      const answer = await api.call('patch', resource, asked);
      t.equal(answer.status, 415);
      t.match(answer.at('message'), message);
      t.strictSame(answer.at('details'), details);
    }
  }
});

t.test('a configuration in JSON says the same as it does in YAML', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const apply = (name: string, data: string, more = '') =>
    api.call('patch', 'configmaps', {
      namespace: 'a',
      name,
      query: `fieldManager=m${more}`,
      contentType: 'application/apply-patch+yaml',
      body: Buffer.from(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}"},"data":${data}}`),
    });
  t.strictSame((await apply('plain', '{"a":"\\u00e4","b":"\\/"}')).at('data'), { a: 'ä', b: '/' });
  const twice = await apply('twice', '{"a":"b","a":"c"}', '&fieldValidation=Strict');
  t.match([twice.status, twice.text], [400, /key \\"a\\" already set in map/]);
  t.equal((await apply('open', '{"a":"b"')).status, 400);
  t.equal((await apply('number', '{"a":12345678901234567890}')).status, 500);
});

t.test('an apply of null to an object that others own in another version', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const spec = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }, maxReplicas: 3 };
  const kind = 'HorizontalPodAutoscaler';
  const call = (verb: 'create' | 'patch', version: string, more: object, type?: string) =>
    api.call(verb, 'horizontalpodautoscalers.autoscaling', {
      version,
      namespace: 'a',
      ...(verb === 'patch' ? { name: 'x', query: 'fieldManager=m&force=true' } : {}),
      ...(type === undefined ? {} : { contentType: type }),
      body: { apiVersion: `autoscaling/${version}`, kind, metadata: { name: 'x' }, spec: { ...spec, ...more } },
    });
  t.equal((await call('create', 'v1', {})).status, 201);
  for (const behavior of [null, { scaleUp: null }]) {
    const applied = await call('patch', 'v2', { behavior }, 'application/apply-patch+yaml');
    t.equal(applied.status, 200, applied.text);
  }
});
