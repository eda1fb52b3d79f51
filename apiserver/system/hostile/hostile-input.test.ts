// One running service against clients that mean harm: whatever they send is answered with a clear Status or a closed
// connection, costs bounded time and leaves nothing behind. Over real sockets, on both versions of HTTP.

import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { startServerProcess } from '../../../fixtures/process/server-process.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { attackerOf } from '../../../fixtures/apiserver/attacker.fixture.ts';
import { withMoreTime } from '../../../fixtures/apiserver/more-time.fixture.ts';
import { explore } from '../../../fixtures/shared/explore.fixture.ts';

const vendor = vendorOf('orch');
const protobuf = vendor.fill('application/vnd.{maker}.protobuf');
/** The first bytes of an object as protobuf, the same under both vendors. */
const magic = Buffer.from('6b387300', 'hex').toString();

const maps = '/api/v1/namespaces/default/configmaps';
const pods = '/api/v1/namespaces/default/pods';

/** Whether it becomes so within a minute. */
async function until(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(20)) {
    if (await condition()) return true;
  }
  return false;
}

function times(count: number, text: string): string {
  return Array.from({ length: count }, () => text).join(',');
}

const server = await startServerProcess({ vendor: 'orch' });
const attacker = await attackerOf(server);
t.teardown(async () => {
  attacker.end();
  await server.remove();
});
/** Body, status, and what the message names. */
type BodyCase = readonly [title: string, body: string | Buffer, status: number, message: RegExp, type?: string];

const unreadable: readonly BodyCase[] = [
  ['nothing', '', 400, /unexpected end of JSON input/],
  ['half a document', '{"metadata":{"na', 400, /unexpected end of JSON input/],
  ['a million values', `{"data":[${times(1_000_000, '0')}]}`, 413, /limit is 100000 values/],
  ['documents', '---\n'.repeat(700_000), 400, /more than 1000 document markers/, 'application/yaml'],
  ['a million YAML values', '- a\n'.repeat(780_000), 413, /limit is 100000 values/, 'application/yaml'],
  ['a byte more than 3 MiB', Buffer.alloc(3 * 1024 * 1024 + 1, 32), 413, /limit is 3145728/],
  ['100,000 arrays in each other', '['.repeat(100_000), 400, /max depth/],
  ['100,000 objects in each other', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 400, /max depth/],
  ['a byte order mark', '\ufeff{}', 400, /invalid character/],
  ['no object', '[]', 400, /must be an object/],
  ['metadata that is a list', '{"metadata":[]}', 400, /cannot unmarshal array .* ConfigMap\.metadata/],
  ['an infinite number', '{"metadata":{"name":"x","generation":1e400}}', 400, /number 1e400 is out of range/],
  ['2^63', '{"metadata":{"name":"x","generation":9223372036854775808}}', 400, /generation of type int64/],
  ['a name with NUL', '{"metadata":{"name":"a\\u0000b"}}', 422, /metadata\.name: Invalid value: "a\\x00b"/],
  ['a label `__proto__`', '{"metadata":{"name":"x","labels":{"__proto__":"y"}}}', 422, /metadata\.labels/],
  ['deep YAML', '- '.repeat(100_000), 400, /nesting exceeded/, 'application/yaml'],
  [
    'YAML aliases',
    `a: &a x\nb: [${'*b,'.repeat(90_000)}*b]`.replace('x\n', 'x\nc: &b [*a, *a]\n'),
    400,
    /excessive aliasing/,
    'application/yaml',
  ],
  ['a YAML tag that makes no object', '!!js/function "x"', 400, /must be an object/, 'application/yaml'],
  ['another type', '{}', 415, /application\/json/, 'text/plain'],
  ['no protobuf', '{}', 400, /protobuf/, protobuf],
  ['varints', `${magic}${'\xff'.repeat(1000)}`, 400, /(wire|varint|proto)/i, protobuf],
];

t.test('invalid bodies are refused by a Status with the reason', async (t) => {
  for (const [title, body, status, message, type = 'application/json'] of unreadable) {
    const answer = await attacker.ask('POST', maps, { body, headers: { 'content-type': type } });
    t.equal(answer.status, status, title);
    t.match(answer.body, { kind: 'Status', code: status, message }, `${title}: what was wrong`);
  }
});

t.test('lists as long as a body can hold them are refused by field, shortly', async (t) => {
  const labels = Array.from({ length: 99_000 }, (_, number) => `"k${number}":"${number}!"`).join(',');
  const finalizers = Array.from({ length: 99_000 }, (_, number) => `"f${number}"`).join(',');
  const container = (fields: string) => `{"metadata":{"name":"x"},"spec":{"containers":[{"name":"c",${fields}}]}}`;
  const cases: readonly (readonly [path: string, body: string, field: RegExp])[] = [
    [maps, `{"metadata":{"name":"x","labels":{${labels}}}}`, /metadata\.labels/],
    [maps, `{"metadata":{"name":"x","finalizers":[${finalizers}]}}`, /metadata\.finalizers/],
    [
      maps,
      `{"metadata":{"name":"x","ownerReferences":[${times(49_000, '{}')}]}}`,
      /metadata\.ownerReferences\.apiVersion/,
    ],
    [pods, container(`"image":"i","ports":[${times(49_000, '{}')}]`), /containers\[0\]\.ports\[0\]/],
    [pods, container(`"image":"i","env":[${times(49_000, '{}')}]`), /containers\[0\]\.env\[0\]/],
  ];
  for (const [path, body, field] of cases) {
    const answer = await attacker.ask('POST', path, { body });
    t.equal(answer.status, 422, String(field));
    t.match(answer.body, { reason: 'Invalid', message: field });
    t.ok(answer.text.length < 500_000, 'the answer is short, however many faults there are');
  }
});

t.test('keys of every name that JavaScript knows are stored as data', async (t) => {
  const names = ['__defineGetter__', '__proto__', 'constructor', 'hasOwnProperty', 'prototype', 'toString', 'valueOf'];
  const data = `{${names
    .map((name) => JSON.stringify(name))
    .map((name) => `${name}:"v"`)
    .join(',')}}`;
  const words = names.filter((name) => !name.startsWith('_'));
  const labels = `{${words.map((name) => `"${name}":"v"`).join(',')}}`;
  const body = `{"metadata":{"name":"keys","labels":${labels},"annotations":${labels}},"data":${data},"__proto__":{"immutable":true}}`;
  t.equal((await attacker.ask('POST', maps, { body })).status, 200);
  const patch = '{"__proto__":{"immutable":true},"metadata":{"__proto__":{"uid":"x"}},"data":{"__proto__":"patched"}}';
  const merge = { 'content-type': 'application/merge-patch+json' };
  t.equal((await attacker.ask('PATCH', `${maps}/keys`, { body: patch, headers: merge })).status, 200);
  const { text } = await attacker.ask('GET', `${maps}/keys`);
  t.match(text, `"data":${data.replace('"__proto__":"v"', '"__proto__":"patched"')}`);
  t.match(text, `"labels":${labels}`);
  t.notMatch(text, 'immutable');
  for (const path of ['/api/v1/__proto__', '/apis/constructor/v1/x', `${pods}/x/constructor`, '/healthz/__proto__']) {
    t.equal((await attacker.ask('GET', path)).status, 404, path);
  }
});

t.test('any JSON value in any place of a body is answered, and never as a defect', async (t) => {
  const fields = ['metadata', 'spec', 'data', 'status', 'kind', 'apiVersion', 'immutable', 'binaryData'];
  const inner = ['name', 'labels', 'ownerReferences', 'managedFields', 'finalizers', 'containers', 'template', 'ports'];
  const part = fc.dictionary(fc.constantFrom(...inner), fc.jsonValue({ maxDepth: 3 }));
  const object = fc.dictionary(fc.constantFrom(...fields), fc.oneof(part, fc.jsonValue({ maxDepth: 2 })));
  const paths = [maps, pods, '/api/v1/namespaces/default/services', '/apis/apps/v1/namespaces/default/deployments'];
  const property = fc.asyncProperty(object, fc.constantFrom(...paths), async (value, path) => {
    const answer = await attacker.ask('POST', `${path}?dryRun=All`, { body: JSON.stringify(value) });
    return [200, 400, 403, 409, 422].includes(answer.status) && typeof answer.body.kind === 'string';
  });
  await t.resolves(explore(property, { numRuns: 250, timeLimit: 4000 }));
});

t.test('numbers beyond 2^53 are kept exactly in errors and in the options of an eviction', async (t) => {
  const body = '{"kind":{"number":9007199254740993}}';
  t.match((await attacker.ask('POST', maps, { body })).body, {
    code: 400,
    message: /^\{"number":9007199254740993\} in/,
  });
  const pod = '{"metadata":{"name":"evicted"},"spec":{"containers":[{"name":"c","image":"i"}]}}';
  t.equal((await attacker.ask('POST', pods, { body: pod })).status, 200);
  const eviction = '{"metadata":{"name":"evicted"},"deleteOptions":{"gracePeriodSeconds":9007199254740993}}';
  const answer = await attacker.ask('POST', `${pods}/evicted/eviction`, { body: eviction });
  t.not(answer.status, 500);
});

t.test('patches that cost more than they say are refused', async (t) => {
  await attacker.ask('POST', maps, { body: '{"metadata":{"name":"patched"},"data":{"a":"1"}}' });
  const big = JSON.stringify({ op: 'add', path: '/x', value: 'a'.repeat(1_000_000) });
  const cases: readonly (readonly [type: string, body: string, status: number, message: RegExp])[] = [
    ['json', `[${times(10_001, '{"op":"test","path":"/data/a","value":"1"}')}]`, 413, /10000, got 10001/],
    ['json', `[${big},${times(9000, '{"op":"copy","from":"/x","path":"/y"}')}]`, 422, /copies .* more than the limit/],
    ['json', '[{"op":"add","path":"/__proto__/x","value":1}]', 422, /does not exist: "\/__proto__\/x"/],
    ['json', '[{"op":"replace","path":"/metadata/uid","value":"x"}]', 422, /metadata.uid: .*field is immutable/],
    ['json', '[{"op":"replace","path":"/metadata/name","value":"x"}]', 400, /does not match the name on the URL/],
    ['json', '[{"op":"replace","path":"/metadata/namespace","value":"x"}]', 400, /namespace/],
    ['json', '[{"op":"replace","path":"/metadata/resourceVersion","value":"1"}]', 409, /has been modified/],
    ['merge', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, 400, /max depth/],
    ['merge', 'null', 400, /not a JSON object/],
    ['strategic-merge', '{"$patch":1}', 400, /unknown patch type/],
    ['strategic-merge', '{"metadata":{"$deleteFromPrimitiveList/finalizers":1}}', 400, /primitive list/],
  ];
  for (const [type, body, status, message] of cases) {
    const headers = { 'content-type': `application/${type}-patch+json` };
    const answer = await attacker.ask('PATCH', `${maps}/patched`, { body, headers });
    t.equal(answer.status, status, body.slice(0, 60));
    t.match(answer.body, { kind: 'Status', code: status, message });
  }
});

t.test('moves cannot nest an object deeper than a body may be', async (t) => {
  const path = '/apis/apps/v1/namespaces/default/controllerrevisions';
  const body = '{"metadata":{"name":"deep"},"revision":1,"data":{"x":{}}}';
  t.equal((await attacker.ask('POST', path, { body })).status, 200);
  const nest =
    '{"op":"add","path":"/y","value":{}},{"op":"move","from":"/x","path":"/y/a"},{"op":"move","from":"/y","path":"/x"}';
  const moves = `[{"op":"add","path":"/x","value":{}},${times(3000, nest)},{"op":"move","from":"/x","path":"/data/x"}]`;
  const headers = { 'content-type': 'application/json-patch+json' };
  const answer = await attacker.ask('PATCH', `${path}/deep`, { body: moves, headers });
  t.match(answer.body, { kind: 'Status', code: 422, message: /nested more than 256 levels/ });
  t.equal((await attacker.ask('GET', path, { headers: { accept: 'application/yaml' } })).status, 200);
});

t.test('paths and queries that lead elsewhere are refused', async (t) => {
  const token = (start: string) =>
    Buffer.from(JSON.stringify({ v: vendor.fill('meta.{api}/v1'), rv: -1, start })).toString('base64url');
  const cases: readonly (readonly [path: string, status: number, message?: RegExp])[] = [
    [`${maps}/a%2Fb`, 400, /"a%2Fb" is not allowed/],
    ['/api/v1/namespaces/%2e%2e/configmaps', 400, /"%2e%2e" is not allowed/],
    [`${maps}/../secrets`, 400, /"\.\." is not allowed/],
    [`${maps}/%`, 400, /percent-encoding/],
    [`${maps}/%E9`, 400, /percent-encoding/],
    [`${maps}/a%00b`, 404, /configmaps "a.+b" not found/],
    ['/api/v1//configmaps', 404],
    [`${maps}?limit=-1`, 200],
    [`${maps}?limit=1e9`, 400, /limit must be a whole number/],
    [`${maps}?watch=1&timeoutSeconds=abc`, 400, /timeoutSeconds/],
    [`${maps}?resourceVersion=abc`, 400, /"abc"/],
    [`${maps}?continue=abc`, 400, /continue/],
    [`${maps}?continue=${token('../../secrets/')}`, 400, /outside of the list/],
    [`${maps}?continue=${token('/registry/')}`, 400, /outside of the list/],
    [`${maps}?labelSelector=a%20in%20(`, 400, /parse/],
    [`${maps}?fieldSelector=__proto__%3Dx`, 400, /not a known field/],
  ];
  for (const [path, status, message] of cases) {
    const answer = await attacker.ask('GET', path);
    t.equal(answer.status, status, path);
    if (message !== undefined) t.match(answer.body, { kind: 'Status', code: status, message });
  }
});

t.test('a selector has at most a thousand requirements', async (t) => {
  const labels = (count: number) => Array.from({ length: count }, (_, number) => `!k${number}`).join(',');
  const fields = (count: number) => times(count, 'metadata.name!=x');
  t.equal((await attacker.ask('GET', `${maps}?labelSelector=${labels(1000)}`)).status, 200);
  for (const query of [`labelSelector=${labels(1001)}`, `fieldSelector=${fields(1001)}`]) {
    const answer = await attacker.ask('GET', `${maps}?${query}`);
    t.match(answer.body, { kind: 'Status', code: 400, message: /more than 1000/ });
  }
});

t.test('an object named proxy keeps its sub-resources to itself', async (t) => {
  const spec = { replicas: 1, selector: { matchLabels: { a: 'b' } } };
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const path = '/apis/apps/v1/namespaces/default/deployments';
  const body = JSON.stringify({ metadata: { name: 'proxy' }, spec: { ...spec, template } });
  t.equal((await attacker.ask('POST', path, { body })).status, 200);
  t.match((await attacker.ask('GET', `${path}/proxy/scale`)).body, { kind: 'Scale', spec: { replicas: 1 } });
  t.equal((await attacker.ask('DELETE', `${path}/proxy/status`)).status, 405, 'the sub-resource has no such method');
  t.equal((await attacker.ask('GET', `${path}/proxy`)).status, 200, 'and the object is still there');
});

t.test('only reading methods watch', async (t) => {
  for (const method of ['POST', 'DELETE']) {
    t.match((await attacker.ask(method, '/api/v1/watch/configmaps')).body, { kind: 'Status', code: 405 }, method);
  }
});

t.test('no header is lost among many: one that narrows a request counts wherever it stands (IMP-001)', async (t) => {
  const fill = Array.from({ length: 20_000 }, (_, number) => `x-${number}: a\r\n`).join('');
  const head = `GET /api/v1/secrets HTTP/1.1\r\nHost: x\r\n${fill}Impersonate-User: nobody\r\nConnection: close\r\n\r\n`;
  t.match(await attacker.raw(head), /^HTTP\/1\.1 403 .*"User \\"nobody\\"|User \\"nobody\\" cannot list/s);
});

t.test('requests that are no HTTP, or two at once, end with their connection', async (t) => {
  const get = 'GET /readyz HTTP/1.1\r\nHost: x\r\n';
  const post = `POST ${maps} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  const cases: readonly (readonly [title: string, bytes: string, answer: RegExp])[] = [
    ['two lengths', `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, /^HTTP\/1\.1 400 /],
    ['an unknown transfer', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, /^HTTP\/1\.1 400 /],
    ['different lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, /^HTTP\/1\.1 400 /],
    ['a chunk of 2^64 bytes', `${post}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n`, /^HTTP\/1\.1 400 /],
    ['a long chunk extension', `${post}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(99_999)}`, /^HTTP\/1\.1 413 /],
    ['a folded header', `${get}A: a\r\n b\r\n\r\n`, /^HTTP\/1\.1 400 /],
    ['NUL in a header', `${get}A: a\0b\r\n\r\n`, /^HTTP\/1\.1 400 /],
    ['a space before a colon', `${get}Impersonate-User : a\r\n\r\n`, /^HTTP\/1\.1 400 /],
    ['2 MiB of headers', `${get}A: ${'a'.repeat(2 * 1024 * 1024)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
    ['no host', 'GET /readyz HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['two hosts', `${get}host: y\r\n\r\n`, /^HTTP\/1\.1 400 Bad Request\r\n.*\r\n400 Bad Request$/s],
    ['one host twice', `${get}Host: x\r\n\r\n`, /^HTTP\/1\.1 400 /],
    ['two hosts in HTTP/1.0', 'GET /readyz HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n', /^HTTP\/1\.1 400 /],
    [
      'a host with a space',
      'GET /readyz HTTP/1.1\r\nHost: a b\r\n\r\n',
      /^HTTP\/1\.1 400 .*: malformed Host header\r\n/,
    ],
    [
      'a host with a user',
      'GET /readyz HTTP/1.1\r\nHost: a@b\r\n\r\n',
      /^HTTP\/1\.1 400 .*: malformed Host header\r\n/,
    ],
    [
      'a host with a path',
      'GET /readyz HTTP/1.1\r\nHost: a/b\r\n\r\n',
      /^HTTP\/1\.1 400 .*: malformed Host header\r\n/,
    ],
    [
      'an upgrade with two hosts',
      `${get}Host: y\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n`,
      /^HTTP\/1\.1 400 /,
    ],
    [
      'HTTP/2.0 in a line of HTTP/1',
      'GET /readyz HTTP/2.0\r\nHost: x\r\n\r\n',
      /^HTTP\/1\.1 505 .*unsupported protocol version\r\n/,
    ],
    ['HTTP/0.9', 'GET /readyz HTTP/0.9\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 505 /],
    ['two requests, the first with two hosts', `${get}Host: y\r\n\r\n${get}\r\n`, /^HTTP\/1\.1 400 /],
    [
      'the absolute form',
      'GET https://x/readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      /must start with a slash/,
    ],
  ];
  for (const [title, bytes, answer] of cases) {
    const received = await attacker.raw(bytes);
    t.match(received, answer, title);
    t.equal(received.split('HTTP/1.1 ').length, 2, `${title}: one answer`);
  }
});

t.test('any host that can be one is served', async (t) => {
  for (const host of ['', 'x:6443', '[::1]:6443', "a-b_c.d~e!$&'()*+,;=%20"]) {
    const head = `GET /readyz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    t.match(await attacker.raw(head), /^HTTP\/1\.1 200 /, host);
  }
});

t.test('900 KiB in one header are read', async (t) => {
  const head = `GET /readyz HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(900 * 1024)}\r\nConnection: close\r\n\r\n`;
  t.match(await attacker.raw(head), /^HTTP\/1\.1 200 /);
});

t.test('an upgrade that cannot succeed is a plain 400, and no watch stays behind', async (t) => {
  const watches = 'apiserver_longrunning_requests{verb="WATCH",group="",version="v1",resource="endpoints"';
  const before = await attacker.metric(watches);
  const upgrade = (key: string, version: string) =>
    'GET /api/v1/endpoints?watch=1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
    `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: ${version}\r\n\r\n`;
  const good = 'dGhlIHNhbXBsZSBub25jZQ==';
  t.match(await attacker.raw(upgrade('bad', '13')), /^HTTP\/1\.1 400 .*"message":"the header Sec-WebSocket-Key/s);
  t.match(await attacker.raw(upgrade(good, '99')), /^HTTP\/1\.1 400 .*"message":"the header Sec-WebSocket-Version/s);
  const huge = Buffer.from('82ff7fffffffffffffff01020304', 'hex').toString('latin1');
  const accepted = await attacker.raw(Buffer.from(`${upgrade(good, '13')}${huge}`, 'latin1'));
  t.match(accepted, /^HTTP\/1\.1 101 /, 'a frame of 2^63 bytes ends its own connection');
  t.ok(await until(async () => (await attacker.metric(watches)) === before));
});

t.test('a body that never comes holds no place among the requests under way', async (t) => {
  t.ok((await withMoreTime((limit) => neverComing(t, 5 * limit))) === 'they were under way first');
});

/** Undefined: the first of them had timed out before the last one was under way. */
async function neverComing(t: Test, requestTimeout: number): Promise<string | undefined> {
  const server = await startServerProcess({ vendor: 'orch', args: [`--request-timeout=${requestTimeout}ms`] });
  const attacker = await attackerOf(server);
  t.teardown(async () => {
    attacker.end();
    await server.remove();
  });
  const mutating = 'apiserver_current_inflight_requests{request_kind="mutating"}';
  const head = `POST ${maps} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
  const session = attacker.session();
  const streams = Array.from({ length: 50 }, () => {
    const stream = session.request({ ':method': 'POST', ':path': maps, 'content-type': 'application/json' });
    stream.on('error', () => {}).resume();
    stream.write('{');
    return stream;
  });
  const slow = Array.from({ length: 10 }, () => attacker.raw(head, /"reason":"Timeout".*\}/s));
  const seen = { answered: false };
  const answers = Promise.all(slow).finally(() => (seen.answered = true));
  let most = 0;
  while (most < 60 && !seen.answered) most = Math.max(most, await attacker.metric(mutating));
  for (const received of await answers) t.match(received, /^HTTP\/1\.1 504 .*"reason":"Timeout"/s);
  t.ok(await until(async () => (await attacker.metric(mutating)) === 0));
  t.ok(
    await until(() => streams.every((stream) => stream.readableEnded || stream.destroyed)),
    'over HTTP/2 too they were answered',
  );
  session.destroy();
  return most >= 60 ? 'they were under way first' : undefined;
}

t.test('streams that are opened and reset at once leave nothing', async (t) => {
  const watches = 'apiserver_longrunning_requests{verb="WATCH",group="",version="v1",resource="secrets"';
  // Its own controllers watch too.
  const before = await attacker.metric(watches);
  const session = attacker.session();
  for (let number = 0; number < 300; number += 1) {
    const stream = session.request({ ':path': '/api/v1/secrets?watch=1' });
    stream.on('error', () => {});
    stream.close(8);
  }
  // Answered after all that came before it on the same connection.
  const last = session.request({ ':path': '/readyz' });
  await new Promise((resolve) => last.resume().once('end', resolve));
  t.ok(await until(async () => (await attacker.metric(watches)) === before));
  session.destroy();
});

t.test('after all this the service answers, and found no defect in itself', async (t) => {
  t.equal((await attacker.ask('GET', '/readyz')).status, 200);
  t.notMatch(server.stderr(), /by a defect/);
});
