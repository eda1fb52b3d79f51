// What is asked of agents and pods for the streams and proxies of pods and services.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Duplex, PassThrough } from 'node:stream';
import t, { type Test } from 'tap';
import { Agent } from 'undici';
import { inProcess } from '../../fixtures/apiserver/registry.fixture.ts';
import type { RequestHead, Response } from '../registry/contract/resource-handler.ts';
import { makeNodeForward } from './node-forward.ts';

/** One server that is an agent and what runs in pods: repeats what it was asked, and what comes on changed connections. */
async function scene(t: Test) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const location = redirects.get(request.url ?? '');
    response.writeHead(location === undefined ? 200 : 302, {
      'x-own': 'yes',
      ...(location === undefined ? {} : { location }),
    });
    response.end(`${request.method} ${request.url}`);
  });
  server.on('upgrade', (request: IncomingMessage, socket) => {
    asked.push(request);
    if (request.url?.includes('refused') === true) {
      socket.end('HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nnone');
      return;
    }
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\nearly ');
    socket.on('data', (chunk: Buffer) => socket.write(chunk.toString().toUpperCase()));
    socket.on('end', () => socket.end());
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const [api, dispatcher] = [await inProcess('orch'), new Agent()];
  t.teardown(async () => {
    await dispatcher.close();
    server.closeAllConnections();
    server.close();
    await api.close();
  });
  const answer = makeNodeForward({
    resources: api.resources,
    store: api.store,
    agents: dispatcher,
    agentTls: {},
    others: dispatcher,
    otherTls: {},
    isAllowed: (address) => address === '127.0.0.1',
    scheme: 'http',
    protocolDomain: 'example.com',
  });
  const status = {
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
  };
  await api.call('create', 'nodes', { body: { metadata: { name: 'n' }, status } });
  const container = (name: string, ...ports: readonly number[]) => ({
    name,
    image: 'i:1',
    ports: ports.map((containerPort) => ({ containerPort })),
  });
  const pod = async (name: string, spec: object, ip?: string) => {
    await api.call('create', 'pods', { namespace: 'a', body: { metadata: { name }, spec } });
    const body = { metadata: { name }, spec, status: ip === undefined ? {} : { podIP: ip, podIPs: [{ ip }] } };
    if (ip !== undefined) {
      const set = await api.call('update', 'pods', { namespace: 'a', name, subresource: 'status', body });
      t.equal(set.status, 200, set.text);
    }
  };
  await pod('x', { nodeName: 'n', containers: [container('c'), container('d', port)] }, '127.0.0.1');
  await pod('lone', { containers: [container('c')] });
  await pod('local', { nodeName: 'n', containers: [container('c', port)] }, '127.0.0.2');
  const head = (method: string, headers: RequestHead['headers'], upgrade?: string): RequestHead => ({
    method,
    headers: upgrade === undefined ? headers : { ...headers, upgrade, connection: 'Upgrade' },
    remoteAddress: '192.0.2.9',
    upgrade: upgrade?.toLowerCase(),
  });
  const ask = (resource: string, name: string, subresource: string, query: string, more: object = {}) => {
    const request = api.request('get', resource, { namespace: 'a', name, subresource, query });
    return answer({ ...request, ...more });
  };
  return { api, port, asked, head, ask };
}

const redirects: ReadonlyMap<string, string> = new Map([
  ['/moved', '/there?x=1'],
  ['/moved-away', 'https://elsewhere.example/there'],
  ['/moved-near', 'there'],
]);

async function bodyOf(result: Response): Promise<string> {
  if (result.kind !== 'stream') throw new Error('the answer is no stream');
  const chunks: Buffer[] = [];
  await result.run({ queued: 0, drained: async () => {}, write: (chunk) => chunks.push(chunk) > 0 });
  return Buffer.concat(chunks).toString();
}

t.test('a stream of a pod is asked of its node in the terms of agents, without credentials', async (t) => {
  const { asked, head, ask } = await scene(t);
  const headers = {
    authorization: 'Bearer secret',
    'impersonate-user': 'u',
    'x-remote-user': 'v',
    'x-forwarded-for': '192.0.2.1',
    'x-stream-protocol-version': ['v4.channel.example.com', 'v3.channel.example.com'],
    'sec-websocket-protocol': 'v4.channel.example.com, base64url.bearer.authorization.example.com.c2VjcmV0',
  };
  const query = 'container=c&command=a&command=b%20c&stdin=true&stdout=1&stderr=false&tty=0';
  const result = await ask('pods', 'x', 'exec', query, { head: head('POST', headers, 'SPDY/3.1') });
  t.equal(asked[0]?.method, 'POST');
  t.equal(asked[0]?.url, '/exec/a/x/c?command=a&command=b+c&input=1&output=1');
  const got = asked[0]?.headers ?? {};
  for (const name of ['authorization', 'impersonate-user', 'x-remote-user']) t.notOk(name in got, name);
  t.equal(got['x-forwarded-for'], '192.0.2.1, 192.0.2.9');
  t.equal(got['x-stream-protocol-version'], 'v4.channel.example.com, v3.channel.example.com');
  t.equal(got['sec-websocket-protocol'], 'v4.channel.example.com', 'the token stays here');
  t.equal(got.upgrade, 'SPDY/3.1');
  if (result.kind !== 'connection') throw new Error('the answer is no connection');
  t.strictSame(result.handshake, [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'SPDY/3.1'],
  ]);
  result.close();
  const more = { head: head('GET', {}, 'websocket') };
  const results = [
    await ask('pods', 'x', 'attach', 'container=d&stdout=true&tty=1', more),
    await ask('pods', 'x', 'portforward', 'ports=80&ports=81', more),
    await ask('pods', 'local', 'exec', 'command=x', more),
    await ask('pods', 'local', 'exec', 'command=x&stdin&stdout=&stderr=no&tty=False', more),
  ];
  for (const one of results) if (one.kind === 'connection') one.close();
  t.strictSame(
    asked.slice(1).map(({ method, url }) => `${method} ${url}`),
    [
      'GET /attach/a/x/d?output=1&tty=1',
      'GET /portForward/a/x?port=80%2C81',
      'GET /exec/a/local/c?command=x',
      'GET /exec/a/local/c?command=x&input=1&output=1&error=1',
    ],
  );
});

t.test('data that node or client send right behind the upgrade arrives', async (t) => {
  const { head, ask } = await scene(t);
  const result = await ask('pods', 'x', 'attach', 'container=c', { head: head('POST', {}, 'SPDY/3.1') });
  if (result.kind !== 'connection') throw new Error('the answer is no connection');
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const client = Duplex.from({ readable: toServer, writable: toClient });
  toServer.write('said');
  const running = result.run(client);
  let heard = '';
  for await (const chunk of toClient) {
    heard += String(chunk);
    if (heard.includes('SAID')) break;
  }
  t.equal(heard, 'early SAID');
  result.close();
  await running;
});

t.test('requests that cannot become a stream are refused', async (t) => {
  const { head, ask } = await scene(t);
  const upgrade = { head: head('POST', {}, 'SPDY/3.1') };
  const refusals = [
    ['x', 'exec', '', 400, 'a container name must be specified for pod x, choose one of: [c d]'],
    ['x', 'exec', 'container=none', 400, 'container none is not valid for pod x'],
    ['lone', 'exec', '', 400, 'pod lone does not have a host assigned'],
    ['lone', 'portforward', 'ports=1', 400, 'pod lone does not have a host assigned'],
    ['none', 'attach', '', 404, 'pods "none" not found'],
  ] as const;
  for (const [name, subresource, query, code, message] of refusals) {
    await t.rejects(ask('pods', name, subresource, query, upgrade), { code, message }, message);
  }
  await t.rejects(ask('pods', 'x', 'exec', 'container=c'), { code: 400, message: 'Upgrade request required' });
  const said = await ask('pods', 'x', 'exec', 'container=c&command=refused', upgrade);
  t.match(said, { kind: 'body', status: 404, contentType: 'text/plain', length: 4 }, 'as the node said it');
});

t.test('the proxies of pods and services lead to the pod that is named', async (t) => {
  const { api, port, asked, ask, head } = await scene(t);
  const at = {
    subpath: '/a/../b',
    head: head('GET', { authorization: 'Bearer secret', host: 'outside', cookie: 'k=v' }),
  };
  const first = await ask('pods', 'x', 'proxy', 'q=1', at);
  t.match(first, { status: 200, headers: { 'x-own': 'yes' } });
  t.equal(await bodyOf(first), 'GET /b?q=1', 'the first port of the pod');
  t.match(asked[0]?.headers, { cookie: 'k=v', 'x-forwarded-host': 'outside', 'x-forwarded-for': '192.0.2.9' });
  t.notOk('authorization' in (asked[0]?.headers ?? {}));
  t.equal(await bodyOf(await ask('pods', `http:x:${port}`, 'proxy', '', at)), 'GET /b');
  const moved = await ask('pods', 'x', 'proxy', '', { ...at, subpath: '/moved' });
  t.match(moved, { status: 302, headers: { location: '/api/v1/namespaces/a/pods/x/proxy/there?x=1' } });
  await bodyOf(moved);
  // What leads to another host leads there still, and what counts from the page counts from the proxied one.
  for (const path of ['/moved-away', '/moved-near']) {
    const away = await ask('pods', 'x', 'proxy', '', { ...at, subpath: path });
    t.match(away, { status: 302, headers: { location: redirects.get(path) } });
    await bodyOf(away);
  }
  asked.splice(0);
  const named = head('GET', { connection: 'close, X-Hop', 'x-hop': 'this connection only', 'x-end': 'kept' });
  await bodyOf(await ask('pods', 'x', 'proxy', '', { ...at, head: named }));
  t.match(asked[0]?.headers, { 'x-end': 'kept' });
  t.notOk('x-hop' in (asked[0]?.headers ?? {}), 'a header of the connection alone');
  await t.rejects(ask('pods', 'local', 'proxy', '', at), { code: 400, message: 'address not allowed' });
  await t.rejects(ask('pods', 'lone', 'proxy', '', at), { code: 400, message: 'address not allowed' });
  await t.rejects(ask('pods', 'x:1:2:3', 'proxy', '', at), { code: 400, message: /invalid pod request/ });

  const service = { metadata: { name: 's' }, spec: { ports: [{ name: 'web', port: 80, targetPort: port }] } };
  t.equal((await api.call('create', 'services', { namespace: 'a', body: service })).status, 200);
  const unknown = { code: 404, message: 'services "s" not found' };
  await t.rejects(ask('services', 's', 'proxy', '', at), unknown, 'without endpoints');
  const endpoints = (targetRef: object, ip = '127.0.0.1') => ({
    metadata: { name: 's' },
    subsets: [{ addresses: [{ ip, targetRef }], ports: [{ name: 'web', port }] }],
  });
  const write = (verb: 'create' | 'update', body: object) =>
    api.call(verb, 'endpoints', { namespace: 'a', ...(verb === 'update' ? { name: 's' } : {}), body });
  // Endpoints at addresses of this host cannot be written: what is said of pods is tried with those of others.
  const stranger = endpoints({ kind: 'Pod', name: 'x', namespace: 'a' }, '192.0.2.77');
  t.equal((await write('create', stranger)).status, 200);
  await t.rejects(ask('services', 's:web', 'proxy', '', at), {
    code: 503,
    message: 'no endpoints available for service "s"',
  });
  await t.rejects(ask('services', 's:81', 'proxy', '', at), {
    code: 503,
    message: 'no service port 81 found for service "s"',
  });
});
