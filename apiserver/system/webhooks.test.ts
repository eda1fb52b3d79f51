// Admission webhooks of a running server: who is called with what, what they may change, and what their failures do.

import t, { type Test } from 'tap';
import { administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import {
  startWebhook,
  type WebhookAnswer,
  type WebhookRequest,
  type WebhookServer,
} from '../../fixtures/apiserver/webhook-server.fixture.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { startServer } from '../server.ts';

const vendor = vendorOf('kubernetes');
const group = vendor.fill('admissionregistration.{api}');
const api = `/apis/${group}/v1`;
const maps = '/api/v1/namespaces/default/configmaps';

interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: Readonly<Record<string, unknown>> & {
    readonly uid: string;
    readonly object: ApiObject | null;
    readonly oldObject: ApiObject | null;
  };
}

function reviewOf({ body }: WebhookRequest): Review {
  return JSON.parse(body) as Review;
}

/** An answer that echoes what it must. */
function answer(more: object = {}, shell: object = {}): WebhookAnswer {
  return (request, response) => {
    const { apiVersion, kind, request: asked } = reviewOf(request);
    response.end(JSON.stringify({ apiVersion, kind, response: { uid: asked.uid, allowed: true, ...more }, ...shell }));
  };
}

function patch(...operations: readonly object[]): object {
  return { patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(operations)).toString('base64') };
}

const label = (name: string) => ({ op: 'add', path: `/metadata/labels`, value: { [name]: 'x' } });

async function scene(t: Test) {
  const server = await startServer({ vendor: 'kubernetes', controllers: false });
  const hook = await startWebhook(answer());
  t.teardown(async () => {
    await server.api.stop();
    await hook.close();
  });
  const administrator = administratorOf(server.api);
  const ask = async (method: string, path: string, body?: object, headers?: Record<string, string>) => {
    // Node sends the length of a DELETE's body only when it is given.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(JSON.stringify(body))) };
    const { status, text } = await administrator(method, path, body, { ...length, ...headers });
    return { status, object: JSON.parse(text) as ApiObject & { message?: string; reason?: string } };
  };
  const webhook = (more: object = {}) => ({
    name: 'one.example.com',
    clientConfig: { url: `${hook.url}/review`, caBundle: Buffer.from(hook.authority).toString('base64') },
    rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    ...more,
  });
  const configure = async (type: 'Mutating' | 'Validating', name: string, ...webhooks: readonly object[]) => {
    const path = `${api}/${type.toLowerCase()}webhookconfigurations`;
    await ask('DELETE', `${path}/${name}`);
    if (webhooks.length === 0) return;
    const kind = `${type}WebhookConfiguration`;
    const made = await ask('POST', path, { apiVersion: `${group}/v1`, kind, metadata: { name }, webhooks });
    t.equal(made.status, 201, JSON.stringify(made.object));
  };
  const create = (name: string, more: object = {}, query = '') =>
    ask('POST', maps + query, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...more });
  return { hook, administrator, ask, webhook, configure, create };
}

const paths = (hook: WebhookServer): readonly string[] => hook.requests.map(({ path }) => path);

t.test('a webhook sees creations, updates and deletions whole, and no reads (ADM-002, ADM-003, ADM-005)', async (t) => {
  const { hook, ask, webhook, configure, create } = await scene(t);
  await create('before');
  await configure('Validating', 'v', webhook({ timeoutSeconds: 3 }));
  await create('a', { data: { k: '1' } }, '?fieldManager=me');
  await ask('PATCH', `${maps}/a?dryRun=All`, { data: { k: '2' } }, { 'content-type': 'application/merge-patch+json' });
  await ask('GET', `${maps}/a`);
  await ask('GET', maps);
  await ask('DELETE', `${maps}/a`, { propagationPolicy: 'Background' });
  const [created, updated, deleted, ...others] = hook.requests.map(reviewOf);
  t.strictSame(others, []);
  const configMap = { group: '', version: 'v1', kind: 'ConfigMap' };
  const resource = { group: '', version: 'v1', resource: 'configmaps' };
  t.match(created, {
    apiVersion: vendor.fill('admission.{api}/v1'),
    kind: 'AdmissionReview',
    request: {
      uid: /^[\da-f-]{36}$/,
      kind: configMap,
      resource,
      requestKind: configMap,
      requestResource: resource,
      name: 'a',
      namespace: 'default',
      operation: 'CREATE',
      userInfo: { username: String, groups: Array },
      object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', uid: String }, data: { k: '1' } },
      oldObject: null,
      dryRun: false,
      options: { kind: 'CreateOptions', apiVersion: vendor.fill('meta.{api}/v1'), fieldManager: 'me' },
    },
  });
  t.match(updated?.request, {
    operation: 'UPDATE',
    object: { metadata: { resourceVersion: String }, data: { k: '2' } },
    oldObject: { data: { k: '1' } },
    dryRun: true,
    options: { kind: 'UpdateOptions', dryRun: ['All'] },
  });
  t.match(deleted?.request, {
    operation: 'DELETE',
    object: null,
    oldObject: { data: { k: '1' } },
    options: { kind: 'DeleteOptions', propagationPolicy: 'Background' },
  });
  t.match(hook.requests[0]?.headers, { 'user-agent': vendor.fill('{short}-apiserver-admission') });
  t.equal(new Set(paths(hook)).size, 1);
  t.equal(paths(hook)[0], '/review?timeout=3s');
});

t.test('the refusal of a webhook has its message, and nothing is stored (ADM-001, ADM-012, ADM-020U)', async (t) => {
  const { hook, ask, webhook, configure, create } = await scene(t);
  const told = async () => {
    const { status, object } = await create('a');
    return [status, object.reason, object.message];
  };
  for (const type of ['Validating', 'Mutating'] as const) {
    await configure(type, 'x', webhook());
    hook.answer = answer({ allowed: false });
    const denied = 'admission webhook "one.example.com" denied the request';
    t.strictSame(await told(), [400, undefined, `${denied} without explanation`]);
    hook.answer = answer({ allowed: false, status: { code: 418, reason: 'Teapot', message: 'no coffee' } });
    t.strictSame(await told(), [418, 'Teapot', `${denied}: no coffee`]);
    hook.answer = answer({ allowed: false, status: { code: 200, reason: 'Fine' } });
    t.strictSame(await told(), [400, 'Fine', `${denied}: Fine`]);
    t.equal((await ask('GET', `${maps}/a`)).status, 404);
    await configure(type, 'x');
  }
  t.equal((await create('a')).status, 201, 'a configuration that is gone refuses nothing');
});

t.test('a mutating webhook changes the object before others see it (ADM-006, ADM-010)', async (t) => {
  const { hook, webhook, configure, create } = await scene(t);
  await configure('Validating', 'v', webhook({ clientConfig: { ...webhook().clientConfig, url: `${hook.url}/last` } }));
  await configure('Mutating', 'm', webhook());
  hook.answer = (request, response) => {
    const more = request.path.startsWith('/last')
      ? {}
      : patch(label('by-hook'), { op: 'add', path: '/none', value: 1 });
    answer(more)(request, response);
  };
  const { status, object } = await create('a');
  t.equal(status, 201);
  t.strictSame(object.metadata.labels, { 'by-hook': 'x' });
  t.notOk('none' in object, 'what the kind does not know is dropped');
  t.strictSame(paths(hook), ['/review?timeout=10s', '/last?timeout=10s']);
  const [first, last] = hook.requests.map(reviewOf);
  t.equal(first?.request.object?.metadata.uid, undefined, 'the service has not completed it yet');
  t.match(last?.request.object?.metadata, { uid: object.metadata.uid, labels: { 'by-hook': 'x' } });
});

t.test('webhooks are called in order, and again where a later one changed the object (ADM-008, ADM-011)', async (t) => {
  const { hook, webhook, configure, create } = await scene(t);
  const at = (path: string, more: object = {}) =>
    webhook({
      name: `${path}.example.com`,
      clientConfig: { ...webhook().clientConfig, url: `${hook.url}/${path}` },
      ...more,
    });
  const again = { reinvocationPolicy: 'IfNeeded' };
  await configure('Mutating', 'b', at('third', again));
  await configure('Mutating', 'a', at('first', again), at('second'));
  hook.answer = (request, response) =>
    answer(request.path.startsWith('/third') ? patch(label('x')) : {})(request, response);
  const called = () => hook.requests.splice(0).map(({ path }) => path.slice(1, path.indexOf('?')));
  t.equal((await create('a')).status, 201);
  t.strictSame(called(), ['first', 'second', 'third', 'first']);
  t.equal((await create('b', { metadata: { name: 'b', labels: { x: 'x' } } })).status, 201);
  t.strictSame(called(), ['first', 'second', 'third'], 'a patch that changes nothing calls no one again');
  hook.answer = answer({ allowed: false });
  t.equal((await create('c')).status, 400);
  t.strictSame(called(), ['first'], 'the first refusal ends the request');
});

t.test(
  'a configuration that joins during a write does not keep webhooks from being called again (ADM-008)',
  async (t) => {
    const { hook, webhook, configure, create } = await scene(t);
    const at = (path: string) =>
      webhook({
        name: `${path}.example.com`,
        clientConfig: { ...webhook().clientConfig, url: `${hook.url}/${path}` },
        reinvocationPolicy: 'IfNeeded',
      });
    await configure('Mutating', 'b', at('first'), at('second'));
    hook.answer = (request, response) => {
      if (!request.path.startsWith('/second')) return answer()(request, response);
      void configure('Mutating', 'a', at('joined')).then(() => answer(patch(label('x')))(request, response));
    };
    t.equal((await create('a')).status, 201);
    t.strictSame(
      hook.requests.map(({ path }) => path.slice(1, path.indexOf('?'))),
      ['first', 'second', 'first'],
    );
  },
);

t.test('the failure policy decides about a failed call', async (t) => {
  const { hook, webhook, configure, create } = await scene(t);
  const failing = 'Internal error occurred: failed calling webhook "one.example.com": ';
  const faults: Readonly<Record<string, readonly [WebhookAnswer, string]>> = {
    status: [
      (_request, response) => void response.writeHead(500).end('boom'),
      'failed to call webhook: an error on the server ("boom") has prevented the request from succeeding',
    ],
    redirect: [
      (_request, response) => void response.writeHead(302, { location: `${hook.url}/elsewhere` }).end(),
      'failed to call webhook: the server responded with the status code 302 but did not return more information',
    ],
    uid: [answer({ uid: 'other' }), 'received invalid webhook response: expected response.uid='],
    kind: [
      answer({}, { kind: undefined, apiVersion: undefined }),
      `received invalid webhook response: expected webhook response of ${vendor.fill('admission.{api}')}/v1, Kind=AdmissionReview, got /, Kind=`,
    ],
    absent: [answer({}, { response: undefined }), 'received invalid webhook response: webhook response was absent'],
    mistyped: [answer({ allowed: 'yes' }), 'failed to call webhook: json: response.allowed is not a boolean'],
    broken: [
      (_request, response) => void response.socket?.destroy(),
      `failed to call webhook: Post "${hook.url}/review`,
    ],
    large: [
      (_request, response) => {
        response.on('error', () => {});
        response.end(Buffer.alloc(9 * 1024 * 1024, 0x20));
      },
      `failed to call webhook: Post "${hook.url}/review?timeout=10s": the response has more than 8388608 bytes`,
    ],
  };
  const bodies: Readonly<Record<string, readonly [WebhookAnswer, string]>> = {
    patch: [
      answer({ patch: 'W10=' }),
      'received invalid webhook response: validating webhook may not return response.patch',
    ],
  };
  for (const failurePolicy of ['Fail', 'Ignore']) {
    for (const type of ['Validating', 'Mutating'] as const) {
      await configure(type, 'x', webhook({ failurePolicy }));
      const all = type === 'Validating' ? { ...faults, ...bodies } : faults;
      for (const [name, [fault, message]] of Object.entries(all)) {
        hook.answer = fault;
        const made = await create(`${type}-${name}`.toLowerCase());
        if (failurePolicy === 'Ignore') t.equal(made.status, 201, `${type} ${name}`);
        else {
          t.equal(made.status, 500);
          t.match(made.object, { reason: 'InternalError', message: failing + message }, `${type} ${name}`);
        }
      }
      await configure(type, 'x');
    }
  }
  t.notOk(
    paths(hook).some((path) => path.includes('elsewhere')),
    'no redirect is followed',
  );
});

t.test('a patch that does not fit is an error, with any failure policy', async (t) => {
  const { hook, ask, webhook, configure, create } = await scene(t);
  await configure('Mutating', 'x', webhook({ failurePolicy: 'Ignore' }));
  for (const operation of [
    { op: 'replace', path: '/data/no/where', value: 1 },
    { op: 'add', path: '/data', value: 'text' },
  ]) {
    hook.answer = answer(patch(operation));
    t.match(await create('a'), { status: 500, object: { reason: 'InternalError' } });
  }
  hook.answer = answer();
  await create('a');
  hook.answer = answer(patch(label('x')));
  t.match(await ask('DELETE', `${maps}/a`), {
    status: 500,
    object: {
      message:
        'Internal error occurred: admission webhook "one.example.com" attempted to modify the object, which is not supported for this operation',
    },
  });
  hook.answer = answer({ patch: 'W10=', patchType: undefined });
  t.equal((await create('b')).status, 201, 'while a patch without a type is a failed call, which is ignored');
});

t.test('a patch cannot make another kind of the object, or move it; what it removes of both comes back', async (t) => {
  const { hook, webhook, configure, create, ask } = await scene(t);
  await configure('Mutating', 'm', webhook());
  const answered = async (name: string, ...operations: readonly object[]) => {
    hook.answer = answer(patch(...operations));
    return create(name);
  };
  for (const [path, value] of [
    ['/kind', 'ServiceAccount'],
    ['/kind', 'Nothing'],
    ['/apiVersion', 'apps/v1'],
  ]) {
    const { status, object } = await answered('other', { op: 'replace', path, value });
    t.match([status, object.message], [500, /unknown conversion/], `${path}: ${value}`);
  }
  const moved = await answered('other', { op: 'replace', path: '/metadata/namespace', value: '{maker}-system' });
  t.match(
    [moved.status, moved.object.message],
    [400, 'the namespace of the provided object does not match the namespace sent on the request'],
  );
  t.equal((await ask('GET', `${maps}/other`)).status, 404);
  for (const [name, path] of [
    ['no-kind', '/kind'],
    ['no-version', '/apiVersion'],
    ['no-namespace', '/metadata/namespace'],
  ] as const) {
    const { status, object } = await answered(name, { op: 'remove', path });
    t.equal(status, 201, object.message ?? '');
    const stored = (await ask('GET', `${maps}/${name}`)).object;
    t.match(stored, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' } });
  }
});

t.test('dry runs reach webhooks without side effects only', async (t) => {
  const { hook, webhook, configure, create } = await scene(t);
  await configure('Validating', 'x', webhook({ sideEffects: 'NoneOnDryRun' }));
  t.equal((await create('a', {}, '?dryRun=All')).status, 201);
  t.match(reviewOf(hook.requests[0] as WebhookRequest).request, { dryRun: true });
});

t.test('namespaces, labels and conditions say which writes a webhook is asked about', async (t) => {
  const { hook, ask, webhook, configure, create } = await scene(t);
  hook.answer = answer({ allowed: false });
  const refuses = async (more: object, body: object = {}) => {
    await configure('Validating', 'x', webhook(more));
    const made = await create('a', body);
    if (made.status === 201) await configure('Validating', 'x');
    await ask('DELETE', `${maps}/a`);
    return made.status;
  };
  const metadata = (name: string) => ({ [vendor.fill('{label}/metadata.name')]: name });
  t.equal(await refuses({ namespaceSelector: { matchLabels: metadata('default') } }), 400);
  t.equal(await refuses({ namespaceSelector: { matchLabels: metadata('other') } }), 201);
  const labelled = { metadata: { name: 'a', labels: { guarded: 'yes' } } };
  t.equal(await refuses({ objectSelector: { matchLabels: { guarded: 'yes' } } }, labelled), 400);
  t.equal(await refuses({ objectSelector: { matchLabels: { guarded: 'yes' } } }), 201);
  const when = (expression: string, more: object = {}) =>
    refuses({ matchConditions: [{ name: 'when', expression }], ...more });
  t.equal(await when("request.operation == 'CREATE' && object.metadata.name == 'a'"), 400);
  t.equal(await when("object.metadata.name == 'b'"), 201);
  t.equal(await when('authorizer.group("").resource("configmaps").check("create").allowed()'), 400);
  t.equal(await when('authorizer.requestResource.check("create").allowed() && oldObject != null'), 201);
  t.equal(await when('object.nothing == 1'), 403);
  t.equal(await when('object.nothing == 1', { failurePolicy: 'Ignore' }), 201);
});

t.test('a webhook sees other versions of its resources converted, and configurations never', async (t) => {
  const { hook, ask, webhook, configure } = await scene(t);
  const rules = [{ operations: ['*'], apiGroups: ['autoscaling'], apiVersions: ['v2'], resources: ['*'] }];
  await configure('Mutating', 'x', webhook({ rules }));
  hook.answer = answer(patch({ op: 'replace', path: '/spec/maxReplicas', value: 7 }));
  const scaler = {
    metadata: { name: 'a' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
      maxReplicas: 3,
      targetCPUUtilizationPercentage: 50,
    },
  };
  const scalers = '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers';
  const { object } = await ask('POST', scalers, scaler);
  t.match(object, { apiVersion: 'autoscaling/v1', spec: { maxReplicas: 7, targetCPUUtilizationPercentage: 50 } });
  t.match(reviewOf(hook.requests[0] as WebhookRequest).request, {
    kind: { version: 'v2' },
    resource: { version: 'v2' },
    requestKind: { version: 'v1' },
    requestResource: { version: 'v1' },
    object: { apiVersion: 'autoscaling/v2', spec: { metrics: [{ resource: { target: { averageUtilization: 50 } } }] } },
  });
  await configure('Mutating', 'x', webhook({ rules, matchPolicy: 'Exact' }));
  hook.requests.length = 0;
  await ask('POST', scalers, { ...scaler, metadata: { name: 'b' } });
  t.strictSame(hook.requests, []);
  const everything = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }];
  hook.answer = answer({ allowed: false });
  await configure('Validating', 'all', webhook({ rules: everything }));
  t.equal((await ask('DELETE', `${scalers}/b`)).status, 400);
  await configure('Validating', 'all');
  t.equal((await ask('DELETE', `${scalers}/b`)).status, 200, 'it could be removed again');
});

t.test('warnings of webhooks are sent, and their calls are counted', async (t) => {
  const { hook, administrator, webhook, configure, create } = await scene(t);
  await configure('Validating', 'x', webhook({ failurePolicy: 'Ignore' }));
  hook.answer = answer({ warnings: ['mind the gap'], auditAnnotations: { key: 'value' } });
  const { headers } = await administrator('POST', maps, { metadata: { name: 'a' } });
  t.equal(headers['warning'], '299 - "mind the gap"');
  hook.answer = (_request, response) => void response.writeHead(503).end();
  await create('b');
  hook.answer = answer({ allowed: false, status: { code: 409 } });
  await create('c');
  const { text } = await administrator('GET', '/metrics');
  const labels = 'name="one.example.com",type="validating",operation="CREATE"';
  const has = (line: string) => t.ok(text.includes(line), line);
  has(`apiserver_admission_webhook_request_total{${labels},code="200",rejected="false"} 1`);
  has(`apiserver_admission_webhook_request_total{${labels},code="503",rejected="false"} 1`);
  has(`apiserver_admission_webhook_rejection_count{${labels},error_type="no_error",rejection_code="409"} 1`);
  has('apiserver_admission_webhook_fail_open_count{name="one.example.com",type="validating"} 1');
});
