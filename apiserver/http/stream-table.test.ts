import { once } from 'node:events';
import { type ClientHttp2Session, connect, createServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { keepStreamsInArrays, StreamTable } from './stream-table.ts';

interface Connected {
  readonly client: ClientHttp2Session;
  readonly session: ServerHttp2Session;
  readonly kept: boolean;
}

/** A connection whose server answers `/now` at once and nothing else. */
async function connected(t: Test): Promise<Connected> {
  const server = createServer();
  const made = new Promise<[ServerHttp2Session, boolean]>((resolve) => {
    server.once('session', (session) => resolve([session, keepStreamsInArrays(session)]));
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    if (headers[':path'] === '/now') stream.end('done');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  client.on('error', () => {});
  t.teardown(() => {
    client.destroy();
    server.close();
  });
  const [session, kept] = await made;
  return { client, session, kept };
}

async function ask(client: ClientHttp2Session, path: string): Promise<string> {
  const stream = client.request({ ':path': path });
  stream.setEncoding('utf8');
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

t.test('streams of a connection come and go by hundreds while others stay open', async (t) => {
  const { client, session, kept } = await connected(t);
  t.ok(kept, 'the table is found in this Node');
  const open = client.request({ ':path': '/never' });
  open.on('error', () => {});
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all(Array.from({ length: 15 }, () => ask(client, '/now')));
    t.strictSame([...new Set(answers)], ['done']);
  }
  t.notOk(open.closed, 'the open stream was not touched');
  t.notOk(keepStreamsInArrays(session), 'a connection is changed only once');
});

t.test('a connection that is closed ends when its last stream has', async (t) => {
  const { client, session } = await connected(t);
  const open = client.request({ ':path': '/never' });
  t.equal(await ask(client, '/now'), 'done');
  const closed = once(session, 'close');
  session.close();
  t.notOk(session.destroyed, 'its stream is still open');
  open.close();
  await closed;
  t.ok(session.destroyed);
});

t.test('a connection that is broken off ends all its streams', async (t) => {
  const { client, session } = await connected(t);
  const streams = Array.from({ length: 10 }, () => client.request({ ':path': '/never' }));
  const ended = streams.map((stream) => {
    stream.on('error', () => {});
    return once(stream, 'close');
  });
  t.equal(await ask(client, '/now'), 'done');
  session.destroy();
  await Promise.all(ended);
  t.pass('every stream was told');
});

t.test('a table is a Map whose last entry takes the place of one that goes', async (t) => {
  const table = new StreamTable();
  t.equal(table.set(1, 'a').set(3, 'b').set(5, 'c').set(3, 'B').size, 3);
  t.ok(table.delete(1));
  t.notOk(table.delete(1));
  t.strictSame(Object.fromEntries(table), { 3: 'B', 5: 'c' });
  t.strictSame([table.get(5), table.get(1), table.has(3), table.has(1)], ['c', undefined, true, false]);
  const seen: Record<number, unknown> = {};
  table.forEach((stream, id) => {
    seen[id] = stream;
    table.delete(id);
  });
  t.strictSame(seen, { 3: 'B', 5: 'c' }, 'what goes during a walk is still shown');
  t.equal(table.set(7, 'd').size, 1);
  table.clear();
  t.strictSame([table.size, ...table.keys(), ...table.values()], [0]);
});
