import { once } from 'node:events';
import { connect as connectHttp2, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { type Agent as Http1Agent, Agent, request as requestHttp1 } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { gunzipSync, gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { WebSocket } from 'ws';
import { createAuthority, issueCertificate } from '../../../shared/certificates/authority.ts';
import { notFound } from '../../../shared/object/errors.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { ResourceHandler, Response } from '../../registry/contract/resource-handler.ts';
import { type Listener, listen } from './listener.ts';
import { scene } from '../../../fixtures/apiserver/pipeline.fixture.ts';
import { defaultStallLimits, StalledWriters } from './write/stalled-writers.ts';
import { FlushScheduler } from './write/flush-scheduler.ts';

const ca = createAuthority({ commonName: 'ca', clock: systemClock });
const serving = issueCertificate(ca, {
  commonName: 'server',
  dnsNames: ['localhost'],
  ipAddresses: ['127.0.0.1'],
  usages: ['server'],
  clock: systemClock,
});

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
type Ask = (
  method: string,
  path: string,
  headers?: Record<string, string | string[]>,
  body?: Buffer,
) => Promise<Answered>;

async function serve(
  t: Test,
  verb: ResourceHandler,
  more: Parameters<typeof scene>[1] = {},
  stalled = new StalledWriters(systemClock),
  unfinishedBody = 5000,
): Promise<{
  listener: Listener;
  h1: Ask;
  h2: Ask;
  session: ClientHttp2Session;
  requests: ReturnType<typeof scene>['requests'];
}> {
  const { answer, requests } = scene(verb, more);
  const listener = await listen({
    certificate: serving.certificatePem,
    privateKey: serving.keyPem,
    clientCa: ca.certificatePem,
    answer,
    stalled,
    rounds: new FlushScheduler(systemClock),
    unfinishedBody,
  });
  const session = connectHttp2(`https://localhost:${listener.port}`, { ca: ca.certificatePem });
  session.on('error', () => {});
  const agent = new Agent({ ca: ca.certificatePem, keepAlive: true });
  t.teardown(async () => {
    session.destroy();
    agent.destroy();
    await listener.close(0);
  });
  return { listener, session, requests, h1: askHttp1(agent, listener.port), h2: askHttp2(session) };
}

function askHttp1(agent: Http1Agent, port: number): Ask {
  return (method, path, headers = {}, body) =>
    new Promise((resolve, reject) => {
      const request = requestHttp1(
        { host: 'localhost', port, agent, method, path, headers: asAdmin(headers) },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
          );
          response.on('error', reject);
        },
      );
      request.on('error', reject);
      request.end(body);
    });
}

function askHttp2(session: ClientHttp2Session): Ask {
  return (method, path, headers = {}, body) =>
    new Promise((resolve, reject) => {
      const stream = session.request({ ':method': method, ':path': path, ...asAdmin(headers) });
      let head: IncomingHttpHeaders & { ':status'?: number | undefined } = {};
      const chunks: Buffer[] = [];
      stream.on('response', (received) => {
        head = received;
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => resolve({ status: head[':status'] ?? 0, headers: head, body: Buffer.concat(chunks) }));
      stream.on('error', reject);
      stream.end(body);
    });
}

function asAdmin(headers: Record<string, string | string[]>): Record<string, string | string[]> {
  return { authorization: 'Bearer admin-token', ...headers };
}

const json = (value: unknown, status = 200): Response => {
  const body = Buffer.from(JSON.stringify(value));
  return { kind: 'body', status, contentType: 'application/json', parts: [body], length: body.length };
};

for (const version of ['h1', 'h2'] as const) {
  t.test(`${version}: an answer carries the common headers and echoes the audit id`, async (t) => {
    const ask = (await serve(t, async () => json({ a: 1 })))[version];
    const answer = await ask('GET', '/api/v1/namespaces/n/things/x', { 'audit-id': 'abc' });
    t.match(answer, {
      status: 200,
      headers: {
        'audit-id': 'abc',
        'cache-control': 'no-cache, private',
        'content-type': 'application/json',
        'content-length': '7',
      },
    });
    t.equal(answer.body.toString(), '{"a":1}');
    for (const id of ['x'.repeat(3000), 'a b', '"<script>', '\u00e4']) {
      const echoed = await ask('GET', '/api/v1/namespaces/n/things/x', { 'audit-id': id });
      t.match(echoed, { status: 200, headers: { 'audit-id': id } }, 'whatever it is');
    }
    const empty = await ask('GET', '/api/v1/namespaces/n/things/x', { 'audit-id': '' });
    t.match(empty.headers['audit-id'], /^[0-9a-f-]{36}$/);
    const head = await ask('HEAD', '/api/v1/namespaces/n/things/x');
    t.match(head, { status: 200, headers: { 'content-length': '7' } });
    t.equal(head.body.length, 0);
  });

  t.test(`${version}: verbs see the request as it was sent`, async (t) => {
    const ask = (
      await serve(t, async (request) =>
        json({
          verb: request.verb,
          name: request.name,
          user: request.user.username,
          type: request.contentType,
          body: (await request.body()).toString(),
          again: (await request.body()).toString(),
        }),
      )
    )[version];
    const answer = await ask(
      'PUT',
      '/api/v1/namespaces/n/things/x',
      { 'content-type': 'text/x' },
      Buffer.from('hello'),
    );
    t.strictSame(JSON.parse(answer.body.toString()), {
      verb: 'update',
      name: 'x',
      user: 'admin',
      type: 'text/x',
      body: 'hello',
      again: 'hello',
    });
  });

  t.test(`${version}: a body beyond 3 MiB is refused with 413, and the connection stays open`, async (t) => {
    const ask = (await serve(t, async (request) => json((await request.body()).length)))[version];
    const tooLarge = await ask('POST', '/api/v1/namespaces/n/things', {}, Buffer.alloc(3 * 1024 * 1024 + 1));
    t.match(JSON.parse(tooLarge.body.toString()), {
      kind: 'Status',
      code: 413,
      reason: 'RequestEntityTooLarge',
      message: 'Request entity too large: limit is 3145728',
    });
    const largest = await ask('POST', '/api/v1/namespaces/n/things', {}, Buffer.alloc(3 * 1024 * 1024));
    t.equal(largest.body.toString(), '3145728');
  });

  t.test(`${version}: refusals are a Status, or the plain text that clients know`, async (t) => {
    const { [version]: ask } = await serve(t, async () => {
      throw notFound({ group: '', resource: 'things' }, 'x');
    });
    const missing = await ask('GET', '/api/v1/namespaces/n/things/x');
    t.equal(
      missing.body.toString(),
      '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"things \\"x\\" not found","reason":"NotFound","details":{"name":"x","kind":"things"},"code":404}\n',
    );
    const pretty = await ask('GET', '/api/v1/namespaces/n/things/x', { 'user-agent': 'curl/8' });
    t.match(pretty.body.toString(), /^\{\n {2}"kind": "Status",\n/);
    const nowhere = await ask('GET', '/nowhere');
    t.match(nowhere, { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } });
    t.equal(nowhere.body.toString(), '404 page not found\n');
    const slash = await ask('GET', '/api/v1/namespaces/n/things/x/');
    t.equal(slash.body.toString(), missing.body.toString(), 'a slash at the end means nothing');
    t.equal((await ask('GET', '/api/v1/namespaces/n/things/x/nothing')).status, 404);
    t.equal((await ask('GET', '/api/v1/namespaces/n/others/x')).status, 404);
    // Below an API that is there the refusal is a Status.
    t.match(JSON.parse((await ask('GET', '/api/v9')).body.toString()), { code: 404, reason: 'NotFound' });
    t.equal((await ask('GET', '/apis/nothing/v1')).body.toString(), '404 page not found\n');
    t.equal((await ask('POST', '/nowhere')).status, 404, 'what is not there has no methods');
    const method = await ask('POST', '/api/v1/namespaces/n/things/x');
    t.match(JSON.parse(method.body.toString()), { code: 405, reason: 'MethodNotAllowed' });
    t.equal((await ask('POST', '/api/v1/things')).status, 405);
    const path = await ask('GET', '/api/v1/namespaces/%zz/things');
    t.match(JSON.parse(path.body.toString()), { code: 400, reason: 'BadRequest' });
  });

  t.test(`${version}: no and wrong credentials: 401 and 403 (AUTHN-058, AUTHZ-009)`, async (t) => {
    const { [version]: ask } = await serve(t, async () => json(1));
    const wrong = await ask('GET', '/api/v1/namespaces/n/things', { authorization: 'Bearer wrong' });
    t.match(JSON.parse(wrong.body.toString()), { code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
    const jane = await ask('GET', '/api/v1/namespaces/n/things/x/status', { authorization: 'Bearer jane-token' });
    t.match(jane, { status: 403, headers: { 'x-content-type-options': 'nosniff' } });
    t.match(JSON.parse(jane.body.toString()), {
      reason: 'Forbidden',
      message:
        'things "x" is forbidden: User "jane" cannot get resource "things/status" in API group "" in the namespace "n"',
      details: { name: 'x', kind: 'things' },
    });
    const nobody = await ask('GET', '/version', { authorization: '' });
    t.match(JSON.parse(nobody.body.toString()), {
      message: 'forbidden: User "system:anonymous" cannot get path "/version"',
    });
  });

  t.test(`${version}: an impersonated user replaces the caller entirely (IMP-001 to IMP-012)`, async (t) => {
    const { [version]: ask } = await serve(
      t,
      async ({ user }) => json({ ...user, extra: Object.fromEntries(user.extra) }),
      {
        authorize: ({ user, verb }) =>
          Promise.resolve({
            outcome: user.groups.includes('system:masters') || verb === 'get' ? 'allow' : 'no-opinion',
            reason: '',
          }),
      },
    );
    const path = '/api/v1/namespaces/n/things/x';
    const jane = await ask('GET', path, {
      'impersonate-user': 'jane',
      'impersonate-group': ['a', 'b, c'],
      'impersonate-uid': 'any text',
      'impersonate-extra-acme.com%2FProject': 'p',
    });
    t.strictSame(JSON.parse(jane.body.toString()), {
      username: 'jane',
      uid: 'any text',
      groups: ['a', 'b, c', 'system:authenticated'],
      extra: { 'acme.com/project': ['p'] },
    });
    const robot = await ask('GET', path, { 'impersonate-user': 'system:serviceaccount:ns:robot' });
    t.match(JSON.parse(robot.body.toString()), {
      groups: ['system:serviceaccounts', 'system:serviceaccounts:ns', 'system:authenticated'],
    });
    const half = await ask('GET', path, { 'impersonate-group': 'a' });
    t.match(half, { status: 500, headers: { 'content-type': /^text\/plain/ } });
    const refused = await ask('GET', path, { authorization: 'Bearer jane-token', 'impersonate-user': 'bob' });
    t.match(JSON.parse(refused.body.toString()), {
      code: 403,
      message:
        'users "bob" is forbidden: User "jane" cannot impersonate resource "users" in API group "" at the cluster scope',
    });
  });

  t.test(`${version}: warnings become headers`, async (t) => {
    const { [version]: ask } = await serve(t, async (request) => {
      request.warn('first');
      request.warn('second "quoted"');
      return json(1);
    });
    const answer = await ask('GET', '/api/v1/namespaces/n/things/x');
    t.equal([answer.headers.warning].flat().join(', '), '299 - "first", 299 - "second \\"quoted\\""');
  });

  t.test(`${version}: a compressed body is refused with 415, and the connection stays open`, async (t) => {
    const { [version]: ask } = await serve(t, async (request) => json((await request.body()).length));
    const body = gzipSync('{}');
    const packed = await ask('POST', '/api/v1/namespaces/n/things', { 'content-encoding': 'identity, GZIP' }, body);
    t.match(JSON.parse(packed.body.toString()), {
      code: 415,
      reason: 'UnsupportedMediaType',
      message: /^the body of the request has the Content-Encoding "gzip": /,
    });
    const plain = await ask('POST', '/api/v1/namespaces/n/things', { 'content-encoding': 'identity' }, body);
    t.equal(plain.status, 200);
    t.equal(plain.body.toString(), String(body.length), 'identity changes nothing');
  });

  t.test(`${version}: responses that cannot or must not be compressed are sent uncompressed`, async (t) => {
    const parts = [Buffer.alloc(200_000, 'x')];
    const answer = { kind: 'body', status: 200, contentType: 'application/json', parts, length: 200_000 } as const;
    const { [version]: ask } = await serve(t, async () => answer);
    for (const accepted of ['gzip;q=0', 'gzip; q=0.0', 'br', 'x-gzip', '']) {
      const { headers } = await ask('GET', '/api/v1/namespaces/n/things', { 'accept-encoding': accepted });
      t.equal(headers['content-encoding'], undefined, accepted);
    }
    const off = await serve(t, async () => answer, { compression: false });
    const whole = await off[version]('GET', '/api/v1/namespaces/n/things', { 'accept-encoding': 'gzip' });
    t.equal(whole.headers['content-encoding'], undefined, 'the gate is off (MEDIA-055)');
    t.equal(whole.body.length, 200_000);
  });

  t.test(`${version}: a large list is compressed when the client asks`, async (t) => {
    const part = Buffer.alloc(100_000, 'x');
    const { [version]: ask } = await serve(t, async () => ({
      kind: 'body',
      status: 200,
      contentType: 'application/json',
      parts: [part, part],
      length: 200_000,
      headers: { vary: 'Accept' },
    }));
    const packed = await ask('GET', '/api/v1/namespaces/n/things', { 'accept-encoding': 'deflate, gzip' });
    t.match(packed.headers, { 'content-encoding': 'gzip', vary: 'Accept, Accept-Encoding' });
    t.equal(gunzipSync(packed.body).length, 200_000);
    const plain = await ask('GET', '/api/v1/namespaces/n/things');
    t.match(plain.headers, { 'content-length': '200000', vary: 'Accept' });
    t.equal(plain.body.length, 200_000);
  });

  t.test(`${version}: a request that is not answered in time gets 504`, async (t) => {
    const reasons: string[] = [];
    const { [version]: ask } = await serve(t, (request) => {
      request.signal.addEventListener('abort', () => reasons.push(String(request.signal.reason)));
      return new Promise(() => {});
    });
    const answer = await ask('GET', '/api/v1/namespaces/n/things/x?timeout=50ms');
    t.match(JSON.parse(answer.body.toString()), { code: 504, reason: 'Timeout', message: /allotted timeout/ });
    t.equal(reasons.length, 1);
    const bad = await ask('GET', '/api/v1/namespaces/n/things/x?timeout=soon');
    t.match(JSON.parse(bad.body.toString()), {
      code: 400,
      message: /^invalid timeout specified in the request URL - /,
    });
  });

  t.test(`${version}: too many requests at once: 429 with Retry-After, but not for masters`, async (t) => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { [version]: ask } = await serve(
      t,
      async () => {
        await gate;
        return json(1);
      },
      { maxReading: 1, authorize: () => Promise.resolve({ outcome: 'allow', reason: '' }) },
    );
    const jane = { authorization: 'Bearer jane-token' };
    const path = '/api/v1/namespaces/n/things/x';
    const both = [ask('GET', path, jane), ask('GET', path, jane)];
    const refused = await Promise.race(both);
    t.match(refused, { status: 429, headers: { 'retry-after': '1', 'content-type': /^text\/plain/ } });
    const admin = ask('GET', path);
    release();
    t.equal((await admin).status, 200);
    t.strictSame(
      (await Promise.all(both)).map(({ status }) => status).sort((a, b) => a - b),
      [200, 429],
    );
  });
}

const unfinished = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin-token\r\nContent-Length: 100\r\n\r\n{`;
const collection = '/api/v1/namespaces/n/things';

t.test('an HTTP/1.1 connection whose body never comes ends soon after its answer', async (t) => {
  const { listener } = await serve(t, async (request) => json((await request.body()).length), {}, undefined, 50);
  const socket = connectTls({ host: 'localhost', port: listener.port, ca: ca.certificatePem });
  socket.write(unfinished(`${collection}?timeout=50ms`));
  const received = await text(socket);
  t.match(received, /^HTTP\/1\.1 504 .*"reason":"Timeout".*\}\s*$/s, 'the whole answer, then the end');
});

t.test('an HTTP/1.1 connection whose body comes byte by byte is ended', async (t) => {
  const { listener } = await serve(t, async (request) => json((await request.body()).length), {}, undefined, 50);
  const socket = connectTls({ host: 'localhost', port: listener.port, ca: ca.certificatePem });
  socket.on('error', () => {});
  const head = unfinished(`${collection}?timeout=50ms`).replace(
    /Content-Length: 100\r\n\r\n\{/,
    'Transfer-Encoding: chunked\r\n\r\n',
  );
  socket.write(head);
  const dripping = setInterval(() => void (socket.writable && socket.write('1\r\n{\r\n')), 5);
  t.teardown(() => clearInterval(dripping));
  t.match(await text(socket), /^HTTP\/1\.1 504 /, 'the answer, then the end');
});

t.test('an HTTP/1.1 request with an unknown method gets 405, and the connection ends', async (t) => {
  const { listener } = await serve(t, async () => json(1));
  for (const [line, status] of [
    ['FOO /api/v1/things HTTP/1.1', 405],
    ['F@O /api/v1/things HTTP/1.1', 400],
    ['GET /api/v1/things HTTP/x', 400],
  ] as const) {
    const socket = connectTls({ host: 'localhost', port: listener.port, ca: ca.certificatePem });
    socket.write(`${line}\r\nHost: localhost\r\n\r\n`);
    const received = await text(socket);
    t.match(received, new RegExp(`^HTTP/1\\.1 ${status} `), line);
    t.equal(received.split('HTTP/1.1 ').length, 2, 'one answer');
    if (status === 405) t.match(received, /"reason":"MethodNotAllowed".*"code":405\}$/s);
  }
});

t.test('a client that stops sending and is still reading gets its whole answer first', async (t) => {
  const large = { ...json(''), parts: Array.from({ length: 64 }, () => Buffer.alloc(512 * 1024)), length: 2 ** 25 };
  const { listener } = await serve(t, async () => large, {}, undefined, 1);
  const socket = connectTls({ host: 'localhost', port: listener.port, ca: ca.certificatePem });
  socket.write(unfinished(collection));
  await once(socket, 'readable');
  let bytes = 0;
  let pieces = 0;
  for await (const chunk of socket) {
    bytes += (chunk as Buffer).length;
    pieces += 1;
    // Longer than the limit, again and again.
    if (pieces % 32 === 0) await sleep(2);
  }
  t.ok(bytes > 2 ** 25, `${bytes}`);
});

t.test('an HTTP/1.1 connection stays open if a body arrives after its response', async (t) => {
  const { listener } = await serve(t, async () => json({ a: 1 }), {}, undefined, 600_000);
  const socket = connectTls({ host: 'localhost', port: listener.port, ca: ca.certificatePem });
  t.teardown(() => socket.destroy());
  socket.setEncoding('utf8');
  const answers = async (count: number): Promise<void> => {
    while (received.split('{"a":1}').length <= count) received += String((await once(socket, 'data'))[0]);
  };
  let received = '';
  socket.write(unfinished(collection));
  await answers(1);
  socket.write('x'.repeat(99) + unfinished(collection));
  await answers(2);
  t.notMatch(received, /connection: close/i);
});

const watching = (
  run: (sink: Parameters<Extract<Response, { kind: 'stream' }>['run']>[0], signal: AbortSignal) => Promise<void>,
): ResourceHandler => {
  return async ({ signal }) => ({
    kind: 'stream',
    status: 200,
    contentType: 'application/json',
    message: 'text',
    run: (sink) => run(sink, signal),
  });
};

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

t.test('a watch over HTTP/2 sends its head at once, its events as they come, and ends cleanly on a stop', async (t) => {
  const { session, requests } = await serve(
    t,
    watching(async (sink, signal) => {
      sink.write(Buffer.from('{"a":1}\n'));
      sink.write(Buffer.from('{"b":2}\n'));
      await aborted(signal);
    }),
  );
  const stream = session.request({ ':path': '/api/v1/things?watch=1', authorization: 'Bearer admin-token' });
  const chunks: string[] = [];
  await new Promise<void>((resolve) =>
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk.toString());
      resolve();
    }),
  );
  t.strictSame(chunks, ['{"a":1}\n{"b":2}\n'], 'events of one turn travel in one frame');
  const ended = new Promise((resolve) => stream.on('end', resolve));
  await requests.drain();
  await ended;
  t.equal(stream.rstCode, 0);
});

t.test('if HEAD is refused for the API, it works for other paths and for the node proxy (AUTHZ-024)', async (t) => {
  const { h2 } = await serve(t, async () => json(1), {
    vendor: vendorOf('kubernetes'),
    mounts: ['/version', '/healthz'].map((path) => ({ path, answer: () => json(1) })),
  });
  t.equal((await h2('HEAD', '/api/v1/namespaces/n/things/x')).status, 405);
  t.equal((await h2('HEAD', '/api/v1/namespaces/n/things/x/status')).status, 405);
  t.equal((await h2('HEAD', '/api/v1/things')).status, 405);
  t.equal((await h2('HEAD', '/version')).status, 405, 'a document of the API');
  t.equal((await h2('HEAD', '/healthz')).status, 200);
});

t.test('a HEAD of a watch is answered without a body, and its resources are released', async (t) => {
  let told = (_reason: unknown): void => {};
  const over = new Promise<unknown>((resolve) => {
    told = resolve;
  });
  const verb: ResourceHandler = async (request) => {
    const { signal } = request;
    signal.addEventListener('abort', () => told(signal.reason), { once: true });
    const run = async (): Promise<void> => void t.fail('nothing is to be streamed');
    return { kind: 'stream', status: 200, contentType: 'application/json', message: 'text', run };
  };
  const { h2 } = await serve(t, verb);
  t.match(await h2('HEAD', '/api/v1/things?watch=1'), { status: 200, body: Buffer.alloc(0) });
  t.match(await over, { message: 'only the head of the stream was asked for' });
});

t.test('the signal of a watch aborts when its client leaves', async (t) => {
  let left = (): void => {};
  const gone = new Promise<void>((resolve) => {
    left = resolve;
  });
  const { session } = await serve(
    t,
    watching(async (sink, signal) => {
      sink.write(Buffer.from('x'));
      await aborted(signal);
      left();
    }),
  );
  const stream = session.request({ ':path': '/api/v1/things?watch=1', authorization: 'Bearer admin-token' });
  stream.on('data', () => stream.close());
  await gone;
});

t.test('a watch over WebSocket sends one text message per event, and an error as a plain answer', async (t) => {
  const { listener } = await serve(
    t,
    watching(async (sink) => {
      sink.write(Buffer.from('{"a":1}\n{"b":2}\n'));
    }),
  );
  const open = (path: string) =>
    new WebSocket(`wss://localhost:${listener.port}${path}`, {
      ca: ca.certificatePem,
      headers: { authorization: 'Bearer admin-token' },
    });
  const client = open('/api/v1/things?watch=1');
  const messages: string[] = [];
  client.on('message', (data: Buffer, binary) => messages.push(`${String(binary)} ${data.toString()}`));
  const code = await new Promise((resolve) => client.on('close', resolve));
  t.strictSame(messages, ['false {"a":1}', 'false {"b":2}']);
  t.equal(code, 1000);
  const refused = open('/api/v1/others?watch=1');
  const status = await new Promise((resolve) => {
    refused.on('unexpected-response', (_request, response) => {
      response.resume();
      resolve(response.statusCode);
    });
    refused.on('error', () => {});
  });
  t.equal(status, 404);
});

t.test('protobuf messages of a WebSocket watch carry no length: they have one', async (t) => {
  const { listener } = await serve(t, async () => ({
    kind: 'stream',
    status: 200,
    contentType: 'application/x;stream=watch',
    message: 'delimited',
    async run(sink) {
      sink.write(Buffer.from('\0\0\0\u0003abc'));
      sink.write(Buffer.from('\0\0\0\u0002de'));
    },
  }));
  const client = new WebSocket(`wss://localhost:${listener.port}/api/v1/things?watch=1`, {
    ca: ca.certificatePem,
    headers: { authorization: 'Bearer admin-token' },
  });
  const messages: string[] = [];
  client.on('message', (data: Buffer, binary) => messages.push(`${String(binary)} ${data.toString()}`));
  t.equal(await new Promise((resolve) => client.on('close', resolve)), 1000);
  t.strictSame(messages, ['true abc', 'true de']);
});

t.test(
  'bytes over WebSocket are unchanged, or base64 where the client chose that, after an empty message',
  async (t) => {
    const { listener } = await serve(t, async () => ({
      kind: 'stream',
      status: 200,
      contentType: 'text/plain',
      message: 'bytes',
      async run(sink) {
        sink.write(Buffer.from('one\ntwo\n'));
        sink.write(Buffer.from('\n'));
      },
    }));
    const messagesOf = async (protocols: string[]): Promise<readonly string[]> => {
      const client = new WebSocket(`wss://localhost:${listener.port}/api/v1/things?watch=1`, protocols, {
        ca: ca.certificatePem,
        headers: { authorization: 'Bearer admin-token' },
      });
      const messages: string[] = [];
      client.on('message', (data: Buffer, binary) => messages.push(`${String(binary)} ${data.toString()}`));
      t.equal(await new Promise((resolve) => client.on('close', resolve)), 1000);
      t.equal(client.protocol, protocols[0] ?? '');
      return messages;
    };
    for (const protocols of [[], ['binary.example.com']])
      t.strictSame(await messagesOf(protocols), ['true ', 'true one\ntwo\n', 'true \n']);
    t.strictSame(await messagesOf(['base64.binary.example.com']), ['false ', 'false b25lCnR3bwo=', 'false Cg==']);
  },
);

t.test('of many watchers that do not read the one with most waiting is cut off when it is too much for all', (t) => {
  const stalled = new StalledWriters(new FakeClock(), { ...defaultStallLimits, maxTotal: 100 });
  const cut: string[] = [];
  const writer = (name: string, queued: number) => ({ queued, taken: 0, destroy: () => void cut.push(name) });
  const [small, large, other] = [writer('small', 20), writer('large', 60), writer('other', 30)];
  stalled.stalled(small);
  stalled.stalled(large);
  t.strictSame(cut, []);
  stalled.stalled(other);
  t.strictSame(cut, ['large']);
  stalled.released(small);
  other.queued = 90;
  stalled.stalled(other);
  t.strictSame(cut, ['large'], 'those that are gone count no more');
  other.queued = 101;
  stalled.stalled(other);
  t.strictSame(cut, ['large', 'other']);
  t.end();
});

t.test(
  'a watcher that reads slowly is not one that does not read: each piece that it takes gives it time',
  async (t) => {
    const clock = new FakeClock();
    const stalled = new StalledWriters(clock, { ...defaultStallLimits, maxStall: 30_000 });
    const cut: string[] = [];
    const writer = (name: string) => ({
      queued: 100,
      taken: 0,
      destroy: () => void cut.push(`${name} ${clock.monotonic()}`),
    });
    const [silent, slow] = [writer('silent'), writer('slow')];
    const stop = new AbortController();
    const running = stalled.run(stop.signal);
    stalled.stalled(slow);
    stalled.stalled(silent);
    for (let second = 0; second < 100; second += 20) {
      slow.taken += 1;
      slow.queued += 1;
      stalled.stalled(slow);
      await clock.advance(20_000);
    }
    t.strictSame(cut, ['silent 30000']);
    await clock.advance(30_000);
    t.match(cut[1], /^slow 1[0-3]\d000$/);
    stop.abort();
    await running;
  },
);

t.test('a watcher that does not read is cut off by size and by time', async (t) => {
  const flood = watching(async (sink, signal) => {
    const chunk = Buffer.alloc(512 * 1024, 'x');
    while (!signal.aborted) {
      if (!sink.write(chunk)) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  });
  const bySize = await serve(
    t,
    flood,
    {},
    new StalledWriters(systemClock, { ...defaultStallLimits, maxQueued: 4 * 1024 * 1024 }),
  );
  const first = bySize.session.request({ ':path': '/api/v1/things?watch=1', authorization: 'Bearer admin-token' });
  await new Promise((resolve) => first.on('error', resolve));
  t.not(first.rstCode, 0);

  const clock = new FakeClock();
  const stalled = new StalledWriters(clock, { ...defaultStallLimits, maxQueued: 1024 ** 3 });
  const stop = new AbortController();
  const loop = stalled.run(stop.signal);
  const patient = watching(async (sink, signal) => {
    while (!signal.aborted && sink.write(Buffer.alloc(512 * 1024, 'x'))) {
      // Writes until the queue is full.
    }
    await Promise.race([sink.drained(), aborted(signal)]);
  });
  const byTime = await serve(t, patient, {}, stalled);
  const second = byTime.session.request({ ':path': '/api/v1/things?watch=1', authorization: 'Bearer admin-token' });
  second.on('error', () => {});
  await new Promise((resolve) => second.on('response', resolve));
  // The system does not report when its buffers are full: time goes on until the watcher is cut off.
  const begun = clock.monotonic();
  while (!second.destroyed) await clock.advance(1000);
  t.ok(clock.monotonic() - begun >= defaultStallLimits.maxStall, 'it had its time');
  t.not(second.rstCode, 0);
  stop.abort();
  await loop;
});
