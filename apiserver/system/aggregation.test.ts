// A version of a group that another server answers: requests reach it with the identity of their users, answers come back as they are,
// clients find it in discovery and OpenAPI; and the APIServices of what this server answers itself are kept.

import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { load } from 'js-yaml';
import t, { type Test } from 'tap';
import { createAuthority, issueCertificate } from '../../shared/certificates/authority.ts';
import { type Client, createClient } from '../../shared/client/index.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import { startApiServer } from '../server.ts';
import type { ApiServer } from '../config/option/options.ts';

t.setTimeout(240_000);
const clock = systemClock;
const vendor = vendorOf('kubernetes');
const registration = vendor.fill('apiregistration.{api}');
const group = 'metrics.example.com';
const root = `/apis/${group}/v1`;
const apiServices = { group: registration, version: 'v1', resource: 'apiservices' };
const services = { group: '', version: 'v1', resource: 'services' };

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly proxy: string | undefined;
  readonly body: string;
}

const authority = createAuthority({ commonName: 'front-proxy', clock });
const proxy = issueCertificate(authority, { commonName: 'the-proxy', usages: ['client'], clock });
const proxyClient = { certificate: proxy.certificatePem, privateKey: proxy.keyPem };

/** The other server: knows callers by the certificate of the proxy, and remembers what it was asked. */
async function otherServer(t: Test, server: Pick<ApiServer, 'servingCertificate'>, answers = answer) {
  const { certificate, privateKey, ca } = server.servingCertificate(['metrics.default.svc']);
  const asked: Asked[] = [];
  const listener = createServer({
    cert: certificate,
    key: privateKey,
    ca: authority.certificatePem,
    requestCert: true,
    rejectUnauthorized: false,
  });
  const remember = async (request: IncomingMessage): Promise<Asked> => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const socket = request.socket as TLSSocket;
    const proxy = socket.authorized ? String(socket.getPeerCertificate().subject.CN) : undefined;
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, proxy, body };
    asked.push(one);
    return one;
  };
  listener.on('request', (request, response) => {
    void remember(request).then((one) => answers(one, response));
  });
  listener.on('upgrade', (request: IncomingMessage, socket) => {
    if (request.url?.includes('refused') === true) {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nno!');
      return;
    }
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Own: yes\r\n\r\n');
    socket.on('data', (chunk: Buffer) => socket.write(chunk.toString().toUpperCase()));
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
  });
  listener.listen(0, 'localhost');
  await once(listener, 'listening');
  t.teardown(() => {
    listener.close();
    listener.closeAllConnections();
  });
  return { port: (listener.address() as AddressInfo).port, ca, asked };
}

const things = [
  { name: 'things', singularName: 'thing', namespaced: true, kind: 'Thing', verbs: ['get', 'list', 'watch'] },
];

function answer({ url, body }: Asked, response: ServerResponse): void {
  const json = (value: unknown): void => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-own': 'yes' });
    response.end(JSON.stringify(value));
  };
  const path = url.split('?')[0] ?? '';
  if (path === root)
    return json({ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: `${group}/v1`, resources: things });
  if (path === '/openapi/v3')
    return json({ paths: { [root.slice(1)]: { serverRelativeURL: '/openapi/v3/own?hash=A' } } });
  if (path === '/openapi/v3/own') {
    const schemas = { 'com.example.Thing': { type: 'object', properties: { size: { type: 'integer' } } } };
    return json({
      openapi: '3.0.0',
      info: { title: 'x', version: '1' },
      paths: { [`${root}/things`]: {} },
      components: { schemas },
    });
  }
  if (path.endsWith('/moved')) {
    response.writeHead(302, { location: 'https://elsewhere.example.com/' });
    response.end();
    return;
  }
  if (path.startsWith(`${root}/`)) {
    if (url.includes('watch=true')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"type":"ADDED"}\n');
      setTimeout(() => response.end('{"type":"DELETED"}\n'), 20);
      return;
    }
    return json({ kind: 'ThingList', url, body });
  }
  response.writeHead(404, { 'content-type': 'text/plain' });
  response.end('no such page');
}

/** A server of the time before OpenAPI v3. */
function olderAnswer(asked: Asked, response: ServerResponse): void {
  if (asked.url.startsWith('/openapi/v2')) {
    const schema = { $ref: '#/definitions/com.example.Thing' };
    const get = { produces: ['application/json'], responses: { 200: { description: 'OK', schema } } };
    const definitions = { 'com.example.Thing': { type: 'object' }, 'com.example.Other': { type: 'object' } };
    const paths = { [`${root}/things`]: { get }, '/apis/elsewhere.example.com/v1/others': {} };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ swagger: '2.0', info: { title: 'x', version: '1' }, paths, definitions }));
  } else if (asked.url.startsWith('/openapi/')) {
    response.writeHead(404);
    response.end();
  } else answer(asked, response);
}

const serviceOf = (port: number) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'metrics', namespace: 'default' },
  spec: { type: 'ExternalName', externalName: 'localhost', ports: [{ port }] },
});

const apiServiceOf = (port: number, more: object) => ({
  apiVersion: `${registration}/v1`,
  kind: 'APIService',
  metadata: { name: `v1.${group}` },
  spec: {
    group,
    version: 'v1',
    groupPriorityMinimum: 2000,
    versionPriority: 10,
    service: { namespace: 'default', name: 'metrics', port },
    ...more,
  },
});

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

async function condition(client: Client, wanted: (one: Condition) => boolean): Promise<Condition> {
  for (let tries = 0; ; tries += 1) {
    const object = await client.resource(apiServices).get(`v1.${group}`);
    const { conditions = [] } = (object['status'] ?? {}) as { readonly conditions?: readonly Condition[] };
    const found = conditions.find(({ type }) => type === 'Available');
    if (found !== undefined && wanted(found)) return found;
    if (tries === 400) throw new Error(`the condition is ${JSON.stringify(found)}`);
    await clock.sleep(50);
  }
}

async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (tries === 400) throw new Error(`the answer is ${JSON.stringify(answer).slice(0, 500)}`);
    await clock.sleep(50);
  }
}

interface ConnectionFile {
  readonly users: readonly [{ readonly user: Readonly<Record<string, string>> }];
}

t.test('another server serves a version of a group, and gets the user of the request (REQHDR)', async (t) => {
  await using server = await startApiServer({ vendor: 'kubernetes', proxyClient });
  const other = await otherServer(t, server);
  await using client = await createClient({ kubeconfig: server.kubeconfig });
  const caBundle = Buffer.from(other.ca).toString('base64');
  const ask = administratorOf(server);

  t.equal((await ask('GET', root)).status, 404, 'no server answers it');
  await client.resource(apiServices).create(apiServiceOf(other.port, { caBundle }));
  t.match(await condition(client, ({ status }) => status === 'False'), {
    reason: 'ServiceNotFound',
    message: 'service/metrics in "default" is not present',
  });
  const unavailable = await ask('GET', `${root}/things`);
  t.strictSame([unavailable.status, unavailable.text], [503, 'service unavailable\n']);
  t.match(unavailable.headers['content-type'], /^text\/plain/);

  await client.resource(services).in('default').create(serviceOf(other.port));
  t.match(await condition(client, ({ status }) => status === 'True'), {
    reason: 'Passed',
    message: 'all checks passed',
  });

  other.asked.length = 0;
  const jane = administratorOf({ ...server, kubeconfig: server.user('jane', ['readers', 'system:masters']) });
  const read = await jane('GET', `${root}/namespaces/a/things?limit=5&continue=%2B`, undefined, {
    'x-remote-user': 'somebody',
    'x-remote-group': 'system:masters',
    'x-remote-extra-scope': 'all',
    connection: 'x-private',
    'x-private': '1',
    'x-public': '2',
  });
  t.strictSame([read.status, read.headers['x-own']], [200, 'yes']);
  const seen = other.asked.find(({ url }) => url.includes('/things?'));
  t.match(seen, { url: `${root}/namespaces/a/things?limit=5&continue=%2B`, proxy: 'the-proxy' });
  t.match(seen?.headers, {
    'x-remote-user': 'jane',
    'x-remote-group': 'readers, system:masters, system:authenticated',
    'x-public': '2',
  });
  t.match(seen?.headers, {
    'audit-id': read.headers['audit-id'],
    'x-forwarded-host': `localhost:${other.port}`,
    'x-forwarded-proto': 'https',
    'x-forwarded-uri': `${root}/namespaces/a/things`,
  });
  for (const name of ['x-remote-extra-scope', 'x-private', 'authorization', 'impersonate-user'])
    t.notOk(name in (seen?.headers ?? {}), name);

  const impersonated = await ask(
    'POST',
    `${root}/namespaces/a/things`,
    { size: 1 },
    {
      'impersonate-user': 'jim',
      'impersonate-group': 'writers',
      'impersonate-extra-example.com%2fscopes': 'a b',
      'impersonate-uid': 'u-1',
    },
  );
  t.equal(impersonated.status, 403, 'jim may not');
  await ask(
    'POST',
    `${root}/namespaces/a/things`,
    { size: 1 },
    {
      'impersonate-user': 'jim',
      'impersonate-group': 'system:masters',
      'impersonate-extra-example.com%2fscopes': 'a b',
      'impersonate-uid': 'u-1',
    },
  );
  const written = other.asked.at(-1);
  t.match(written, { method: 'POST', body: '{"size":1}' });
  t.match(written?.headers, {
    'x-remote-user': 'jim',
    'x-remote-uid': 'u-1',
    'x-remote-extra-example.com%2fscopes': 'a b',
    'content-type': 'application/json',
  });

  const watched = await ask('GET', `${root}/things?watch=true`);
  t.equal(watched.text, '{"type":"ADDED"}\n{"type":"DELETED"}\n');
  const moved = await ask('GET', `${root}/things/moved`);
  t.strictSame(
    [moved.status, moved.text, moved.headers.location],
    [502, 'the backend attempted to redirect this request, which is not permitted\n', undefined],
  );
  t.equal((await ask('GET', `/apis/${group}/v2/things`)).status, 404, 'another version of the group');

  await client.resource(services).in('default').delete('metrics');
  t.match(await condition(client, ({ status }) => status === 'False'), { reason: 'ServiceNotFound' });
  t.equal((await ask('GET', `${root}/things`)).status, 503);
  await client.resource(apiServices).delete(`v1.${group}`);
  await until(
    () => ask('GET', `${root}/things`),
    ({ status }) => status === 404,
  );
});

t.test('the protocol is changed only where the other server changes it', async (t) => {
  await using server = await startApiServer({ vendor: 'kubernetes', proxyClient });
  const other = await otherServer(t, server);
  await using client = await createClient({ kubeconfig: server.kubeconfig });
  await client.resource(services).in('default').create(serviceOf(other.port));
  await client.resource(apiServices).create(apiServiceOf(other.port, { insecureSkipTLSVerify: true }));
  await condition(client, ({ status }) => status === 'True');
  const [{ user }] = (load(server.kubeconfig) as ConnectionFile).users;
  const decoded = (name: string) => Buffer.from(user[name] ?? '', 'base64');
  const connect = (path: string) =>
    httpsRequest(new URL(path, server.url), {
      headers: { connection: 'Upgrade', upgrade: 'SPDY/3.1' },
      agent: false,
      ca: server.caCertificate,
      cert: decoded('client-certificate-data'),
      key: decoded('client-key-data'),
    });
  const changed = connect(`${root}/things/a/stream`);
  changed.end();
  const [response, socket] = (await once(changed, 'upgrade')) as [IncomingMessage, TLSSocket];
  t.strictSame([response.statusCode, response.headers['x-own']], [101, 'yes']);
  socket.write('hello');
  t.equal(String((await once(socket, 'data'))[0]), 'HELLO');
  socket.end();
  await once(socket, 'close');

  const refused = connect(`${root}/things/a/refused`);
  refused.end();
  const [plain] = (await once(refused, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of plain) text += String(chunk);
  t.strictSame([plain.statusCode, text], [403, 'no!']);
});

t.test(
  'a server whose certificate does not match the bundle gets no request, and the condition has the reason',
  async (t) => {
    await using server = await startApiServer({ vendor: 'kubernetes', proxyClient });
    const other = await otherServer(t, server);
    await using client = await createClient({ kubeconfig: server.kubeconfig });
    await client.resource(services).in('default').create(serviceOf(other.port));
    const wrong = Buffer.from(authority.certificatePem).toString('base64');
    await client.resource(apiServices).create(apiServiceOf(other.port, { caBundle: wrong }));
    await condition(client, ({ status }) => status === 'True');
    other.asked.length = 0;
    const { status, text } = await administratorOf(server)('GET', `${root}/things`);
    t.equal(status, 503);
    t.match(text, /^error trying to reach service: .*x509: certificate signed by unknown authority/);
    t.notOk(other.asked.some(({ url }) => url === `${root}/things`));
  },
);

t.test('clients find the version in discovery and OpenAPI, among the others by its rank', async (t) => {
  await using server = await startApiServer({ vendor: 'kubernetes', proxyClient });
  const other = await otherServer(t, server);
  await using client = await createClient({ kubeconfig: server.kubeconfig });
  const caBundle = Buffer.from(other.ca).toString('base64');
  const ask = administratorOf(server);
  const json = async (path: string, headers = {}) =>
    JSON.parse((await ask('GET', path, undefined, headers)).text) as never;
  interface GroupList {
    readonly groups: readonly { readonly name: string; readonly versions: readonly object[] }[];
  }
  await client.resource(apiServices).create(apiServiceOf(other.port, { caBundle }));
  const listed = async (): Promise<readonly string[]> =>
    ((await json('/apis')) as GroupList).groups.map(({ name }) => name);
  await until(listed, (names) => names.includes(group));
  t.equal((await listed()).at(-1), group, 'behind everything built in');
  t.match(await json(`/apis/${group}`), { kind: 'APIGroup', preferredVersion: { groupVersion: `${group}/v1` } });

  const form = vendor.fill('application/json;g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList');
  interface Discovered {
    readonly items: readonly { readonly metadata: { readonly name?: string }; readonly versions: readonly Version[] }[];
  }
  interface Version {
    readonly version: string;
    readonly freshness: string;
    readonly resources?: readonly { readonly resource: string; readonly scope: string }[];
  }
  const discovered = async (): Promise<Version | undefined> =>
    ((await json('/apis', { accept: form })) as Discovered).items.find(({ metadata }) => metadata.name === group)
      ?.versions[0];
  t.match(await until(discovered, (one) => one !== undefined), { version: 'v1', freshness: 'Stale' });
  await client.resource(services).in('default').create(serviceOf(other.port));
  t.match(await until(discovered, (one) => one?.freshness === 'Current'), {
    resources: [
      { resource: 'things', scope: 'Namespaced', responseKind: { kind: 'Thing' }, verbs: ['get', 'list', 'watch'] },
    ],
  });

  interface Index {
    readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string } | undefined>>;
  }
  const index = async (): Promise<Index> => json('/openapi/v3');
  const path = root.slice(1);
  const { paths } = await until(index, (one) => one.paths[path] !== undefined);
  const document = await ask('GET', paths[path]?.serverRelativeURL ?? '');
  t.match(document.headers['cache-control'], /immutable/);
  t.match(document.text, '"com.example.Thing"');
  const older = (await json('/openapi/v2')) as { readonly paths: object; readonly definitions: object };
  t.ok(`${root}/things` in older.paths);
  t.ok('com.example.Thing' in older.definitions);

  const service = serviceOf(other.port);
  await client.resource(services).in('default').delete(service.metadata.name);
  const gone = await until(discovered, (one) => one?.freshness === 'Stale');
  t.strictSame(gone, { version: 'v1', freshness: 'Stale' }, 'nothing is said of resources that cannot be reached');
  await client.resource(services).in('default').create(service);
  const back = await until(discovered, (one) => one?.freshness === 'Current');
  t.equal(back?.resources?.[0]?.resource, 'things');
});

t.test('a version whose server has the older OpenAPI only is in both forms', async (t) => {
  await using server = await startApiServer({ vendor: 'kubernetes', proxyClient });
  const other = await otherServer(t, server, olderAnswer);
  await using client = await createClient({ kubeconfig: server.kubeconfig });
  const caBundle = Buffer.from(other.ca).toString('base64');
  const ask = administratorOf(server);
  await client.resource(services).in('default').create(serviceOf(other.port));
  await client.resource(apiServices).create(apiServiceOf(other.port, { caBundle }));
  interface Index {
    readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string } | undefined>>;
  }
  const index = async (): Promise<Index> => JSON.parse((await ask('GET', '/openapi/v3')).text) as Index;
  const { paths } = await until(index, (one) => one.paths[root.slice(1)] !== undefined);
  const newer = JSON.parse((await ask('GET', paths[root.slice(1)]?.serverRelativeURL ?? '')).text) as object;
  const schema = { $ref: '#/components/schemas/com.example.Thing' };
  t.match(newer, {
    openapi: '3.0.0',
    paths: { [`${root}/things`]: { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
  });
  const older = JSON.parse((await ask('GET', '/openapi/v2')).text) as { paths: object; definitions: object };
  t.ok(`${root}/things` in older.paths);
  t.ok('com.example.Thing' in older.definitions);
  t.notOk('com.example.Other' in older.definitions, 'what the version does not need stays where it is');
  t.notOk('/apis/elsewhere.example.com/v1/others' in older.paths);
});

t.test('what this server answers itself has APIServices that it keeps', async (t) => {
  await using server = await startApiServer({ vendor: 'kubernetes' });
  await using client = await createClient({ kubeconfig: server.kubeconfig });
  const label = vendor.fill('{short}-aggregator.{label}/automanaged');
  const all = async () =>
    new Map((await client.resource(apiServices).list()).items.map((one) => [one.metadata.name ?? '', one] as const));
  const built = await until(all, (found) => found.has('v1.apps') && found.has('v1.'));
  t.match(built.get('v1.apps'), {
    metadata: { labels: { [label]: 'onstart' } },
    spec: { group: 'apps', version: 'v1', groupPriorityMinimum: 17_800, versionPriority: 15 },
    status: { conditions: [{ type: 'Available', status: 'True', reason: 'Local' }] },
  });
  t.notOk(built.has(`v1.${registration}`), 'its own group has none');
  t.notOk(built.has(vendor.fill('v1beta1.networking.{api}')), 'a version that is not served has none');

  const extensions = vendor.fill('apiextensions.{api}');
  const definitions = { group: extensions, version: 'v1', resource: 'customresourcedefinitions' };
  await server.install({
    definitions: [
      {
        apiVersion: `${extensions}/v1`,
        kind: 'CustomResourceDefinition',
        metadata: { name: 'backups.example.com' },
        spec: {
          group: 'example.com',
          scope: 'Namespaced',
          names: { plural: 'backups', singular: 'backup', kind: 'Backup', listKind: 'BackupList' },
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
        },
      },
    ],
  });
  const own = (await until(all, (found) => found.has('v1.example.com'))).get('v1.example.com');
  t.match(own, {
    metadata: { labels: { [label]: 'true' } },
    spec: { groupPriorityMinimum: 1000, versionPriority: 100 },
  });
  await client.resource(apiServices).delete('v1.example.com');
  const again = await until(all, (found) => found.has('v1.example.com'));
  t.not(again.get('v1.example.com')?.metadata.uid, own?.metadata.uid, 'it is made again');
  await client.resource(apiServices).patch('v1.example.com', 'merge', { spec: { versionPriority: 7 } });
  await until(all, (found) => JSON.stringify(found.get('v1.example.com')).includes('"versionPriority":100'));
  await client.resource(definitions).delete('backups.example.com');
  await until(all, (found) => !found.has('v1.example.com'));
});
