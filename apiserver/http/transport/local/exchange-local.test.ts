import t from 'tap';
import type { Response } from '../../../registry/contract/resource-handler.ts';
import { silentLog } from '../../../../shared/process/log/log.ts';
import { localTransport } from './exchange-local.ts';
import { scene } from '../../../../fixtures/apiserver/pipeline.fixture.ts';

const controller = { username: 'system:serviceaccount:sys:gc', groups: ['system:masters'], extra: new Map() };

async function text(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const stream = (run: Extract<Response, { kind: 'stream' }>['run']): Response => ({
  kind: 'stream',
  status: 200,
  contentType: 'application/json',
  run,
});

t.test('a local call acts as its user with any headers, through every stage', async (t) => {
  const { answer } = scene(async (request) => ({
    kind: 'body',
    status: 201,
    contentType: 'text/plain',
    parts: [Buffer.from(`${request.user.username} `), await request.body()],
  }));
  const send = localTransport(answer, controller);
  const response = await send({
    method: 'POST',
    path: '/api/v1/namespaces/n/things',
    headers: { Authorization: 'Bearer wrong' },
    body: 'body',
  });
  t.match(response, { status: 201, headers: { 'content-type': 'text/plain' } });
  t.equal(await text(response.body), 'system:serviceaccount:sys:gc body');
  const stranger = localTransport(answer, { ...controller, groups: [] });
  t.equal((await stranger({ method: 'GET', path: '/api/v1/things' })).status, 403);
});

t.test('a local call has a default user agent', async (t) => {
  const { answer } = scene(async (request) => ({
    kind: 'body',
    status: 200,
    contentType: 'text/plain',
    parts: [Buffer.from(request.userAgent)],
  }));
  const send = localTransport(answer, controller);
  const asked = { method: 'GET', path: '/api/v1/namespaces/n/things' };
  t.equal(await text((await send(asked)).body), 'orch-apiserver');
  const other = localTransport(answer, controller, 'controllers');
  t.equal(await text((await other(asked)).body), 'controllers');
  const named = await send({ ...asked, headers: { 'User-Agent': 'other/1' } });
  t.equal(await text(named.body), 'other/1');
});

t.test('a stream is read while it is written, and ends when its reader cancels', async (t) => {
  let ended = (): void => {};
  const over = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const { answer } = scene(async ({ signal }) =>
    stream(async (sink) => {
      for (let index = 0; !signal.aborted; index += 1) {
        sink.write(Buffer.from(`${index}`));
        await new Promise((resolve) => setImmediate(resolve));
      }
      ended();
    }),
  );
  const response = await localTransport(answer, controller)({ method: 'GET', path: '/api/v1/things?watch=1' });
  const seen: string[] = [];
  for await (const chunk of response.body) {
    seen.push(Buffer.from(chunk).toString());
    if (seen.length === 3) {
      break;
    }
  }
  t.strictSame(seen, ['0', '1', '2']);
  await over;
});

t.test('a writer waits for a reader that is slow', async (t) => {
  let written = 0;
  const { answer } = scene(async () =>
    stream(async (sink) => {
      for (let index = 0; index < 8; index += 1) {
        written += 1;
        if (!sink.write(Buffer.alloc(200 * 1024))) {
          await sink.drained();
        }
      }
    }),
  );
  const response = await localTransport(answer, controller)({ method: 'GET', path: '/api/v1/things?watch=1' });
  await new Promise((resolve) => setImmediate(resolve));
  t.equal(written, 2);
  t.equal((await text(response.body)).length, 8 * 200 * 1024);
});

t.test('an aborted call rejects, before and after its head', async (t) => {
  const { answer } = scene(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  const abort = new AbortController();
  const call = localTransport(
    answer,
    controller,
  )({ method: 'GET', path: '/api/v1/namespaces/n/things/x', signal: abort.signal });
  abort.abort(new Error('enough'));
  await t.rejects(call, /enough/);
  await t.rejects(localTransport(answer, controller)({ method: 'GET', path: '/', signal: abort.signal }), /enough/);
  // The transport's own timer does not keep a process alive.
  const alive = setTimeout(() => {}, 5000);
  const late = localTransport(
    answer,
    controller,
  )({ method: 'GET', path: '/api/v1/namespaces/n/things/x', headTimeout: 20 });
  await t.rejects(late, /no answer within 20 ms/);
  clearTimeout(alive);
});

t.test('a caller that gives up is no defect of the server, and gets its own reason', async (t) => {
  const errors: string[] = [];
  const abort = new AbortController();
  const { answer } = scene(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        abort.abort(new Error('the controllers end'));
      }),
    { log: { ...silentLog, error: (message) => errors.push(message) } },
  );
  let gone: boolean | undefined;
  let over = Promise.resolve();
  const call = localTransport((exchange) => {
    over = Promise.resolve(answer(exchange)).then(() => {
      gone = exchange.clientGone;
    });
    return over;
  }, controller)({ method: 'GET', path: '/api/v1/namespaces/n/things/x', signal: abort.signal });
  await t.rejects(call, /the controllers end/);
  await over;
  t.strictSame([gone, errors], [true, []]);
});
