import type { Test } from 'tap';
import t from 'tap';
import { connect } from '../../../shared/client/connection/connection.ts';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import {
  json,
  type ScriptedResponse,
  type ScriptedServer,
  startScriptedServer,
} from '../../../fixtures/shared/scripted-server.fixture.ts';
import { lazyOutbound } from '../lazy-outbound.ts';
import { type ReviewClient, reviewClient } from './review-client.ts';
import type { CallResult, ReviewFailure } from './review-failure.ts';

/** A hundred times as quick as time. */
const quick = {
  ...systemClock,
  sleep: (milliseconds: number, signal?: AbortSignal) => systemClock.sleep(milliseconds / 100, signal),
};
const review = { apiVersion: 'g/v1', kind: 'TokenReview', spec: { token: 't' } };

async function asking(
  t: Test,
  timeout = 3_000_000,
  path = '',
): Promise<{ readonly server: ScriptedServer; readonly client: ReviewClient }> {
  const server = await startScriptedServer();
  const outbound = lazyOutbound({ vendor: vendorOf('orch'), clock: quick, metrics: createMetrics() });
  const authority = { pem: server.authority.certificatePem };
  const connection = connect({ server: `${server.url}${path}`, authority, credentials: {} });
  const target = { connection };
  const client = reviewClient({ outbound, purpose: 'test', target, timeout, clock: quick, random: () => 0 });
  t.teardown(async () => {
    outbound.close();
    await connection.close();
    await server.close();
  });
  return { server, client };
}

t.test(
  'a review is posted to the address of the file, and its status comes back (TOKWH-013 to TOKWH-015)',
  async (t) => {
    const { server, client } = await asking(t, 3_000_000, '/where/ever/');
    server.script(json(201, { ...review, spec: { token: 'another' }, status: { authenticated: true } }), json(200, {}));
    const calls: unknown[] = [];
    const observe = (result: CallResult): void => void calls.push(result);
    t.strictSame(await client.ask(review, { observe }), { authenticated: true });
    t.strictSame(await client.ask(review, { observe }), {}, 'kind, version and status may be left out');
    t.strictSame(calls, ['success', 'success']);
    const [asked] = server.asked;
    t.match(asked, {
      method: 'POST',
      path: '/where/ever?timeout=50m0s',
      headers: { 'content-type': 'application/json' },
    });
    t.strictSame(JSON.parse(asked?.body ?? ''), {
      kind: 'TokenReview',
      apiVersion: 'g/v1',
      metadata: {},
      spec: { token: 't' },
      status: { user: {} },
    });
  },
);

t.test('answers that do not count are refused (TOKWH-002)', async (t) => {
  const { server, client } = await asking(t);
  const big: ScriptedResponse = (response) => {
    response.writeHead(200);
    response.on('error', () => {});
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const more = (): void => {
      while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', more);
    };
    more();
  };
  const cases: readonly [ScriptedResponse, RegExp][] = [
    [
      json(200, { ...review, apiVersion: 'g/v1beta1', status: { authenticated: true } }),
      /^the answer is not a TokenReview of g\/v1$/,
    ],
    [json(200, { ...review, kind: 'Status', status: 'Failure' }), /^the answer is not a TokenReview/],
    [json(200, { ...review, status: true }), /^the status of the answer is not an object$/],
    [json(200, [review]), /^the answer is not an object$/],
    [(response) => response.end('<html>'), /^couldn't get version\/kind; json parse error: /],
    [json(307, {}, { location: `${server.url}/elsewhere` }), /^the server responded with the status code 307/],
    [json(302, {}, { location: `${server.url}/elsewhere` }), /^the server responded with the status code 302/],
    [json(404, {}), /^the server could not find the requested resource$/],
    [json(503, {}), /^the server is currently unable to handle the request$/],
    [big, /the response has more than 1048576 bytes$/],
  ];
  for (const [script, message] of cases) {
    const before = server.asked.length;
    server.script(script);
    await t.rejects(client.ask(review), { name: 'ReviewFailure', message, result: 'error' }, String(message));
    t.equal(server.asked.length, before + 1, 'asked once, with no retry');
  }
});

t.test('temporary failures are retried, five attempts at most', async (t) => {
  const { server, client } = await asking(t);
  server.script(
    json(500, {}),
    json(429, {}),
    json(503, {}, { 'retry-after': '1' }),
    json(504, {}),
    json(200, { status: { a: 1 } }),
  );
  const calls: unknown[] = [];
  const observe = (result: CallResult): void => void calls.push(result);
  t.strictSame(await client.ask(review, { observe }), { a: 1 });
  t.strictSame(calls, ['error', 'error', 'error', 'timeout', 'success']);
  await t.rejects(client.ask(review), { message: /^an error on the server/ });
  t.equal(server.asked.length, 10);
});

t.test(
  'a service that hangs ends the call in time, whichever part of its answer is missing (WHAUTHZ-040)',
  async (t) => {
    const { server, client } = await asking(t, 3000);
    server.script(
      () => {},
      (response) => {
        response.writeHead(200);
        response.write('{');
      },
    );
    for (const part of ['head', 'body']) {
      await t.rejects(client.ask(review), { message: /context deadline exceeded$/, result: 'timeout' }, part);
    }
  },
);

t.test('a request that ends takes its question with it', async (t) => {
  const { server, client } = await asking(t);
  const over = new AbortController();
  server.script(() => over.abort());
  await t.rejects(client.ask(review, { signal: over.signal }), {
    name: 'ReviewFailure',
    message: 'the request was canceled',
  });
  const waiting = new AbortController();
  server.script(json(500, {}));
  let failure: ReviewFailure | undefined;
  await client
    .ask(review, { signal: waiting.signal, observe: () => waiting.abort() })
    .catch((error: ReviewFailure) => (failure = error));
  t.match(failure?.message, /^an error on the server/, 'the waiting before a repetition too');
});

t.test('a service that is not there is an error, not asked again', async (t) => {
  const { server, client } = await asking(t);
  await server.close();
  await t.rejects(client.ask(review), {
    name: 'ReviewFailure',
    message: /connection refused$/,
    result: 'error',
    again: false,
  });
});
