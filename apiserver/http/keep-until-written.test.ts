import { once } from 'node:events';
import { connect, createServer, type ServerHttp2Stream } from 'node:http2';
import { connect as connectSocket, createServer as createSocketServer, type AddressInfo, type Server } from 'node:net';
import t, { type Test } from 'tap';
import { keepUntilWritten } from './keep-until-written.ts';

interface Closed {
  readonly stream: ServerHttp2Stream;
  /** Whether all of the answer was written when the stream was closed. */
  readonly written: boolean;
  /** What the giver of the body was told. */
  readonly told: Promise<Error | null | undefined>;
}

async function listening(t: Test, server: Server): Promise<number> {
  t.teardown(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A server that answers each request with `body` once it has read what was sent. `next` tells of the next stream that closes. */
async function answering(t: Test, body: Buffer) {
  const server = createServer({ settings: { initialWindowSize: 2 ** 24 } });
  const waiting: ((closed: Closed) => void)[] = [];
  const answered: ((stream: ServerHttp2Stream) => void)[] = [];
  server.on('stream', (stream) => {
    stream.on('error', () => {});
    stream.on('data', () => {});
    stream.once('end', () => {
      const told = new Promise<Error | null | undefined>((resolve) => {
        stream.respond({ ':status': 200 });
        keepUntilWritten(stream);
        stream.end(body, (error?: Error | null) => resolve(error));
      });
      stream.once('close', () => waiting.shift()?.({ stream, written: stream.writableFinished, told }));
      answered.shift()?.(stream);
    });
  });
  const port = await listening(t, server);
  return {
    port,
    next: () => new Promise<Closed>((resolve) => void waiting.push(resolve)),
    nextAnswered: () => new Promise<ServerHttp2Stream>((resolve) => void answered.push(resolve)),
  };
}

t.test(
  'an answer to a request with a body is written before its stream is gone, and its giver is told so',
  async (t) => {
    const { port, next } = await answering(t, Buffer.from('done'));
    const client = connect(`http://127.0.0.1:${port}`);
    t.teardown(() => client.destroy());
    for (let round = 0; round < 20; round += 1) {
      const closed = next();
      const request = client.request({ ':method': 'POST', ':path': '/' });
      request.setEncoding('utf8');
      request.end('question');
      let text = '';
      for await (const chunk of request) text += String(chunk);
      t.equal(text, 'done');
      const { stream, written, told } = await closed;
      t.ok(written, 'nothing was left to write');
      t.ok(stream.destroyed);
      t.notOk(await told, 'no error');
    }
  },
);

t.test('a stream whose client resets it is gone at once', async (t) => {
  const { port, next, nextAnswered } = await answering(t, Buffer.alloc(2 ** 20));
  // The client has no room for all of the answer.
  const client = connect(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: 1000 } });
  t.teardown(() => client.destroy());
  const closed = next();
  const answered = nextAnswered();
  const request = client.request({ ':method': 'POST', ':path': '/' });
  request.on('error', () => {});
  request.end('question');
  await answered;
  request.close(8);
  t.notOk((await closed).written);
});

t.test('a session that ends takes the streams along whose answers cannot be written', async (t) => {
  // More than the buffers of the sockets hold.
  const { port, next, nextAnswered } = await answering(t, Buffer.alloc(2 ** 25));
  // A way to the server that brings nothing back.
  const way = createSocketServer((socket) => {
    const onward = connectSocket(port, '127.0.0.1');
    socket.on('error', () => {});
    onward.on('error', () => {});
    socket.pipe(onward);
    t.teardown(() => {
      socket.destroy();
      onward.destroy();
    });
  });
  const client = connect(`http://127.0.0.1:${await listening(t, way)}`, { settings: { initialWindowSize: 2 ** 30 } });
  client.on('error', () => {});
  t.teardown(() => client.destroy());
  await once(client, 'connect');
  client.setLocalWindowSize(2 ** 30);
  const closed = next();
  const answered = nextAnswered();
  const request = client.request({ ':method': 'POST', ':path': '/' });
  request.on('error', () => {});
  request.end('question');
  const stream = await answered;
  // All frames are made: without the wait the stream were gone now.
  while (!stream.closed) await new Promise((resolve) => setImmediate(resolve));
  t.notOk(stream.destroyed);
  stream.session?.destroy();
  t.notOk((await closed).written);
});
