import t from 'tap';
import { createSelfSigned } from '../../../shared/certificates/authority.ts';
import { createRequest } from '../../../shared/certificates/request.ts';
import { createProtobufCodec } from '../../../shared/codec/protobuf/protobuf.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { loadSchemas } from '../../../shared/schema/builtin.ts';
import { at, inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

const x = { namespace: 'a', name: 'x' };
const merge = 'application/merge-patch+json';
const pod = { metadata: { name: 'x', labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'i:1' }] } };
const deployment = {
  metadata: { name: 'x' },
  spec: {
    selector: { matchLabels: { app: 'x' } },
    template: { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'main', image: 'main' }] } },
  },
};

t.test('scale shows the replicas of its parent and changes nothing else', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  await api.call('create', 'deployments.apps', { namespace: 'a', body: deployment });
  const got = await api.call('get', 'deployments.apps', { ...x, subresource: 'scale' });
  t.equal(got.at('kind'), 'Scale');
  t.equal(got.at('apiVersion'), 'autoscaling/v1');
  t.equal(got.at('spec.replicas'), 1);
  t.equal(got.at('status.selector'), 'app=x');
  const put = await api.call('update', 'deployments.apps', {
    ...x,
    subresource: 'scale',
    body: { ...(got.body as object), spec: { replicas: 3 } },
  });
  t.equal(put.status, 200);
  t.equal(put.at('spec.replicas'), 3);
  const stale = await api.call('update', 'deployments.apps', { ...x, subresource: 'scale', body: got.body });
  t.equal(stale.status, 409);
  const patched = await api.call('patch', 'deployments.apps', {
    ...x,
    subresource: 'scale',
    contentType: merge,
    body: { spec: { replicas: 0 } },
  });
  t.equal(patched.status, 200);
  const parent = await api.call('get', 'deployments.apps', x);
  t.equal(parent.at('spec.replicas'), 0);
  t.equal(parent.at('metadata.generation'), 3);
  const negative = await api.call('patch', 'deployments.apps', {
    ...x,
    subresource: 'scale',
    contentType: merge,
    body: { spec: { replicas: -1 } },
  });
  t.equal(negative.status, 422);
});

t.test('a scale is warned of what the change of its parent would be', async (t) => {
  for (const vendor of ['orch', 'kubernetes'] as const) {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const labels = { a: 'b' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i:1' }] } };
    const spec = { selector: { matchLabels: labels }, revisionHistoryLimit: -1, template };
    await api.call('create', 'statefulsets.apps', { namespace: 'a', body: { metadata: { name: 'x' }, spec } });
    const scale = (more: object, replicas: number) => {
      const body = { metadata: { name: 'x', ...more }, spec: { replicas } };
      return api.call('update', 'statefulsets.apps', { ...x, subresource: 'scale', body });
    };
    const scaled = await scale({}, 2);
    t.match(scaled.warnings, [/^spec\.revisionHistoryLimit: a negative value/], vendor);
    t.equal((await scale({}, -1)).status, 422, vendor);
    t.equal((await scale({ uid: 'other' }, -1)).status, 409, `${vendor}: which object is meant comes first`);
  }
});

t.test('a scale of another object changes nothing, whatever else it says', async (t) => {
  for (const vendor of ['orch', 'kubernetes'] as const) {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const made = await api.call('create', 'deployments.apps', { namespace: 'a', body: deployment });
    const patch = (metadata: object, replicas: number) =>
      api.call('patch', 'deployments.apps', {
        ...x,
        subresource: 'scale',
        contentType: merge,
        body: { metadata, spec: { replicas } },
      });
    const other = await patch({ name: 'other' }, -1);
    t.match(other.body, {
      code: 400,
      message: 'the name of the object (other) does not match the name on the URL (x)',
    });
    const foreign = await patch({ uid: 'u' }, 2);
    const uid = String(made.at('metadata.uid'));
    t.match(foreign.body, {
      code: 409,
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on deployments/scale.apps "x": Precondition failed: UID in precondition: u, ' +
        `UID in object meta: ${uid}`,
    });
    t.equal((await patch({ uid }, 2)).at('spec.replicas'), 2);
  }
});

t.test('a pod is bound once', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  await api.call('create', 'pods', { namespace: 'a', body: pod });
  const body = { metadata: { name: 'x' }, target: { kind: 'Node', name: 'n1' } };
  const bound = await api.call('create', 'pods', { ...x, subresource: 'binding', body });
  t.equal(bound.at('status'), 'Success');
  const got = await api.call('get', 'pods', x);
  t.equal(got.at('spec.nodeName'), 'n1');
  t.equal(got.at('status.conditions.0.type'), 'PodScheduled');
  const again = await api.call('create', 'bindings', { namespace: 'a', body });
  t.equal(again.status, 409);
  t.equal(
    again.at('message'),
    'Operation cannot be fulfilled on pods/binding "x": pod x is already assigned to node "n1"',
  );
});

t.test('an eviction asks the disruption budget', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const evict = () => api.call('create', 'pods', { ...x, subresource: 'eviction', body: { metadata: { name: 'x' } } });
  await api.call('create', 'pods', { namespace: 'a', body: pod });
  await api.call('patch', 'pods', {
    ...x,
    subresource: 'status',
    contentType: merge,
    body: { status: { phase: 'Running' } },
  });
  const budget = { metadata: { name: 'b' }, spec: { minAvailable: 1, selector: { matchLabels: { app: 'x' } } } };
  await api.call('create', 'poddisruptionbudgets.policy', { namespace: 'a', body: budget });
  const early = await evict();
  t.equal(early.status, 429);
  t.equal(early.at('details.retryAfterSeconds'), 10);
  const allow = (disruptionsAllowed: number) =>
    api.call('patch', 'poddisruptionbudgets.policy', {
      namespace: 'a',
      name: 'b',
      subresource: 'status',
      contentType: merge,
      body: { status: { observedGeneration: 1, disruptionsAllowed, currentHealthy: 1, desiredHealthy: 1 } },
    });
  t.equal((await allow(0)).status, 200);
  const refused = await evict();
  t.equal(refused.status, 429);
  t.equal(refused.at('details.causes.0.message'), 'The disruption budget b needs 1 healthy pods and has 1 currently');
  await allow(1);
  const remember = (disruptedPods: object) =>
    api.call('patch', 'poddisruptionbudgets.policy', {
      namespace: 'a',
      name: 'b',
      subresource: 'status',
      contentType: merge,
      body: { status: { disruptedPods } },
    });
  const names = Array.from({ length: 2000 }, (_, index) => `gone${index}`);
  await remember(Object.fromEntries(names.map((name) => [name, '2026-01-01T00:00:00Z'])));
  const full = await evict();
  t.equal(full.status, 403);
  t.match(full.at('message'), '2000 disrupted pods were not counted yet');
  await remember(Object.fromEntries(names.map((name) => [name, null])));
  t.equal((await evict()).at('status'), 'Success');
  t.equal((await api.call('get', 'pods', x)).status, 404);
  const left = await api.call('get', 'poddisruptionbudgets.policy', { namespace: 'a', name: 'b' });
  t.equal(left.at('status.disruptionsAllowed') ?? 0, 0);
  t.type(left.at('status.disruptedPods.x'), 'string');
});

t.test('a token is issued for an account that exists', async (t) => {
  const api = await inProcess('orch', {
    issueToken: async ({ tokenRequest, serviceAccount }) => ({
      ...tokenRequest,
      status: { token: `for ${serviceAccount.metadata.uid}` },
    }),
  });
  t.teardown(() => api.close());
  const ask = { ...x, subresource: 'token', body: { spec: { audiences: ['z'] } } };
  t.equal((await api.call('create', 'serviceaccounts', ask)).status, 404);
  const made = await api.call('create', 'serviceaccounts', { namespace: 'a', body: { metadata: { name: 'x' } } });
  const token = await api.call('create', 'serviceaccounts', ask);
  t.equal(token.at('status.token'), `for ${String(made.at('metadata.uid'))}`);
  t.equal(token.at('spec.expirationSeconds'), 3600);
  const [owner, ...others] = token.at('metadata.managedFields') as readonly object[];
  const fieldsV1 = { 'f:spec': { 'f:audiences': {}, 'f:expirationSeconds': {} } };
  const apiVersion = api.vendor.fill('authentication.{api}/v1');
  t.match(owner, { operation: 'Update', subresource: 'token', apiVersion, fieldsV1 }, 'who asked for what');
  t.strictSame(others, []);
});

t.test('a review is answered by its handler, and a stream without a connection is refused', async (t) => {
  const api = await inProcess('orch', {
    handleReview: async (_request, object) => ({ ...object, status: { allowed: true } }),
  });
  t.teardown(() => api.close());
  const reviews = api.vendor.fill('selfsubjectaccessreviews.authorization.{api}');
  const review = await api.call('create', reviews, {
    body: { spec: { nonResourceAttributes: { path: '/', verb: 'get' } } },
  });
  t.equal(review.status, 200);
  t.equal(review.at('status.allowed'), true);
  const asked = { 'f:spec': { 'f:nonResourceAttributes': { '.': {}, 'f:path': {}, 'f:verb': {} } } };
  t.match(review.at('metadata.managedFields'), [{ operation: 'Update', fieldsV1: asked }]);
  t.equal((await api.call('list', reviews)).status, 405);
  t.equal((await api.call('get', 'pods', { ...x, subresource: 'log' })).status, 503);
});

t.test('approval decides about a request and nothing else', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const requests = api.vendor.fill('certificatesigningrequests.certificates.{api}');
  const request = Buffer.from(createRequest({ commonName: 'x' }).requestPem).toString('base64');
  const body = {
    metadata: { name: 'x' },
    spec: { request, signerName: 'example.com/s', usages: ['client auth'], username: 'somebody' },
  };
  const made = await api.call('create', requests, { body });
  t.equal(made.status, 200, made.text);
  t.equal(made.at('spec.username'), 'test', 'who asked is not what the client says');
  const conditions = [{ type: 'Approved', status: 'True', reason: 'R', message: 'm' }];
  const sent = { ...(made.body as object), spec: { ...body.spec, signerName: 'other.com/s' }, status: { conditions } };
  const sneaky = await api.call('update', requests, { name: 'x', subresource: 'status', body: sent });
  t.equal(sneaky.status, 422, 'the signer does not approve');
  const approved = await api.call('update', requests, { name: 'x', subresource: 'approval', body: sent });
  t.equal(approved.status, 200, approved.text);
  t.equal(approved.at('status.conditions.0.type'), 'Approved');
  t.equal(approved.at('spec.signerName'), 'example.com/s');
  t.match(approved.at('status.conditions.0.lastUpdateTime'), /Z$/, 'the server says when');
  const status = (name: string, next: object) =>
    api.call('update', requests, {
      name: 'x',
      subresource: name,
      body: { ...(approved.body as object), status: next },
    });
  const approvedStatus = (approved.body as { status: { conditions: object[] } }).status;
  const [decided] = approvedStatus.conditions;
  const refused = [
    ['approval', { conditions: [] }, /may not remove a condition of type "Approved"/],
    ['approval', { conditions: [decided, { type: 'Denied', status: 'True' }] }, /mutually exclusive/],
    ['approval', { conditions: [decided, decided] }, /conditions\[1\]\.type: Duplicate value: "Approved"/],
    ['approval', { conditions: [{ ...decided, status: 'False' }] }, /Unsupported value: "False"/],
    ['status', { ...approvedStatus, certificate: Buffer.from('hello').toString('base64') }, /PEM block/],
  ] as const;
  for (const [name, next, fault] of refused) {
    const answer = await status(name, next);
    t.equal(answer.status, 422, answer.text);
    t.match(answer.at('message'), fault);
  }
  const reworded = { ...decided, message: 'other', reason: 'Other' };
  const kept = await status('status', { conditions: [reworded] });
  t.strictSame(kept.at('status.conditions'), [decided], 'the signer cannot change the words of a decision');
  const added = await status('status', { conditions: [decided, { type: 'Denied', status: 'True' }] });
  t.match(added.at('message'), /updates may not add a condition of type "Denied"/);
  const { certificatePem } = createSelfSigned({ commonName: 'x', clock: systemClock });
  const certificate = Buffer.from(certificatePem).toString('base64');
  t.equal((await status('status', { ...approvedStatus, certificate })).status, 200);
  const other = await api.call('update', requests, {
    name: 'x',
    subresource: 'status',
    body: { ...sent, metadata: { name: 'x' }, status: { ...approvedStatus, certificate: '' } },
  });
  t.match(other.at('message'), /updates may not modify existing certificate content/);
});

t.test('the row of a finished pod carries a condition, other rows carry none', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const of = { namespace: 'a', name: 'x' };
  const spec = { containers: [{ name: 'c', image: 'i' }] };
  await api.call('create', 'pods', { namespace: 'a', body: { metadata: { name: 'x' }, spec } });
  const accept = api.vendor.fill('application/json;as=Table;g=meta.{api};v=v1');
  t.equal((await api.call('list', 'pods', { namespace: 'a', accept })).at('rows.0.conditions'), undefined);
  const body = { status: { phase: 'Succeeded' } };
  await api.call('patch', 'pods', { ...of, subresource: 'status', contentType: 'application/merge-patch+json', body });
  const completed = [{ type: 'Completed', status: 'True', reason: 'Succeeded', message: String }];
  t.match((await api.call('list', 'pods', { namespace: 'a', accept })).at('rows.0.conditions'), completed);
  t.match((await api.call('get', 'pods', { ...of, accept })).at('rows.0.conditions'), completed);
});

t.test('a scale is printed as a scale, not as its parent', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const spec = { replicas: 2, selector: { matchLabels: { a: 'b' } }, template };
  await api.call('create', 'deployments.apps', { namespace: 'a', body: { metadata: { name: 'x' }, spec } });
  const accept = api.vendor.fill('application/json;as=Table;g=meta.{api};v=v1');
  const table = await api.call('get', 'deployments.apps', { namespace: 'a', name: 'x', subresource: 'scale', accept });
  t.match(table.at('columnDefinitions'), [
    { name: 'Name' },
    { name: 'Desired' },
    { name: 'Available' },
    { name: 'Age' },
  ]);
  t.match(table.at('rows.0.cells'), ['x', 2, 0]);
});

t.test('an event of the events group changes in its series only', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const event = {
    metadata: { name: 'e' },
    eventTime: '2026-01-01T00:00:00.000000Z',
    reportingController: 'x.io/c',
    reportingInstance: 'c-1',
    action: 'Do',
    reason: 'Because',
    regarding: { kind: 'Pod', name: 'x', namespace: 'a' },
    type: 'Normal',
  };
  const events = { namespace: 'a', name: 'e' };
  const group = api.vendor.fill('events.events.{api}');
  t.equal((await api.call('create', group, { namespace: 'a', body: event })).status, 200);
  const series = { count: 2, lastObservedTime: '2026-01-01T00:01:00.000000Z' };
  const again = await api.call('update', group, { ...events, body: { ...event, series } });
  t.equal(again.status, 200, again.text);
  const other = await api.call('update', group, {
    ...events,
    body: { ...event, series, note: 'now with a note' },
  });
  t.equal(other.status, 422);
  t.match(other.at('message'), /message: Invalid value: "now with a note": field is immutable/);
  const core = await api.call('get', 'events', events);
  t.equal(core.at('series.count'), 2, 'the core view shows the same object');
});

t.test('a patch of a core event follows the rules of the events group: the event itself is immutable', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const body = { metadata: { name: 'e' }, involvedObject: { kind: 'Pod', name: 'x', namespace: 'a' }, message: 'm' };
  t.equal((await api.call('create', 'events', { namespace: 'a', body })).status, 201);
  const group = api.vendor.fill('events.events.{api}');
  const patch = (change: object) =>
    api.call('patch', group, { namespace: 'a', name: 'e', contentType: merge, body: change });
  const labelled = await patch({ metadata: { labels: { a: 'b' } } });
  t.equal(labelled.status, 200, labelled.text);
  t.equal(labelled.at('metadata.labels.a'), 'b');
  const series = { count: 2, lastObservedTime: '2026-01-01T00:01:00.000000Z' };
  t.equal((await patch({ series })).status, 200);
  for (const change of [{ note: 'n' }, { reportingController: 'x.io/c' }, { deprecatedCount: 2 }])
    t.equal((await patch(change)).status, 422, JSON.stringify(change));
  const core = await api.call('get', 'events', { namespace: 'a', name: 'e' });
  t.equal(core.at('message'), 'm');
  t.equal(core.at('series.count'), 2);
});

t.test('events and autoscalers are one object in two views', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const event = {
    metadata: { name: 'e' },
    involvedObject: { kind: 'Pod', name: 'p', namespace: 'a' },
    reason: 'R',
    message: 'm',
    type: 'Normal',
  };
  t.equal((await api.call('create', 'events', { namespace: 'a', body: event })).status, 200);
  const events = api.vendor.fill('events.events.{api}');
  const list = await api.call('list', events, { namespace: 'a', query: 'fieldSelector=regarding.name%3Dp' });
  t.equal(list.at('items.0.note'), 'm');
  t.equal(list.at('items.0.regarding.name'), 'p');
  t.equal(list.at('items.0.message'), undefined);
  const scaler = {
    metadata: { name: 'h' },
    spec: {
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } },
      ],
    },
  };
  const made = await api.call('create', 'horizontalpodautoscalers.autoscaling', {
    version: 'v2',
    namespace: 'a',
    body: scaler,
  });
  t.equal(made.status, 200, made.text);
  const old = { version: 'v1', namespace: 'a', name: 'h' };
  const v1 = await api.call('get', 'horizontalpodautoscalers.autoscaling', old);
  t.equal(v1.at('apiVersion'), 'autoscaling/v1');
  t.equal(v1.at('spec.targetCPUUtilizationPercentage'), 50);
  const watching = await api.watch('horizontalpodautoscalers.autoscaling', { version: 'v1', query: 'watch=1' });
  t.equal(at(await watching.next(), 'object.spec.targetCPUUtilizationPercentage'), 50);
  watching.stop();
  const put = await api.call('update', 'horizontalpodautoscalers.autoscaling', { ...old, body: v1.body });
  t.equal(put.status, 200, put.text);
  const v2 = await api.call('get', 'horizontalpodautoscalers.autoscaling', {
    version: 'v2',
    namespace: 'a',
    name: 'h',
  });
  const [cpu, memory] = made.at('spec.metrics') as [object, object];
  t.strictSame(
    v2.at('spec.metrics'),
    [memory, cpu],
    'nothing is lost through the older view; its own metric comes last',
  );
});

t.test('an autoscaler without a metric uses 80 % of cpu, in both versions; v1 writes its zeros', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const cpu80 = [
    { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
  ];
  const percent100 = { type: 'Percent', value: 100, periodSeconds: 15 };
  for (const version of ['v1', 'v2']) {
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
    const at = { namespace: 'a', name: version };
    const body = { metadata: { name: version }, spec: { maxReplicas: 3, scaleTargetRef } };
    const made = await api.call('create', 'horizontalpodautoscalers.autoscaling', { ...at, version, body });
    t.equal(made.status, 201, made.text);
    const v1 = await api.call('get', 'horizontalpodautoscalers.autoscaling', { ...at, version: 'v1' });
    t.match(v1.body, {
      spec: { targetCPUUtilizationPercentage: 80 },
      status: { currentReplicas: 0, desiredReplicas: 0 },
    });
    const v2 = await api.call('get', 'horizontalpodautoscalers.autoscaling', { ...at, version: 'v2' });
    t.strictSame(v2.at('spec.metrics'), cpu80);
    t.equal(v2.at('spec.behavior'), undefined);
    const put = await api.call('update', 'horizontalpodautoscalers.autoscaling', {
      ...at,
      version: 'v2',
      body: {
        ...(v2.body as object),
        spec: { maxReplicas: 3, scaleTargetRef, behavior: { scaleUp: { selectPolicy: 'Min' } } },
      },
    });
    t.strictSame(put.at('spec.metrics'), cpu80);
    t.match(put.at('spec.behavior'), {
      scaleUp: {
        selectPolicy: 'Min',
        stabilizationWindowSeconds: 0,
        policies: [{ type: 'Pods', value: 4 }, percent100],
      },
      scaleDown: { selectPolicy: 'Max', policies: [percent100] },
    });
  }
});

t.test(
  'an eviction may be in policy/v1 and in policy/v1beta1, as JSON and as protobuf, and in no other version',
  async (t) => {
    const api = await inProcess('kubernetes');
    t.teardown(() => api.close());
    const schema = loadSchemas(api.vendor).kind('policy', 'v1beta1', 'Eviction');
    if (schema === undefined) throw new Error('the kind is declared');
    const evict = async (type: object, more: object = {}) => {
      await api.call('create', 'pods', { namespace: 'a', body: pod });
      const eviction = { ...type, metadata: { name: 'x' } };
      return api.call('create', 'pods', { ...x, subresource: 'eviction', body: eviction, ...more });
    };
    const older = { apiVersion: 'policy/v1beta1', kind: 'Eviction' };
    const body = createProtobufCodec().encode({ ...older, metadata: { name: 'x' } }, schema);
    const contentType = api.vendor.fill('application/vnd.{maker}.protobuf');
    t.equal((await evict(older)).status, 201);
    t.equal((await evict(older, { body, contentType })).status, 201);
    t.equal((await evict({ apiVersion: 'policy/v1beta1' })).status, 201);
    t.equal((await evict({ apiVersion: 'policy/v1', kind: 'Eviction', deleteOptions: { kind: 'Other' } })).status, 201);
    for (const apiVersion of ['policy/v1alpha1', 'policy/v2', 'v1beta1', 'v1', 'extensions/v1beta1'])
      t.equal((await evict({ apiVersion, kind: 'Eviction' })).status, 400, apiVersion);
    t.equal((await evict({ apiVersion: 'policy/v1beta1', kind: 'Pod' })).status, 400);
    const strict = await evict({ ...older, nonsense: 1 }, { query: 'fieldValidation=Strict' });
    t.match(
      strict.at('message'),
      /^Eviction in version "v1beta1" cannot be handled as a Eviction: strict decoding error/,
    );
    const scale = { metadata: { name: 'x' }, spec: { replicas: 2 } };
    await api.call('create', 'deployments.apps', { namespace: 'a', body: deployment });
    const put = (apiVersion: string) =>
      api.call('update', 'deployments.apps', { ...x, subresource: 'scale', body: { apiVersion, ...scale } });
    t.equal((await put('autoscaling/v1beta1')).status, 400, 'other sub-resources take their own version only');
    t.equal((await put('autoscaling/v1')).status, 200);
  },
);

t.test('a dry run of a sub-resource answers the version that the object has (DRY-010)', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const made = await api.call('create', 'deployments.apps', { namespace: 'a', body: deployment });
  const query = 'dryRun=All';
  const scaled = { metadata: { name: 'x' }, spec: { replicas: 3 } };
  const answers = [
    await api.call('patch', 'deployments.apps', {
      ...x,
      subresource: 'scale',
      query,
      contentType: merge,
      body: scaled,
    }),
    await api.call('update', 'deployments.apps', { ...x, subresource: 'scale', query, body: scaled }),
    await api.call('patch', 'deployments.apps', {
      ...x,
      subresource: 'status',
      query,
      contentType: merge,
      body: { status: { replicas: 3 } },
    }),
  ];
  for (const answer of answers) {
    t.equal(answer.status, 200);
    t.equal(answer.at('metadata.resourceVersion'), made.at('metadata.resourceVersion'));
  }
  t.equal((await api.call('get', 'deployments.apps', x)).text, made.text);
});

t.test('a binding gives the pod its annotations and keeps its labels', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const body = { metadata: { name: 'x', labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  await api.call('create', 'pods', { namespace: 'a', body });
  const metadata = { name: 'x', labels: { l: 'm' }, annotations: { n: 'o' } };
  const binding = { metadata, target: { kind: 'Node', name: 'n1' } };
  const made = await api.call('create', 'pods', { namespace: 'a', name: 'x', subresource: 'binding', body: binding });
  t.equal(made.status, 201);
  const pod = await api.call('get', 'pods', { namespace: 'a', name: 'x' });
  t.strictSame(pod.at('metadata.labels'), { a: 'b' });
  t.strictSame(pod.at('metadata.annotations'), { n: 'o' });
});

t.test('a PUT that names another object than its path is 400, whether or not there is one', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const put = (metadata: object) => api.call('update', 'configmaps', { namespace: 'a', name: 'x', body: { metadata } });
  for (const there of [false, true]) {
    if (there) await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
    t.equal((await put({ name: 'y' })).status, 400);
    t.equal((await put({})).status, 400);
    t.equal((await put({ name: 'x', namespace: 'b' })).status, 400);
    t.equal((await put({ name: 'x' })).status, there ? 200 : 404);
  }
});

t.test('evictions and bindings name their pod, and are of its namespace', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const spec = { containers: [{ name: 'c', image: 'i' }] };
  await api.call('create', 'pods', { namespace: 'a', body: { metadata: { name: 'x' }, spec } });
  const place = { namespace: 'a', name: 'x' };
  const target = { kind: 'Node', name: 'n' };
  const bind = (metadata: object) =>
    api.call('create', 'pods', { ...place, subresource: 'binding', body: { metadata, target } });
  for (const metadata of [{}, { name: '' }, { name: 'x', namespace: 'b' }]) {
    t.equal((await bind(metadata)).status, 400, JSON.stringify(metadata));
  }
  t.match((await bind({})).at('message'), 'name in URL does not match name in Binding object');
  const unnamed = await api.call('create', 'bindings', { namespace: 'a', body: { metadata: {}, target } });
  t.match(unnamed.body, { code: 400, message: 'Name parameter required.' });
  const metadata = { name: 'x', namespace: 'b' };
  const evicted = await api.call('create', 'pods', { ...place, subresource: 'eviction', body: { metadata } });
  t.equal(evicted.status, 400);
  t.equal((await bind({ name: 'x' })).status, 201);
});

t.test('a body with a null kind or version has those of its endpoint', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  for (const type of [{ kind: null }, { apiVersion: null }]) {
    const body = { ...type, metadata: { name: Object.keys(type)[0]?.toLowerCase() } };
    t.equal((await api.call('create', 'configmaps', { namespace: 'a', body })).status, 201, JSON.stringify(type));
  }
});

t.test('a patch cannot remove the version from kinds whose writes require one', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const leases = api.vendor.fill('leases.coordination.{api}');
  const patch = (resource: string, metadata: object) =>
    api.call('patch', resource, {
      namespace: 'a',
      name: 'x',
      body: { metadata },
      contentType: 'application/merge-patch+json',
    });
  for (const [resource, status] of [
    [leases, 422],
    ['configmaps', 200],
  ] as const) {
    await api.call('create', resource, { namespace: 'a', body: { metadata: { name: 'x' } } });
    t.equal((await patch(resource, { resourceVersion: null })).status, status, resource);
    t.equal((await patch(resource, { labels: { a: 'b' } })).status, 200, resource);
    t.equal((await patch(resource, { resourceVersion: '1' })).status, 409, resource);
  }
});

t.test('a resizing names the containers that there are, in their order', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const containers = [
    { name: 'c', image: 'i' },
    { name: 'd', image: 'i' },
  ];
  await api.call('create', 'pods', { namespace: 'a', body: { metadata: { name: 'x' }, spec: { containers } } });
  const resize = (asked: unknown) =>
    api.call('patch', 'pods', {
      namespace: 'a',
      name: 'x',
      subresource: 'resize',
      contentType: 'application/merge-patch+json',
      body: { spec: { containers: asked } },
    });
  const [first, second] = containers;
  t.match((await resize(null)).at('message'), /spec.containers: Required value.*may not be added or removed on resize/);
  t.match((await resize([first])).at('message'), /spec.containers: Forbidden: containers may not be added or removed/);
  t.match(
    (await resize([second, first])).at('message'),
    /spec.containers\[0\].name: Forbidden: containers may not be ren/,
  );
  t.equal((await resize(containers)).status, 200);
});

t.test('a resizing changes cpu and memory within the rules of pods, and takes nothing away', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const resources = { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '1Gi' } };
  const containers = [{ name: 'c', image: 'i', resources }];
  const initContainers = [
    { name: 'lasting', image: 'i', restartPolicy: 'Always', resources },
    { name: 'first', image: 'i', resources },
  ];
  const spec = { containers, initContainers };
  await api.call('create', 'pods', { namespace: 'a', body: { metadata: { name: 'x' }, spec } });
  const resize = (own: object, list = 'containers', name = 'c') =>
    api.call('patch', 'pods', {
      namespace: 'a',
      name: 'x',
      subresource: 'resize',
      contentType: 'application/strategic-merge-patch+json',
      body: { spec: { [list]: [{ name, resources: own }] } },
    });
  t.equal((await resize({ requests: { cpu: '200m' }, limits: { memory: '2Gi' } })).status, 200);
  t.equal((await resize({ limits: { cpu: '1' } }, 'initContainers', 'lasting')).status, 200);
  for (const [own, fault, list, name] of [
    [{ requests: { cpu: '-1' } }, /requests\[cpu\]: Invalid value: "-1"/],
    [{ requests: { memory: '4Gi' } }, /must be less than or equal to memory limit/],
    [{ requests: { cpu: null } }, /containers\[0\].resources.requests: Forbidden: resource requests cannot be removed/],
    [{ limits: null }, /containers\[0\].resources.limits: Forbidden: resource limits cannot be removed/],
    [
      { requests: { 'x.example/y': '1' }, limits: { 'x.example/y': '1' } },
      /spec: Forbidden: only cpu and memory resources are mutable/,
    ],
    [{ limits: { cpu: '1' } }, /resources for non-sidecar init containers are immutable/, 'initContainers', 'first'],
    [{ limits: { cpu: null } }, /initContainers\[0\].resources.limits/, 'initContainers', 'lasting'],
  ] as const) {
    const refused = await resize(own, list, name);
    t.equal(refused.status, 422, JSON.stringify(own));
    t.match(refused.at('message'), fault);
  }
});

t.test('the phase of a namespace follows its removal; a status update must match it', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  await api.call('create', 'namespaces', { body: { metadata: { name: 'x' } } });
  const phase = (value: string) =>
    api.call('patch', 'namespaces', {
      name: 'x',
      subresource: 'status',
      contentType: 'application/merge-patch+json',
      body: { status: { phase: value } },
    });
  t.equal((await phase('Terminating')).status, 422);
  t.equal((await phase('Active')).status, 200);
  await api.call('delete', 'namespaces', { name: 'x' });
  t.match((await phase('Active')).at('message'), /status.Phase: Invalid value: "Active": may only be 'Terminating' if/);
  t.equal((await phase('Terminating')).status, 200);
});

t.test('an ephemeral container is never taken away', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const body = { metadata: { name: 'x' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  await api.call('create', 'pods', { namespace: 'a', body });
  const patch = (ephemeralContainers: readonly object[]) =>
    api.call('patch', 'pods', {
      namespace: 'a',
      name: 'x',
      subresource: 'ephemeralcontainers',
      contentType: 'application/merge-patch+json',
      body: { spec: { ephemeralContainers } },
    });
  t.match(
    (await patch([{}])).at('message'),
    /\[0\].name: Required value, spec.ephemeralContainers\[0\].image: Required/,
  );
  t.equal((await patch([{ name: 'd' }])).status, 422);
  const faulty: readonly (readonly [object, RegExp])[] = [
    [{ securityContext: { seccompProfile: { type: 'Localhost' } } }, /seccompProfile.localhostProfile: Required value/],
    [{ securityContext: { seccompProfile: { type: 'None' } } }, /seccompProfile.type: Unsupported value/],
    [{ env: [{ name: '' }] }, /env\[0\].name: Required value/],
    [{ volumeMounts: [{ name: 'none', mountPath: '/x' }] }, /volumeMounts\[0\].name: Not found: "none"/],
    [{ volumeMounts: [{ name: 'none', mountPath: '/x', subPath: 'y' }] }, /subPath: Forbidden: cannot be set/],
    [{ name: 'Not_A_Label' }, /ephemeralContainers\[0\].name: Invalid value/],
  ];
  for (const [fields, message] of faulty) {
    t.match((await patch([{ name: 'd', image: 'i', ...fields }])).at('message'), message);
  }
  t.equal((await patch([{ name: 'd', image: 'i' }])).status, 200);
  t.equal((await patch([])).status, 422);
});

t.test('an eviction of a pod with two disruption budgets is answered with 500', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const metadata = { name: 'x', labels: { app: 'x' } };
  const spec = { containers: [{ name: 'c', image: 'i' }], nodeName: 'n' };
  await api.call('create', 'pods', { namespace: 'a', body: { metadata, spec } });
  const contentType = 'application/merge-patch+json';
  const running = { status: { phase: 'Running' } };
  await api.call('patch', 'pods', { namespace: 'a', name: 'x', subresource: 'status', contentType, body: running });
  for (const name of ['b', 'c']) {
    const budget = { metadata: { name }, spec: { minAvailable: 1, selector: { matchLabels: { app: 'x' } } } };
    await api.call('create', 'poddisruptionbudgets.policy', { namespace: 'a', body: budget });
  }
  const eviction = { namespace: 'a', name: 'x', subresource: 'eviction', body: { metadata: { name: 'x' } } };
  const refused = await api.call('create', 'pods', eviction);
  t.equal(refused.status, 500);
  t.match(refused.at('message'), /more than one PodDisruptionBudget/);
});

type Metadata = Readonly<Record<'labels' | 'annotations' | 'finalizers' | 'ownerReferences', unknown>>;

function metadataOf(word: string): Metadata {
  const owner = { apiVersion: 'v1', kind: 'Namespace', name: word, uid: `${word}-uid` };
  return {
    labels: { app: 'x', word },
    annotations: { 'example.com/word': word },
    finalizers: [`example.com/${word}`],
    ownerReferences: [owner],
  };
}

const everyPart = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const;
const podTemplate = deployment.spec.template;
const workload = { selector: { matchLabels: { app: 'x' } }, template: podTemplate };
const jobTemplate = { spec: { ...podTemplate.spec, restartPolicy: 'Never' } };

const certificateSpec = {
  request: Buffer.from(createRequest({ commonName: 'x' }).requestPem).toString('base64'),
  signerName: 'example.com/s',
  usages: ['client auth'],
};

/** Sub-resources and what they leave of the metadata as it is, seen beside the original. */
const kept: readonly (readonly [path: string, sub: string, body: object, parts: readonly (keyof Metadata)[]])[] = [
  ['namespaces', 'status', {}, []],
  ['nodes', 'status', {}, []],
  ['resourcequotas', 'status', { spec: { hard: { pods: '1' } } }, []],
  ['services', 'status', { spec: { ports: [{ port: 1 }] } }, []],
  ['replicationcontrollers', 'status', { spec: { template: podTemplate } }, []],
  ['replicationcontrollers', 'scale', { spec: { template: podTemplate } }, everyPart],
  ['daemonsets.apps', 'status', { spec: workload }, []],
  ['deployments.apps', 'status', { spec: workload }, ['labels']],
  ['deployments.apps', 'scale', { spec: workload }, everyPart],
  ['replicasets.apps', 'status', { spec: workload }, []],
  ['statefulsets.apps', 'status', { spec: { serviceName: 's', ...workload } }, []],
  ['jobs.batch', 'status', { spec: { suspend: true, template: jobTemplate } }, []],
  [
    'cronjobs.batch',
    'status',
    { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: jobTemplate } } } },
    [],
  ],
  ['poddisruptionbudgets.policy', 'status', { spec: { minAvailable: 1 } }, []],
  ['pods', 'status', { spec: podTemplate.spec }, ['ownerReferences']],
  ['pods', 'ephemeralcontainers', { spec: podTemplate.spec }, everyPart],
  ['pods', 'resize', { spec: podTemplate.spec }, everyPart],
  ['servicecidrs.networking.{api}', 'status', { spec: { cidrs: ['10.99.0.0/24'] } }, everyPart],
  ['certificatesigningrequests.certificates.{api}', 'status', { spec: certificateSpec }, []],
  ['certificatesigningrequests.certificates.{api}', 'approval', { spec: certificateSpec }, []],
  [
    'volumeattachments.storage.{api}',
    'status',
    { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } } },
    everyPart,
  ],
  [
    'flowschemas.flowcontrol.apiserver.{api}',
    'status',
    { spec: { matchingPrecedence: 1000, priorityLevelConfiguration: { name: 'catch-all' } } },
    everyPart,
  ],
];

t.test('each sub-resource keeps metadata that it does not write', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  for (const [template, subresource, body, parts] of kept) {
    const resource = api.vendor.fill(template);
    const name = `x-${subresource}`;
    const at = api.resources.all.find((entry) => resource === [entry.name, entry.group].filter(Boolean).join('.'));
    const item = { ...(at?.namespaced === true ? { namespace: 'a' } : {}), name };
    const what = `${resource}/${subresource}`;
    const made = await api.call('create', resource, {
      ...item,
      name: '',
      body: { ...body, metadata: { name, ...metadataOf('old') } },
    });
    t.equal(made.status, 201, what);
    const patch = { contentType: merge, body: { metadata: metadataOf('new') } };
    t.equal((await api.call('patch', resource, { ...item, subresource, ...patch })).status, 200, what);
    const after = (await api.call('get', resource, item)).at('metadata') as Record<string, unknown>;
    for (const part of everyPart) {
      const wanted = metadataOf(parts.includes(part) ? 'old' : 'new')[part];
      if (part === 'labels') t.match(after[part], wanted, `${what} ${part}`);
      else if (part === 'annotations') t.match(after[part], wanted, `${what} ${part}`);
      else t.strictSame(after[part], wanted, `${what} ${part}`);
    }
  }
});

t.test('the end of a namespace is written with its metadata', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const made = await api.call('create', 'namespaces', { body: { metadata: { name: 'x', ...metadataOf('old') } } });
  t.equal(made.status, 201);
  const body = { metadata: { name: 'x', ...metadataOf('new') }, spec: { finalizers: ['example.com/f'] } };
  const put = await api.call('update', 'namespaces', { name: 'x', subresource: 'finalize', body });
  t.equal(put.status, 200);
  t.match(put.at('metadata'), metadataOf('new'));
  t.strictSame(put.at('spec.finalizers'), ['example.com/f']);
});
