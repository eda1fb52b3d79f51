import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { answerJson, startWebhook, type WebhookAnswer } from '../../fixtures/apiserver/webhook-server.fixture.ts';
import { connect } from '../../shared/client/connection/connection.ts';
import { createMetrics } from '../../shared/process/metric/metrics.ts';
import type { OutboundCall, OutboundTarget, ServiceResolver } from './contract/outbound.ts';
import { OutboundClient } from './outbound-client.ts';
import { outboundMetrics } from './outbound-metrics.ts';

const nowhere: ServiceResolver = () => {
  throw new Error('service "none" not found');
};

async function scene(t: Test, answer: WebhookAnswer, resolveService: ServiceResolver = nowhere) {
  const webhook = await startWebhook(answer, { dnsNames: ['hook.ns.svc'] });
  const clock = new FakeClock();
  const metrics = createMetrics();
  const client = new OutboundClient({
    clock,
    resolveService,
    systemRoots: async () => webhook.authority,
    userAgent: 'test/1',
    metrics: outboundMetrics(metrics),
  });
  t.teardown(async () => {
    client.close();
    await webhook.close();
  });
  const call = (more: Partial<OutboundCall> = {}, target?: OutboundTarget): Promise<unknown> =>
    client.postJson(target ?? { url: `${webhook.url}/path`, authority: webhook.authority }, {
      purpose: 'test',
      body: '{"a":1}',
      timeout: 10_000,
      signal: new AbortController().signal,
      ...more,
    });
  return { webhook, client, clock, metrics, call };
}

/** As `t.rejects`, for more fields than it knows. */
async function fails(t: Test, call: Promise<unknown>, expected: object, title = 'how it fails'): Promise<void> {
  const outcome = await call.then(
    () => 'no failure',
    (error: unknown) => error,
  );
  t.match(outcome, expected, title);
}

t.test('a call is a POST of JSON, and connections are kept', async (t) => {
  const { webhook, call, metrics } = await scene(t, answerJson({ ok: true }));
  t.strictSame(await call({ query: 'timeout=10s' }), { ok: true });
  t.strictSame(await call({ userAgent: 'other/2' }), { ok: true });
  const [first, second] = webhook.requests;
  t.match(first, { method: 'POST', path: '/path?timeout=10s', body: '{"a":1}', client: '' });
  t.match(first?.headers, {
    'content-type': 'application/json',
    'user-agent': 'test/1',
    host: `127.0.0.1:${webhook.port}`,
    authorization: undefined,
    'accept-encoding': undefined,
  });
  t.equal(second?.headers['user-agent'], 'other/2');
  t.equal(second?.connection, first?.connection);
  t.match(await metrics.render(), /outbound_call_duration_seconds_count\{purpose="test",outcome="succeeded"\} 2/);
});

t.test('a service reference is resolved for each call, and the certificate must have its name', async (t) => {
  let port = 0;
  const asked: unknown[] = [];
  const { webhook, call } = await scene(t, answerJson(1), (service) => {
    asked.push(service);
    return { host: '127.0.0.1', port };
  });
  ({ port } = webhook);
  const { authority } = webhook;
  await call({ query: 'timeout=1s' }, { authority, service: { namespace: 'ns', name: 'hook', path: '/x' } });
  await call({}, { authority, service: { namespace: 'ns', name: 'hook', port: 8443 } });
  t.strictSame(asked, [
    { namespace: 'ns', name: 'hook', port: 443 },
    { namespace: 'ns', name: 'hook', port: 8443 },
  ]);
  t.strictSame(
    webhook.requests.map(({ path }) => path),
    ['/x?timeout=1s', '/'],
  );
  t.equal(webhook.requests[1]?.headers.host, 'hook.ns.svc:8443');
  await fails(t, call({}, { authority, service: { namespace: 'ns', name: 'other' } }), {
    fault: 'untrusted',
    message:
      'Post "https://other.ns.svc:443/": tls: failed to verify certificate: x509: certificate is valid for localhost, hook.ns.svc, not other.ns.svc',
  });
  t.equal(webhook.requests.length, 2, 'nothing was sent to a program without the name');
});

t.test('a service that leads nowhere is unresolved', async (t) => {
  const { call } = await scene(t, answerJson(1));
  await fails(t, call({ query: 'timeout=1s' }, { service: { namespace: 'ns', name: 'none' } }), {
    fault: 'unresolved',
    message: 'Post "https://none.ns.svc:443/?timeout=1s": service "none" not found',
  });
});

t.test('authorities, names and plain HTTP: an untrusted server gets no request', async (t) => {
  const { webhook, call } = await scene(t, answerJson(1));
  const other = await startWebhook(answerJson(1));
  t.teardown(() => other.close());
  await fails(t, call({}, { url: webhook.url, authority: other.authority }), {
    fault: 'untrusted',
    message: /x509: certificate signed by unknown authority/,
  });
  await fails(t, call({}, { url: webhook.url, authority: 'no certificate at all' }), { fault: 'untrusted' });
  t.equal(await call({}, { url: webhook.url }), 1, 'without authorities those of the system count');
  await fails(t, call({}, { url: webhook.url, authority: other.authority }), { fault: 'untrusted' });
  for (const url of [webhook.url.replace('https', 'http'), webhook.url.replace('//', '//user:word@'), 'https:/', '']) {
    await fails(t, call({}, { url }), { fault: 'unresolved' }, url);
  }
  const plain = createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad\r\n\r\n'));
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  t.teardown(() => plain.close());
  await fails(t, call({}, { url: `https://127.0.0.1:${(plain.address() as AddressInfo).port}` }), {
    fault: 'untrusted',
    message: /server gave HTTP response to HTTPS client/,
  });
});

t.test('a bundle may hold the certificate of the target itself, and only that one is trusted then', async (t) => {
  const { webhook, call } = await scene(t, answerJson(1));
  const other = await startWebhook(answerJson(1));
  t.teardown(() => other.close());
  t.equal(await call({}, { url: webhook.url, authority: webhook.certificate }), 1);
  await fails(t, call({}, { url: other.url, authority: webhook.certificate }), { fault: 'untrusted' });
});

t.test('several slashes of an address mean one, and the last one of a path means nothing', async (t) => {
  const { webhook, call } = await scene(t, answerJson(1));
  const { authority, url } = webhook;
  for (const path of ['//a//b/', '/a/b', '', '//']) await call({ query: 'q=1' }, { url: `${url}${path}`, authority });
  t.strictSame(
    webhook.requests.map(({ path }) => path),
    ['/a/b?q=1', '/a/b?q=1', '/?q=1', '/?q=1'],
  );
});

t.test('no address and no connection', async (t) => {
  const { call } = await scene(t, answerJson(1));
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  await fails(t, call({}, { url: `https://127.0.0.1:${port}/x` }), {
    fault: 'unreachable',
    message: `Post "https://127.0.0.1:${port}/x": dial tcp 127.0.0.1:${port}: connect: connection refused`,
  });
  await fails(t, call({}, { url: 'https://webhook.invalid' }), { fault: 'unresolved', message: /webhook\.invalid/ });
});

t.test('a redirect is an answer like others, and is not followed', async (t) => {
  const { webhook, call } = await scene(t, (_request, response) => {
    response.writeHead(307, { location: `${webhook.url}/elsewhere` }).end();
  });
  await fails(t, call(), {
    fault: 'status',
    status: 307,
    message: 'the server responded with the status code 307 but did not return more information',
  });
  t.equal(webhook.requests.length, 1);
});

t.test('statuses of failure, and bodies that are not JSON', async (t) => {
  const { webhook, call } = await scene(t, answerJson(1));
  const refuse = (status: number, text: string): void => {
    webhook.answer = (_request, response) => void response.writeHead(status).end(text);
  };
  refuse(500, `boom${'!'.repeat(5000)}`);
  await fails(t, call(), { fault: 'status', status: 500, message: /^an error on the server \("boom!{2044}"\) has/ });
  refuse(404, 'x');
  await fails(t, call(), { status: 404, message: 'the server could not find the requested resource' });
  refuse(200, '<html>');
  await fails(t, call(), { fault: 'not-json', message: /^couldn't get version\/kind; json parse error: / });
  refuse(200, '');
  await fails(t, call(), {
    fault: 'not-json',
    message: '0-length response with status code: 200 and content type: application/json',
  });
  refuse(201, '{"n":12345678901234567890}');
  t.strictSame(await call(), { n: 12345678901234567890n }, 'other successes are taken');
});

t.test('an answer beyond the limit is not read to its end', async (t) => {
  const { webhook, call } = await scene(t, answerJson('x'.repeat(2000)));
  await fails(t, call({ maxBytes: 2001 }), { fault: 'too-large', message: /has more than 2001 bytes/ });
  t.equal(await call({ maxBytes: 2002 }), 'x'.repeat(2000));
  let closed = false;
  webhook.answer = (_request, response) => {
    response.on('close', () => {
      closed = true;
    });
    const more = (): void => {
      if (closed) return;
      if (response.write('x'.repeat(65_536))) setImmediate(more);
      else response.once('drain', more);
    };
    more();
  };
  await fails(t, call({ maxBytes: 1_000_000 }), { fault: 'too-large' });
  webhook.answer = (_request, response) => void response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end('1');
  await fails(t, call(), { fault: 'too-large', message: /headers/ });
});

t.test('time limit, end of the caller, end of the server: each ends a call that waits', async (t) => {
  const held: (() => void)[] = [];
  const begun = (): Promise<void> => new Promise((resolve) => held.push(resolve));
  const { client, clock, webhook, call, metrics } = await scene(t, () => held.shift()?.());
  let asked = begun();
  const late = fails(t, call({ timeout: 1000 }), {
    fault: 'timeout',
    message: `Post "${webhook.url}/path": context deadline exceeded`,
  });
  await asked;
  await clock.advance(900);
  t.equal(webhook.requests.length, 1);
  await clock.advance(200);
  await late;
  webhook.answer = (_request, response) => {
    response.write('{');
    held.shift()?.();
  };
  asked = begun();
  const slow = fails(t, call({ timeout: 1000 }), {
    fault: 'timeout',
    message: 'unexpected error when reading response body. Please retry. Original error: context deadline exceeded',
  });
  await asked;
  await clock.advance(1100);
  await slow;
  asked = begun();
  const caller = new AbortController();
  const left = fails(t, call({ signal: caller.signal }), { message: 'the client left' });
  await asked;
  caller.abort(new Error('the client left'));
  await left;
  await fails(t, call({ signal: caller.signal }), { message: 'the client left' });
  asked = begun();
  const stopped = fails(t, call(), { fault: 'closed', message: /the server stops/ });
  await asked;
  client.close();
  await stopped;
  await fails(t, call(), { fault: 'closed' });
  t.equal(clock.sleeping, 0, 'nothing waits any more');
  const text = await metrics.render();
  t.match(text, /calls_in_flight\{purpose="test"\} 0/);
  t.match(text, /_count\{purpose="test",outcome="timeout"\} 2/);
  t.match(text, /_count\{purpose="test",outcome="aborted"\} 1/);
});

t.test('with a connection file a call uses its proxy and credentials, and has the same limits', async (t) => {
  const { webhook, call } = await scene(t, (_request, response) => {
    response.statusCode = webhook.requests.length === 1 ? 200 : 503;
    response.setHeader('retry-after', '3');
    response.end('{"over":"it"}');
  });
  const connection = connect({
    server: `${webhook.url}/review/`,
    authority: { pem: webhook.authority },
    credentials: { token: 'secret' },
  });
  t.teardown(() => connection.close());
  t.strictSame(await call({ query: 'timeout=1s' }, { connection }), { over: 'it' });
  t.match(webhook.requests, [
    { method: 'POST', path: '/review?timeout=1s', body: '{"a":1}', headers: { authorization: 'Bearer secret' } },
  ]);
  await fails(t, call({}, { connection }), { fault: 'status', status: 503, retryAfter: 3000 });
  webhook.answer = (_request, response) => response.end('"0123456789"');
  await fails(t, call({ maxBytes: 5 }, { connection }), { fault: 'too-large', message: /^Post "https:.*\/review": / });
  webhook.answer = (_request, response) => void response.socket?.destroy();
  await fails(t, call({}, { connection }), { fault: 'unreachable' });
  const distrusting = connect({ server: webhook.url, credentials: {} });
  t.teardown(() => distrusting.close());
  await fails(t, call({}, { connection: distrusting }), { fault: 'untrusted', message: /unknown authority$/ });
});

t.test('a kept connection that the other side has closed is replaced once', async (t) => {
  const { webhook, call } = await scene(t, answerJson(1));
  await call();
  webhook.answer = (request, response) => {
    if (request.connection === 0) response.socket?.destroy();
    else response.end('2');
  };
  t.equal(await call(), 2);
  webhook.answer = (_request, response) => void response.socket?.destroy();
  await fails(t, call(), { fault: 'unreachable', message: /EOF|connection reset/ });
  t.equal(webhook.requests.length, 5);
});

t.test('a call that may come again is sent again while it is asked to, within its time', async (t) => {
  const { client, webhook, call, clock } = await scene(t, (_request, response) => {
    const late = webhook.requests.length < 3;
    response.writeHead(late ? 503 : 200, { 'retry-after': '2' }).end('1');
  });
  const waits = async (): Promise<void> => {
    // The deadline of the call sleeps too.
    while (clock.sleeping < 2) await new Promise(setImmediate);
  };
  const patient = call({ comesAgain: true });
  for (let asked = 1; asked < 3; asked += 1) {
    await waits();
    t.equal(webhook.requests.length, asked);
    await clock.advance(2000);
  }
  t.equal(await patient, 1);
  webhook.answer = (_request, response) => void response.writeHead(503, { 'retry-after': '2' }).end();
  const late = fails(t, call({ comesAgain: true, timeout: 1000 }), {
    fault: 'timeout',
    message: `Post "${webhook.url}/path": context deadline exceeded`,
  });
  await waits();
  await clock.advance(1100);
  await late;
  t.equal(webhook.requests.length, 4);
  webhook.answer = (_request, response) => void response.writeHead(400, { 'retry-after': '2' }).end();
  await fails(t, call({ comesAgain: true }), { fault: 'status', status: 400 });
  webhook.answer = (_request, response) => void response.writeHead(503).end();
  await fails(t, call({ comesAgain: true }), { fault: 'status', status: 503 });
  t.equal(webhook.requests.length, 6);
  client.close();
  t.equal(clock.sleeping, 0);
});

t.test('the message of a Status is the failure; an answer that breaks off has a message of its own', async (t) => {
  const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'its own words' };
  const { webhook, call } = await scene(t, (_request, response) => {
    response.writeHead(500).end(JSON.stringify(status));
  });
  await fails(t, call(), { fault: 'status', status: 500, message: 'its own words' });
  for (const other of ['{', JSON.stringify({ ...status, kind: 'Other' }), JSON.stringify({ ...status, message: 1 })]) {
    webhook.answer = (_request, response) => void response.writeHead(500).end(other);
    await fails(t, call(), { message: /^an error on the server \(/ });
  }
  webhook.answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{', () => response.socket?.destroy());
  };
  await fails(t, call(), {
    fault: 'unreachable',
    message: 'unexpected error when reading response body. Please retry. Original error: unexpected EOF',
  });
});
