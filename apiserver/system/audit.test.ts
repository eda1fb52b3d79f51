import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Agent, request } from 'undici';
import { vendorOf } from '../../shared/vendor/profile.ts';
import type { VendorId } from '../../shared/vendor/vendor.ts';
import type { AuditEvent } from '../audit/audit-event.ts';
import { type ApiServer, startApiServer } from '../index.ts';
import type { AuditLogOptions } from '../config/option/options.ts';

const vendor = vendorOf('orch');
const tokens = 'jane-token,jane,1,system:masters';
const maps = '/api/v1/namespaces/default/configmaps';

interface Scene {
  readonly server: ApiServer;
  readonly path: string;
  readonly ask: (
    method: string,
    path: string,
    more?: { body?: string | Buffer; headers?: Record<string, string> },
  ) => Promise<Asked>;
  /** The events of one request, once the last of them is there. */
  readonly eventsOf: (auditId: string, last?: string) => Promise<readonly AuditEvent[]>;
}
interface Asked {
  readonly status: number;
  readonly auditId: string;
  readonly text: string;
}

async function scene(
  t: Test,
  rules: string,
  vendorId: VendorId = 'orch',
  log: Partial<AuditLogOptions> = {},
): Promise<Scene> {
  const path = join(t.testdir(), 'log', 'audit.log');
  const policy = vendorOf(vendorId).fill(`apiVersion: audit.{api}/v1\nkind: Policy\n${rules}`);
  const server = await startApiServer({
    vendor: vendorId,
    tokenFile: tokens,
    controllers: false,
    audit: { policy, log: { path, ...log } },
  });
  t.teardown(() => server.stop());
  const dispatcher = new Agent({ connect: { ca: server.caCertificate } });
  t.teardown(() => dispatcher.destroy());
  const ask: Scene['ask'] = async (method, target, { body, headers = {} } = {}) => {
    const answer = await request(new URL(target, server.url), {
      dispatcher,
      method: method as 'GET',
      headers: {
        authorization: 'Bearer jane-token',
        'user-agent': 'test/1',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.statusCode, auditId: String(answer.headers['audit-id']), text: await answer.body.text() };
  };
  const eventsOf: Scene['eventsOf'] = async (auditId, last = 'ResponseComplete') => {
    // The last event is written after the answer has left.
    for (const end = performance.now() + 60_000; performance.now() < end; ) {
      const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
      const events = lines.map((line) => JSON.parse(line) as AuditEvent).filter((one) => one.auditID === auditId);
      if (events.some(({ stage }) => stage === last)) return events;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`no event of ${auditId} in stage ${last}`);
  };
  return { server, path, ask, eventsOf };
}

const secret = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'password' },
  data: { key: Buffer.from('hunter2').toString('base64') },
});

for (const id of ['orch', 'kubernetes'] as const) {
  const own = vendorOf(id);
  t.test(`a request is recorded when it comes and when it is answered (${id})`, async (t) => {
    const { ask, eventsOf, path } = await scene(t, 'rules: [{level: Metadata}]', id);
    const { auditId, status } = await ask('POST', '/api/v1/namespaces/default/secrets', {
      body: secret,
      headers: { 'audit-id': 'mine-1', 'x-forwarded-for': '10.1.2.3, nonsense' },
    });
    t.equal(auditId, 'mine-1', 'the id that the client gives is taken');
    const [received, complete, ...more] = await eventsOf(auditId);
    t.strictSame(more, []);
    t.match(received, {
      kind: 'Event',
      apiVersion: own.fill('audit.{api}/v1'),
      level: 'Metadata',
      stage: 'RequestReceived',
      requestURI: '/api/v1/namespaces/default/secrets',
      verb: 'create',
      user: { username: 'jane', uid: '1', groups: ['system:masters', 'system:authenticated'] },
      sourceIPs: ['10.1.2.3', '127.0.0.1'],
      userAgent: 'test/1',
      objectRef: { resource: 'secrets', namespace: 'default', apiVersion: 'v1' },
    });
    t.match(complete, {
      stage: 'ResponseComplete',
      responseStatus: { metadata: {}, code: status },
      objectRef: { name: 'password' },
      annotations: {
        [own.fill('authorization.{api}/decision')]: 'allow',
        [own.fill('authorization.{api}/reason')]: '',
      },
      requestReceivedTimestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
    });
    const text = await readFile(path, 'utf8');
    t.notMatch(text, /aHVudGVyMg|hunter2|jane-token/, 'no secret is written at level Metadata');
    t.equal((await stat(path)).mode & 0o777, 0o600);
  });
}

t.test('bodies are recorded as the level says, in any media type', async (t) => {
  const { ask, eventsOf } = await scene(
    t,
    `
omitStages: [RequestReceived]
rules:
- level: RequestResponse
  resources: [{group: "", resources: [configmaps]}]
- level: Request
  verbs: [create, patch]
`,
  );
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } });
  const [created] = await eventsOf((await ask('POST', maps, { body })).auditId);
  t.match(created, {
    requestObject: { kind: 'ConfigMap', data: { k: 'v' } },
    responseObject: { kind: 'ConfigMap', metadata: { name: 'a', uid: String, resourceVersion: String } },
  });
  const yaml = await ask('GET', `${maps}/a`, { headers: { accept: 'application/yaml' } });
  t.match((await eventsOf(yaml.auditId))[0], { responseObject: { data: { k: 'v' } } });
  const binary = await ask('GET', maps, { headers: { accept: vendor.fill('application/vnd.{maker}.protobuf') } });
  t.match((await eventsOf(binary.auditId))[0], {
    responseObject: { kind: 'ConfigMapList', items: [{ data: { k: 'v' } }] },
  });
  const missing = await ask('GET', `${maps}/none`);
  t.match((await eventsOf(missing.auditId))[0], {
    responseStatus: { metadata: {}, status: 'Failure', reason: 'NotFound', code: 404, details: { name: 'none' } },
    responseObject: { kind: 'Status', code: 404 },
  });
  const patched = await ask('PATCH', '/api/v1/namespaces/default', {
    body: '{"metadata":{"labels":{"a":"b"}}}',
    headers: { 'content-type': 'application/merge-patch+json' },
  });
  const [patch] = await eventsOf(patched.auditId);
  t.match(patch, { verb: 'patch', requestObject: { metadata: { labels: { a: 'b' } } } });
  t.notOk(patch !== undefined && 'responseObject' in patch, 'level Request leaves the answer out');
});

t.test('a watch has events for its start and its end', async (t) => {
  const { ask, eventsOf } = await scene(t, 'rules: [{level: RequestResponse}]');
  const { auditId } = await ask('GET', `${maps}?watch=1&timeoutSeconds=1`);
  const events = await eventsOf(auditId);
  t.strictSame(
    events.map(({ stage, responseStatus }) => [stage, responseStatus?.code]),
    [
      ['RequestReceived', undefined],
      ['ResponseStarted', 200],
      ['ResponseComplete', 200],
    ],
  );
  t.notOk(
    events.some((event) => 'responseObject' in event),
    'what a watch sends is not recorded',
  );
});

t.test('who acts as somebody else is named beside him, and who was not let in is recorded', async (t) => {
  const { ask, eventsOf } = await scene(t, 'rules: [{level: Metadata}]');
  const acting = await ask('GET', maps, { headers: { 'impersonate-user': 'joe' } });
  t.equal(acting.status, 403);
  t.match((await eventsOf(acting.auditId)).at(-1), {
    user: { username: 'jane' },
    impersonatedUser: { username: 'joe', groups: ['system:authenticated'] },
    responseStatus: { reason: 'Forbidden', code: 403 },
    annotations: { [vendor.fill('authorization.{api}/decision')]: 'forbid' },
  });
  const refused = await ask('GET', maps, { headers: { authorization: 'Bearer wrong' } });
  t.equal(refused.status, 401);
  const events = await eventsOf(refused.auditId, 'ResponseStarted');
  t.strictSame(
    events.map(({ stage, user }) => [stage, user]),
    [['ResponseStarted', {}]],
  );
  t.equal(events[0]?.responseStatus?.code, 401);
});

t.test('requests that the policy does not select are not recorded, and metrics count the others', async (t) => {
  const { ask, eventsOf, path } = await scene(
    t,
    'omitStages: [RequestReceived]\nrules: [{level: Metadata, nonResourceURLs: [/version]}]',
  );
  await ask('GET', maps);
  await eventsOf((await ask('GET', '/version')).auditId);
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  t.equal(lines.length, 1);
  const { text } = await ask('GET', '/metrics');
  t.match(text, /^apiserver_audit_event_total 1$/m);
  t.match(text, /^apiserver_audit_level_total\{level="Metadata"\} 1$/m);
  t.match(text, /^apiserver_audit_level_total\{level="None"\} \d+$/m);
});

t.test('events go to a webhook as well, as lists', async (t) => {
  const lists: { kind: string; apiVersion: string; items: AuditEvent[] }[] = [];
  const receiver = createServer((incoming, answer) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      lists.push({ url: incoming.url, ...JSON.parse(Buffer.concat(chunks).toString()) });
      answer.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  t.teardown(() => receiver.close());
  const { port } = receiver.address() as AddressInfo;
  const folder = t.testdir({
    webhook: JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'w', cluster: { server: `http://127.0.0.1:${port}/audit` } }],
      contexts: [{ name: 'w', context: { cluster: 'w', user: '' } }],
      'current-context': 'w',
    }),
  });
  const server = await startApiServer({
    controllers: false,
    audit: {
      policy: vendor.fill(
        'apiVersion: audit.{api}/v1\nkind: Policy\nrules: [{level: Metadata, nonResourceURLs: [/version]}]',
      ),
      log: { path: join(folder, 'audit.log') },
      webhook: { configPath: join(folder, 'webhook') },
    },
  });
  const dispatcher = new Agent({ connect: { ca: server.caCertificate } });
  t.teardown(() => dispatcher.destroy());
  await (await request(new URL('/version', server.url), { dispatcher })).body.text();
  await server.stop();
  t.match(lists, [
    {
      url: '/audit',
      kind: 'EventList',
      apiVersion: vendor.fill('audit.{api}/v1'),
      items: [{ stage: 'RequestReceived' }, { stage: 'ResponseComplete', requestURI: '/version' }],
    },
  ]);
  t.equal((await readFile(join(folder, 'audit.log'), 'utf8')).trim().split('\n').length, 2);
});

t.test('an invalid policy stops the start with the reason', async (t) => {
  const audit = { policy: 'kind: Policy', policyPath: '/etc/policy.yaml', log: { path: join(t.testdir(), 'a.log') } };
  await t.rejects(startApiServer({ audit }), {
    message:
      /^the audit policy cannot be used: it must be kind Policy of audit\.[a-z.]+\/v1, not kind "Policy" of none: from file \/etc\/policy\.yaml$/,
  });
  const policy = vendor.fill('apiVersion: audit.{api}/v1\nkind: Policy\nrules: [{level: None}]');
  const file = join(t.testdir({ file: '' }), 'file');
  await t.rejects(startApiServer({ audit: { policy, log: { path: join(file, 'audit.log') } } }), {
    message: /^the audit log .*\/file\/audit\.log cannot be written: E/,
  });
});
