import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect as openSocket, type Socket } from 'node:net';
import { join } from 'node:path';
import t from 'tap';

import { issueCertificate } from '../../certificates/authority.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { systemClock } from '../../process/time/system-clock.ts';
import type { ConnectionConfig } from './connection-config.ts';
import { connect } from './connection.ts';
import { credentialsFrom } from './credential-source.ts';
import type { ScriptedResponse } from '../../../fixtures/shared/scripted-server.fixture.ts';
import { events, json, startScriptedServer } from '../../../fixtures/shared/scripted-server.fixture.ts';
import type { Transport } from '../contract/transport.ts';

const server = await startScriptedServer();
t.teardown(() => server.close());
const trusted = { server: server.url, authority: { pem: server.authority.certificatePem } };

async function textOf(transport: Transport, path: string): Promise<string> {
  const response = await transport({ method: 'GET', path });
  let text = '';
  for await (const chunk of response.body) text += Buffer.from(chunk).toString('utf8');
  return `${response.status} ${text}`;
}

interface Proxy {
  readonly url: string;
  readonly asked: readonly { readonly method: string; readonly target: string; readonly authorization: string }[];
  close(): Promise<void>;
}

/** A proxy that tunnels to wherever it is asked. */
async function startProxy(scheme: 'http' | 'https'): Promise<Proxy> {
  const asked: Proxy['asked'][number][] = [];
  const { certificatePem: cert, keyPem: key } = issueCertificate(server.authority, {
    commonName: 'proxy',
    dnsNames: ['localhost'],
    usages: ['server'],
    clock: systemClock,
  });
  const listener = scheme === 'http' ? createHttpServer() : createHttpsServer({ cert, key });
  const sockets = new Set<Socket>();
  listener.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    const { authorization } = { authorization: request.headers['proxy-authorization'] ?? '' };
    asked.push({ method: request.method ?? '', target: request.url ?? '', authorization });
    const { hostname, port } = new URL(`http://${request.url}`);
    const upstream = openSocket({ host: hostname, port: Number(port) }, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, 'localhost', resolve));
  const { port } = listener.address() as AddressInfo;
  return {
    url: `${scheme}://u:p%20w@localhost:${port}`,
    asked,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  for (let wait = 0; wait < 12_000 && !holds(); wait++) await new Promise((resolve) => setTimeout(resolve, 5));
}

const person = (commonName: string) =>
  issueCertificate(server.authority, { commonName, usages: ['client'], clock: systemClock });

t.test('a request carries token, user agent, body and the path of the server before its own', async (t) => {
  const config: ConnectionConfig = { ...trusted, server: `${server.url}/clusters/a`, credentials: { token: 'secret' } };
  const connection = connect(config, { userAgent: 'tester/1' });
  t.teardown(() => connection.close());
  server.script(json(201, { done: true }));
  const response = await connection.transport({
    method: 'POST',
    path: '/api/v1/pods?a=b',
    body: 'ü',
    headers: { 'content-type': 'text/x' },
  });
  t.equal(response.status, 201);
  t.equal(response.headers['content-type'], 'application/json');
  t.match(server.asked.at(-1), {
    method: 'POST',
    path: '/clusters/a/api/v1/pods?a=b',
    body: 'ü',
    headers: { authorization: 'Bearer secret', 'user-agent': 'tester/1', 'content-type': 'text/x' },
  });
});

t.test('a server that is not trusted is not asked, unless the check is switched off', async (t) => {
  const stranger = connect({ server: server.url, credentials: {} });
  await t.rejects(stranger.transport({ method: 'GET', path: '/secret?token=x' }), {
    name: 'ConnectionError',
    message: new RegExp(`^GET ${server.url}/secret: .*certificate.* \\(is it of the certificate-authority in`),
  });
  server.script(json(200, 1), json(200, 2));
  const careless = connect({ server: server.url, insecure: true, credentials: {} });
  t.equal(await textOf(careless.transport, '/'), '200 1');
  const named = connect({
    ...trusted,
    server: `https://127.0.0.1:${server.port}`,
    tlsServerName: 'inner.example',
    credentials: {},
  });
  t.equal(await textOf(named.transport, '/'), '200 2');
  const misnamed = connect({ ...trusted, tlsServerName: 'other.example', credentials: {} });
  await t.rejects(misnamed.transport({ method: 'GET', path: '/' }), { message: /altnames/ });
  for (const connection of [stranger, careless, named, misnamed]) await connection.close();
});

t.test('a client certificate and a token are read again when their files change, at most once a second', async (t) => {
  const folder = t.testdir({ token: 'first\n' });
  const path = (name: string): string => join(folder, name);
  const store = (commonName: string): void => {
    const { certificatePem, keyPem } = person(commonName);
    writeFileSync(path('pair.pem'), certificatePem + keyPem);
  };
  store('one');
  const clock = new FakeClock();
  const pair = { file: path('pair.pem') };
  const connection = connect(
    { ...trusted, credentials: { certificate: pair, key: pair, tokenFile: path('token') } },
    { clock },
  );
  t.teardown(() => connection.close());
  const seen = async (): Promise<string> => {
    server.script(json(200, {}));
    await textOf(connection.transport, '/');
    const { client, headers } = server.asked.at(-1) ?? {};
    return `${client} ${headers?.authorization}`;
  };
  t.equal(await seen(), 'one Bearer first');
  store('two');
  writeFileSync(path('token'), 'second');
  t.equal(await seen(), 'one Bearer first');
  await clock.advance(1000);
  t.equal(await seen(), 'two Bearer second');
  writeFileSync(path('pair.pem'), person('three').certificatePem + person('four').keyPem);
  await clock.advance(1000);
  t.equal(await seen(), 'two Bearer second', 'a certificate whose key has not come yet');
  store('five');
  server.script(json(401, {}));
  await textOf(connection.transport, '/');
  t.equal(await seen(), 'five Bearer second', 'a 401 looks again at once');
});

t.test('first requests that begin together prove themselves with one certificate, and none is cut off', async (t) => {
  const { certificatePem, keyPem } = person('crowd');
  const folder = t.testdir({ 'crt.pem': certificatePem, 'key.pem': keyPem });
  const certificate = { file: join(folder, 'crt.pem') };
  const key = { file: join(folder, 'key.pem') };
  const source = credentialsFrom({ certificate, key }, systemClock);
  const crowd = Array.from({ length: 20 }, (_, index) => index);
  const given = await Promise.all(crowd.map(() => source.current()));
  t.equal(new Set(given.map((one) => one.certificate)).size, 1, 'the same object for all');

  const connection = connect({ ...trusted, credentials: { certificate, key } });
  t.teardown(() => connection.close());
  server.script(...crowd.map((index) => json(200, index)));
  const answers = await Promise.all(crowd.map(() => textOf(connection.transport, '/crowd')));
  t.strictSame(new Set(answers), new Set(crowd.map((index) => `200 ${index}`)));
  t.strictSame(new Set(server.asked.slice(-20).map(({ client }) => client)), new Set(['crowd']));
});

t.test('requests in flight continue when the certificate is replaced', async (t) => {
  const folder = t.testdir({});
  const store = (commonName: string): void => {
    const { certificatePem, keyPem } = person(commonName);
    writeFileSync(join(folder, 'pair.pem'), certificatePem + keyPem);
  };
  store('before');
  const clock = new FakeClock();
  const pair = { file: join(folder, 'pair.pem') };
  const connection = connect({ ...trusted, credentials: { certificate: pair, key: pair } }, { clock });
  t.teardown(() => connection.close());
  let write: (event: unknown) => void = () => {};
  let answerLate: () => void = () => {};
  server.script((response, asked) => {
    events([{ at: 1 }])(response, asked);
    write = (event) => void response.end(`${JSON.stringify(event)}\n`);
  });
  const watch = await connection.transport({ method: 'GET', path: '/watch' });
  const iterator = watch.body[Symbol.asyncIterator]();
  await iterator.next();
  server.script((response) => {
    answerLate = () => void response.end('late');
  });
  const late = textOf(connection.transport, '/late');
  await until(() => server.asked.at(-1)?.path === '/late');
  store('after');
  await clock.advance(1000);
  server.script(json(200, 'new'));
  t.equal(await textOf(connection.transport, '/'), '200 "new"');
  t.equal(server.asked.at(-1)?.client, 'after');
  answerLate();
  t.equal(await late, '200 late');
  write({ at: 2 });
  t.equal(Buffer.from((await iterator.next()).value as Uint8Array).toString(), '{"at":2}\n');
});

t.test('a watch of a certificate that was replaced ends half a minute later', async (t) => {
  const folder = t.testdir({});
  const store = (commonName: string): void => {
    const { certificatePem, keyPem } = person(commonName);
    writeFileSync(join(folder, 'pair.pem'), certificatePem + keyPem);
  };
  store('before');
  const clock = new FakeClock();
  const pair = { file: join(folder, 'pair.pem') };
  const connection = connect({ ...trusted, credentials: { certificate: pair, key: pair } }, { clock });
  t.teardown(() => connection.close());
  server.script(events([{ at: 1 }]));
  const watch = await connection.transport({ method: 'GET', path: '/watch' });
  const iterator = watch.body[Symbol.asyncIterator]();
  await iterator.next();
  store('after');
  await clock.advance(1000);
  server.script(json(200, 'new'));
  await textOf(connection.transport, '/');
  const ended = t.rejects(iterator.next(), { name: 'ConnectionError' });
  await clock.advance(30_000);
  await ended;
});

t.test('a user that acts as another says so in each request, unless the request does (requirements IMP)', async (t) => {
  const impersonate = {
    user: 'jane',
    uid: '7',
    groups: ['devs', 'ops'],
    extra: new Map([['Acme.io/Team', ['a', 'b']]]),
  };
  const connection = connect({ ...trusted, credentials: { token: 'mine', impersonate } });
  t.teardown(() => connection.close());
  server.script(json(200, 1), json(200, 2));
  await textOf(connection.transport, '/');
  t.match(server.asked.at(-1)?.headers, {
    authorization: 'Bearer mine',
    'impersonate-user': 'jane',
    'impersonate-uid': '7',
    'impersonate-group': 'devs, ops',
    'impersonate-extra-%41cme.io%2f%54eam': 'a, b',
  });
  await connection.transport({ method: 'GET', path: '/', headers: { 'impersonate-user': 'joe' } });
  const { headers = {} } = server.asked.at(-1) ?? {};
  t.equal(headers['impersonate-user'], 'joe');
  t.equal(headers['impersonate-group'], undefined, 'groups of jane are not given to joe');
});

for (const scheme of ['http', 'https'] as const) {
  t.test(
    `requests pass an ${scheme} proxy as a tunnel, with its own password and the server's own certificate`,
    async (t) => {
      const proxy = await startProxy(scheme);
      t.teardown(() => proxy.close());
      const { certificatePem, keyPem } = person('behind');
      const pair = { certificate: { pem: certificatePem }, key: { pem: keyPem } };
      const connection = connect({ ...trusted, proxy: proxy.url, credentials: pair }, { unref: true });
      t.teardown(() => connection.close());
      server.script(json(200, 1), json(200, 2));
      t.equal(await textOf(connection.transport, '/'), '200 1');
      t.equal(await textOf(connection.transport, '/'), '200 2');
      t.equal(server.asked.at(-1)?.client, 'behind');
      t.strictSame(proxy.asked[0], {
        method: 'CONNECT',
        target: new URL(server.url).host,
        authorization: `Basic ${btoa('u:p w')}`,
      });
      const named = connect({ ...trusted, proxy: proxy.url, tlsServerName: 'other.example', credentials: pair });
      t.teardown(() => named.close());
      await t.rejects(named.transport({ method: 'GET', path: '/' }), { message: /altnames/ });
      const careless = connect({ server: server.url, proxy: proxy.url, credentials: pair });
      t.teardown(() => careless.close());
      await t.rejects(careless.transport({ method: 'GET', path: '/' }), { message: /certificate/ });
      const closed = connect({ ...trusted, proxy: 'http://127.0.0.1:1', credentials: pair });
      t.teardown(() => closed.close());
      await t.rejects(closed.transport({ method: 'GET', path: '/' }), {
        name: 'ConnectionError',
        message: /ECONNREFUSED/,
      });
    },
  );
}

t.test('connections are kept and used again; dropped ones break and new ones are opened', async (t) => {
  const connection = connect({ ...trusted, credentials: {} });
  t.teardown(() => connection.close());
  server.script(...Array.from({ length: 10 }, () => json(200, 1)), events([{ a: 1 }]), json(200, 3));
  for (let count = 0; count < 10; count++) await textOf(connection.transport, '/');
  // Another one may be opened while the first is still being freed, or has been idle for seconds on a busy machine.
  t.ok(new Set(server.asked.slice(-10).map(({ port }) => port)).size <= 5);
  const watch = await connection.transport({ method: 'GET', path: '/watch' });
  const iterator = watch.body[Symbol.asyncIterator]();
  t.equal(Buffer.from((await iterator.next()).value as Uint8Array).toString(), '{"a":1}\n');
  await connection.dropConnections();
  await t.rejects(iterator.next(), { name: 'ConnectionError' });
  t.equal(await textOf(connection.transport, '/'), '200 3');
  t.not(server.asked.at(-1)?.port, server.asked.at(-3)?.port);
  await connection.close();
  await t.rejects(connection.transport({ method: 'GET', path: '/' }), { message: /closed/ });
});

t.test(
  'an abort ends a request and a body with the reason of the signal; leaving a body ends the exchange',
  async (t) => {
    const connection = connect({ ...trusted, credentials: {} });
    t.teardown(() => connection.close());
    const controller = new AbortController();
    const ended: number[] = [];
    server.script(
      (response) => {
        response.on('close', () => ended.push(1));
        events([{ a: 1 }])(response, server.asked.at(-1) as never);
      },
      (response) => {
        response.on('close', () => ended.push(1));
        events([{ a: 1 }])(response, server.asked.at(-1) as never);
      },
    );
    const aborted = await connection.transport({ method: 'GET', path: '/', signal: controller.signal });
    const iterator = aborted.body[Symbol.asyncIterator]();
    await iterator.next();
    controller.abort(new Error('enough'));
    await t.rejects(iterator.next(), { message: 'enough' });
    await t.rejects(connection.transport({ method: 'GET', path: '/', signal: controller.signal }), {
      message: 'enough',
    });
    const left = await connection.transport({ method: 'GET', path: '/' });
    for await (const _ of left.body) break;
    await until(() => ended.length === 2);
    t.equal(ended.length, 2);
  },
);

t.test('a read whose connection is closed under it is asked once more, a write is not', async (t) => {
  const connection = connect({ ...trusted, credentials: {} });
  t.teardown(() => connection.close());
  const cut: ScriptedResponse = (response) => response.socket?.destroy();
  server.script(cut, json(200, 1), cut, cut, cut);
  t.equal(await textOf(connection.transport, '/'), '200 1');
  await t.rejects(connection.transport({ method: 'GET', path: '/' }), { name: 'ConnectionError' });
  await t.rejects(connection.transport({ method: 'POST', path: '/', body: '' }), { name: 'ConnectionError' });
  t.equal(server.asked.filter(({ method }) => method === 'POST').length, 2, 'this and the first of all tests');
});

t.test('a request that waits for its credentials ends when it is aborted', async (t) => {
  const never = { current: () => new Promise<never>(() => {}), refused() {} };
  const connection = connect({ ...trusted, credentials: {} }, { credentials: never });
  t.teardown(() => connection.close());
  const controller = new AbortController();
  const request = connection.transport({ method: 'GET', path: '/', signal: controller.signal });
  controller.abort(new Error('enough'));
  await t.rejects(request, { message: 'enough' });
});

t.test('a head that does not come in time is a failure', async (t) => {
  const connection = connect({ ...trusted, credentials: {} });
  t.teardown(() => connection.close());
  server.script(() => {});
  await t.rejects(connection.transport({ method: 'GET', path: '/slow', headTimeout: 100 }), {
    name: 'ConnectionError',
    message: /Headers Timeout/,
  });
});
