// A field of a request is never lost on the way: one that narrows what the request may do (Impersonate-User) would else leave it
// all rights of its caller. Clients write their bytes themselves, because libraries do not let such fields out.

import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import t, { type Test } from 'tap';
import { createAuthority, issueCertificate } from '../../../shared/certificates/authority.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { errorCode } from './http2/frame/protocol.ts';
import { RawHttp2 } from '../../../fixtures/apiserver/raw-client.fixture.ts';
import { listen } from './listener.ts';
import { scene } from '../../../fixtures/apiserver/pipeline.fixture.ts';
import { StalledWriters } from './write/stalled-writers.ts';
import { FlushScheduler } from './write/flush-scheduler.ts';

type Fields = readonly (readonly [name: string, value: string])[];

const ca = createAuthority({ commonName: 'ca', clock: systemClock });
const serving = issueCertificate(ca, {
  commonName: 'server',
  dnsNames: ['localhost'],
  ipAddresses: ['127.0.0.1'],
  usages: ['server'],
  clock: systemClock,
});
const path = '/api/v1/namespaces/n/things/x';
const asAdmin = ['authorization', 'Bearer admin-token'] as const;
const asJane = ['impersonate-user', 'jane'] as const;

/** A server that answers with who asks; the port it listens on. */
async function serve(t: Test): Promise<number> {
  const { answer } = scene(
    async ({ user }) => {
      const body = Buffer.from(JSON.stringify({ ...user, extra: Object.fromEntries(user.extra) }));
      return { kind: 'body', status: 200, contentType: 'application/json', parts: [body], length: body.length };
    },
    { authorize: () => Promise.resolve({ outcome: 'allow', reason: '' }) },
  );
  const listener = await listen({
    certificate: serving.certificatePem,
    privateKey: serving.keyPem,
    answer,
    stalled: new StalledWriters(systemClock),
    rounds: new FlushScheduler(systemClock),
  });
  t.teardown(() => listener.close(0));
  return listener.port;
}

async function connected(t: Test, port: number, protocol: string) {
  const socket = connect({ host: 'localhost', port, ca: ca.certificatePem, ALPNProtocols: [protocol] });
  t.teardown(() => socket.destroy());
  await once(socket, 'secureConnect');
  return socket;
}

/** Fields that Go's server takes for none, so that the request ends. */
const malformed: Fields = [
  ['impersonate-user', 'jane\0'],
  ['impersonate-user', 'ja\nne'],
  ['impersonate-user', '\rjane'],
  ['impersonate-user', '\x7f'],
  ['impersonate-group', 'a\x01b'],
  ['impersonate-uid', '\x1f'],
  ['impersonate-extra-scopes', 'view\x0b'],
  ['Impersonate-User', 'jane'],
  ['impersonate-user ', 'jane'],
  [' impersonate-user', 'jane'],
  ['impersonate-user:', 'jane'],
  ['impersonate\0-user', 'jane'],
  ['impersonate-\xfcser', 'jane'],
  ['', 'jane'],
  ['authorization', 'Bearer jane-token\n'],
  [':impersonate-user', 'jane'],
];

t.test('h2: a request with an invalid field ends without a response (IMP-001)', async (t) => {
  const port = await serve(t);
  for (const field of malformed) {
    for (const place of [
      [field, asAdmin, asJane],
      [asAdmin, field],
      [asAdmin, asJane, field],
    ]) {
      const client = new RawHttp2(await connected(t, port, 'h2'));
      client.ask(1, [[':path', path], ...place]);
      t.match(
        await client.answer(1),
        { status: undefined, reset: errorCode.protocol },
        `${JSON.stringify(field)} at ${place.indexOf(field)}`,
      );
    }
  }
});

t.test('h2: blanks around a value are part of it, as the real server has it (IMP-001)', async (t) => {
  const client = new RawHttp2(await connected(t, await serve(t), 'h2'));
  let stream = -1;
  const ask = async (fields: Fields): Promise<unknown> => {
    stream += 2;
    client.ask(stream, [[':path', path], asAdmin, ...fields]);
    const { status, body } = await client.answer(stream);
    return status === '200' ? JSON.parse(body) : status;
  };
  for (const name of ['jane ', ' jane', '\tjane', 'jane\t', ' \t jane \t ']) {
    t.match(await ask([['impersonate-user', name]]), { username: name }, JSON.stringify(name));
    t.match(await ask([asJane, ['impersonate-group', name]]), { username: 'jane', groups: [name, /./] });
    t.match(await ask([asJane, ['impersonate-uid', name]]), { username: 'jane', uid: name });
    t.match(await ask([asJane, ['impersonate-extra-scopes', name]]), { extra: { scopes: [name] } });
  }
  t.equal(await ask([['impersonate-group', ' ']]), '500', 'a group without a user is refused, blank as it is');
});

t.test('h2: blanks around credentials do not make their bearer anonymous (AUTHN-058)', async (t) => {
  const client = new RawHttp2(await connected(t, await serve(t), 'h2'));
  let stream = -1;
  for (const [credentials, username] of [
    [' Bearer jane-token', 'jane'],
    ['Bearer jane-token ', 'jane'],
    ['\tBearer jane-token\t', 'jane'],
    [' Bearer wrong ', undefined],
  ] as const) {
    stream += 2;
    client.ask(stream, [
      [':path', path],
      ['authorization', credentials],
    ]);
    const { status, body } = await client.answer(stream);
    t.equal(status, username === undefined ? '401' : '200', JSON.stringify(credentials));
    if (username !== undefined) t.match(JSON.parse(body), { username });
  }
});

t.test('h2: more fields than are kept are refused with 431, none is left out', async (t) => {
  const client = new RawHttp2(await connected(t, await serve(t), 'h2'));
  const many = Array.from({ length: 2100 }, (_, number) => [`x-${number}`, ''] as const);
  client.ask(1, [[':path', path], asAdmin, ...many, asJane]);
  t.equal((await client.answer(1)).status, '431');
  client.ask(3, [[':path', path], asAdmin, ...many.slice(0, 1990), asJane]);
  t.match(JSON.parse((await client.answer(3)).body), { username: 'jane' });
});

t.test('h1: a request with an invalid field is refused, and surrounding spaces are removed (IMP-001)', async (t) => {
  const port = await serve(t);
  const ask = async (field: string): Promise<string> => {
    const socket = await connected(t, port, 'http/1.1');
    const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin-token\r\nConnection: close\r\n`;
    socket.write(Buffer.from(`${head}${field}\r\n\r\n`, 'latin1'));
    return text(socket);
  };
  for (const field of [
    'Impersonate-User: jane\0',
    'Impersonate-User: ja\x01ne',
    'Impersonate-User: \x7f',
    'Impersonate-User: ja\nne',
    'Impersonate-User : jane',
    'Impersonate\0-User: jane',
    'Impersonate-\xfcser: jane',
    'Impersonate-User',
    ': jane',
  ]) {
    t.match(await ask(field), /^HTTP\/1\.1 400 /, JSON.stringify(field));
  }
  t.match(await ask('Impersonate-User: \t jane \t'), '"username":"jane"');
});
