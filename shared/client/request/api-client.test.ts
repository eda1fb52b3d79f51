import t from 'tap';

import { StatusError } from '../../object/status-error.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { ApiClient } from './api-client.ts';
import {
  isAlreadyExists,
  isConflict,
  isExpired,
  isNotFound,
  isServiceUnavailable,
  isTooLargeResourceVersion,
} from './failure.ts';
import type { Transport, TransportRequest, TransportResponse } from '../contract/transport.ts';

interface Played {
  readonly client: ApiClient;
  readonly clock: FakeClock;
  readonly asked: TransportRequest[];
}

type Scripted = readonly [status: number, body?: unknown, headers?: Record<string, string>];

/** A client whose transport plays these answers; strings are bodies as they are. */
function play(...answers: readonly Scripted[]): Played {
  const asked: TransportRequest[] = [];
  const rest = [...answers];
  const transport: Transport = async (request): Promise<TransportResponse> => {
    asked.push(request);
    const [status, body, headers = {}] = rest.shift() ?? [599];
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text);
    }
    return { status, headers, body: bytes() };
  };
  const clock = new FakeClock();
  return { client: new ApiClient(transport, { clock }), clock, asked };
}

const unexpected = (): never => {
  throw new Error('the call succeeded');
};

const pods = { group: '', version: 'v1', resource: 'pods' };
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'n', resourceVersion: '5' } };

const status = (code: number, reason: string, more: object = {}): object => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: `${reason} it is`,
  reason,
  code,
  ...more,
});

t.test('each verb sends its request and gives what the server answers', async (t) => {
  const { client, asked } = play(...Array.from({ length: 8 }, () => [200, pod] as const));
  const inside = client.resource(pods).in('n');
  t.strictSame(await inside.get('a'), pod);
  t.strictSame(await inside.create(pod), pod);
  await inside.update(pod, { subresource: 'status' });
  await inside.patch('a', 'merge', { spec: null }, { fieldManager: 'me' });
  await inside.apply(pod, { fieldManager: 'me', force: true });
  await inside.delete('a', { gracePeriodSeconds: 0 });
  await inside.deleteCollection({ labelSelector: 'x' }, { propagationPolicy: 'Background' });
  await inside.createSubresource('a', 'eviction', pod);
  t.strictSame(
    asked.map(({ method, path }) => `${method} ${path}`),
    [
      'GET /api/v1/namespaces/n/pods/a',
      'POST /api/v1/namespaces/n/pods',
      'PUT /api/v1/namespaces/n/pods/a/status',
      'PATCH /api/v1/namespaces/n/pods/a?fieldManager=me',
      'PATCH /api/v1/namespaces/n/pods/a?fieldManager=me&force=true',
      'DELETE /api/v1/namespaces/n/pods/a',
      'DELETE /api/v1/namespaces/n/pods?labelSelector=x',
      'POST /api/v1/namespaces/n/pods/a/eviction',
    ],
  );
  t.equal(asked[5]?.body, '{"apiVersion":"v1","kind":"DeleteOptions","gracePeriodSeconds":0}');
});

t.test('items of a list say their kind though the server leaves it out', async (t) => {
  const { client } = play([
    200,
    { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [{ metadata: { name: 'a' } }] },
  ]);
  t.match((await client.resource(pods).list()).items, [{ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } }]);
});

t.test('pages are asked for one after another, later ones without a version', async (t) => {
  const page = (name: string, token?: string): Scripted => [
    200,
    {
      kind: 'PodList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '9', continue: token },
      items: [{ metadata: { name } }],
    },
  ];
  const { client, asked } = play(page('a', 't/1'), page('b', 't/2'), page('c'));
  const names: unknown[] = [];
  for await (const { items } of client.resource(pods).listPages({ limit: 1, resourceVersion: '0' }))
    names.push(items[0]?.metadata.name);
  t.strictSame(names, ['a', 'b', 'c']);
  t.strictSame(
    asked.map(({ path }) => path),
    [
      '/api/v1/pods?limit=1&resourceVersion=0',
      '/api/v1/pods?limit=1&continue=t%2F1',
      '/api/v1/pods?limit=1&continue=t%2F2',
    ],
  );
});

t.test('a failure carries the Status of the server whole', async (t) => {
  const sent = status(422, 'Invalid', {
    details: { name: 'a', causes: [{ field: 'spec', message: 'bad', reason: 'FieldValueInvalid' }] },
  });
  const { client } = play([422, sent]);
  const error = await client
    .resource(pods)
    .get('a')
    .then(unexpected, (reason: unknown) => reason);
  t.ok(error instanceof StatusError);
  t.strictSame((error as StatusError).status, sent);
});

t.test('a known reason decides alone, else the code', async (t) => {
  const fails = (...answer: Scripted) =>
    play(answer)
      .client.resource(pods)
      .create(pod)
      .then(unexpected, (error: unknown) => error);
  t.ok(isNotFound(await fails(404, status(404, 'NotFound'))));
  t.notOk(isNotFound(await fails(404, status(404, 'Forbidden'))));
  t.ok(isNotFound(await fails(404, status(404, 'Peculiar'))));
  t.ok(isExpired(await fails(410, status(410, 'Expired'))));
  t.notOk(isExpired(await fails(410, status(410, 'Peculiar'))));
  t.ok(isConflict(await fails(409, status(409, 'Conflict'))));
  t.notOk(isConflict(await fails(409, status(409, 'AlreadyExists'))));
  t.notOk(isNotFound(new Error('other')));
});

t.test('an answer without a Status is wrapped, with its text as the cause', async (t) => {
  const created = await play([409, 'taken'])
    .client.resource(pods)
    .create(pod)
    .then(unexpected, (error: unknown) => error);
  t.ok(isAlreadyExists(created));
  const updated = await play([409])
    .client.resource(pods)
    .update(pod)
    .then(unexpected, (error: unknown) => error);
  t.ok(isConflict(updated));
  const broken = await play([502, '<html>Bad gateway</html>'])
    .client.resource(pods)
    .get('a')
    .then(unexpected, (error: unknown) => error);
  t.match(broken, {
    code: 502,
    message: 'the server answered 502: <html>Bad gateway</html>',
    status: { details: { causes: [{ reason: 'UnexpectedServerResponse', message: '<html>Bad gateway</html>' }] } },
  });
  await t.rejects(play([302]).client.resource(pods).get('a'), { name: 'ResponseError', message: /302/ });
  await t.rejects(play([200, 'not json']).client.resource(pods).get('a'), {
    name: 'ResponseError',
    message: /not JSON/,
  });
});

t.test('429 and 5xx are sent again after the seconds the server names', async (t) => {
  const { client, clock, asked } = play(
    [429, '', { 'retry-after': '2' }],
    [503, '', { 'retry-after': '1' }],
    [201, pod],
  );
  const creating = client.resource(pods).create(pod);
  await clock.advance(1999);
  t.equal(asked.length, 1);
  await clock.advance(1);
  t.equal(asked.length, 2);
  await clock.advance(1000);
  t.strictSame(await creating, pod);
  t.equal(asked[2]?.body, JSON.stringify(pod));
});

t.test('without Retry-After, or for other codes, nothing is sent again', async (t) => {
  for (const answer of [
    [429],
    [503],
    [500, '', { 'retry-after': 'soon' }],
    [409, '', { 'retry-after': '1' }],
  ] as const) {
    const { client, asked } = play(answer);
    await t.rejects(client.resource(pods).get('a'), { name: 'StatusError', code: answer[0] });
    t.equal(asked.length, 1);
  }
});

t.test('after ten retries the failure stands', async (t) => {
  const { client, clock, asked } = play(
    ...Array.from({ length: 20 }, () => [503, '', { 'retry-after': '1' }] as const),
  );
  const failed = client
    .resource(pods)
    .get('a')
    .then(unexpected, (error: unknown) => error);
  await clock.advance(60_000);
  t.ok(isServiceUnavailable(await failed));
  t.equal(asked.length, 11);
});

t.test('an abort ends the waiting before a retry', async (t) => {
  const controller = new AbortController();
  const { client, clock } = play([503, '', { 'retry-after': '100' }]);
  const call = client.resource(pods).get('a', { signal: controller.signal });
  await clock.untilSleeping();
  controller.abort(new Error('enough'));
  await t.rejects(call, { message: 'enough' });
});

t.test(
  'a list at an exact version has that version, also from a server that ignores the match (RV-035, RV-056, RV-057)',
  async (t) => {
    const at = (version: string, name: string, token?: string): object => ({
      apiVersion: 'v1',
      kind: 'PodList',
      metadata: { resourceVersion: version, ...(token === undefined ? {} : { continue: token }) },
      items: [{ metadata: { name } }],
    });
    const exact = { resourceVersion: '5', resourceVersionMatch: 'Exact' } as const;
    const obeyed = play([200, at('5', 'a')]);
    t.match(await obeyed.client.resource(pods).list(exact), { items: [{ metadata: { name: 'a' } }] });
    t.equal(obeyed.asked.length, 1);
    const ignored = play([200, at('9', 'new')], [200, at('5', 'a', 'more')], [200, at('5', 'b')]);
    const list = await ignored.client.resource(pods).list(exact);
    t.match(list, {
      metadata: { resourceVersion: '5' },
      items: [{ metadata: { name: 'a' } }, { metadata: { name: 'b' } }],
    });
    t.match(ignored.asked[1]?.path, /limit=500.*resourceVersion=5&resourceVersionMatch=Exact/);
    t.match(ignored.asked[2]?.path, /continue=more/);
    t.notMatch(ignored.asked[2]?.path, /resourceVersion/, 'a token stands for its own version');
    const refused = play([200, at('9', 'new')], [200, at('9', 'new')]);
    await t.rejects(refused.client.resource(pods).list(exact), {
      message: 'the list has version 9 instead of exactly 5',
    });
  },
);

t.test('an answer that is no list of objects rejects, whatever else it is', async (t) => {
  const bodies = [
    'null',
    '7',
    '"x"',
    '[]',
    '{}',
    '{"metadata":{},"items":[]}',
    '{"kind":7,"metadata":{},"items":[]}',
    '{"kind":"PodList","items":[]}',
    '{"kind":"PodList","metadata":null,"items":[]}',
    ...['7', '{}', '[null]', '[7]', '[{}]', '[{"metadata":null}]'].map(
      (items) => `{"kind":"PodList","metadata":{},"items":${items}}`,
    ),
  ];
  for (const body of bodies) {
    await t.rejects(play([200, body]).client.resource(pods).list(), { name: 'ResponseError' }, body);
  }
  t.strictSame(
    (await play([200, '{"kind":"PodList","metadata":{},"items":null}']).client.resource(pods).list()).items,
    [],
  );
});

t.test('a server that asks for years is asked again after five minutes', async (t) => {
  const { client, clock, asked } = play([503, '', { 'retry-after': '999999999' }], [200, pod]);
  const got = client.resource(pods).in('n').get('a');
  await clock.advance(299_999);
  t.equal(asked.length, 1);
  await clock.advance(1);
  t.strictSame(await got, pod);
});

t.test('a failure whose causes are anything is still a failure', async (t) => {
  for (const causes of ['7', 'null', '[null,7]', '{"a":1}']) {
    const { client } = play([500, `{"kind":"Status","code":500,"details":{"causes":${causes}}}`]);
    const error: unknown = await client
      .resource(pods)
      .in('n')
      .get('a')
      .then(unexpected, (reason: unknown) => reason);
    t.equal(isTooLargeResourceVersion(error), false);
    t.match(error, { name: 'StatusError', code: 500 });
  }
});
