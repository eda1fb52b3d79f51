import { duplexPair } from 'node:stream';
import fc from 'fast-check';
import t from 'tap';
import { BodyBudget } from '../body/body-budget.ts';
import { RequestSignal } from '../body/request-signal.ts';
import { ServerConnection } from './connection.ts';
import { FrameMemory } from './frame/frame-output.ts';
import { errorCode, flag, frameType, setting } from './frame/protocol.ts';
import { block, frame, number32, preface, RawHttp2 } from '../../../../fixtures/apiserver/raw-client.fixture.ts';
import type { RequestFields } from './header/request-fields.ts';
import type { ServerStream } from './stream.ts';
import { explore } from '../../../../fixtures/shared/explore.fixture.ts';

const { data, headers, priority, reset, settings, push, ping, goaway, windowUpdate, continuation } = frameType;
const { endHeaders, endStream, padded } = flag;

interface Served {
  readonly client: RawHttp2;
  readonly connection: ServerConnection;
  readonly flooded: string[];
  readonly budget: BodyBudget;
}

type Answer = (stream: ServerStream, fields: RequestFields) => void;

/** Reads the body and responds with its length, at once where there is none. */
const echo: Answer = (stream, fields) => {
  const answer = (length: number): void => stream.respond(200, {}, Buffer.from(`${fields.path} ${length}`), undefined);
  const body = stream.body?.read(4_000_000, stream.promised, new RequestSignal());
  if (body === undefined) answer(0);
  else body.then(({ length }) => answer(length)).catch(() => stream.reset(errorCode.internal));
};

/** Lets both ends read what the other one wrote. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const never: Answer = () => {};

function serve(answer: Answer = echo, clientSettings: Buffer = Buffer.alloc(0), budget = new BodyBudget()): Served {
  const [ours, theirs] = duplexPair();
  const flooded: string[] = [];
  let waiting: (readonly [ServerStream, RequestFields])[] = [];
  const connection = new ServerConnection(ours, {
    memory: new FrameMemory(),
    budget,
    maxStreams: 100,
    request: (stream, fields) => waiting.push([stream, fields]),
    read: () => {
      const requests = waiting;
      waiting = [];
      for (const [stream, fields] of requests) if (!stream.closed) answer(stream, fields);
    },
    flooded: (what) => flooded.push(what),
    busy: () => {},
  });
  return { client: new RawHttp2(theirs, clientSettings), connection, flooded, budget };
}

const get = block([
  [':method', 'GET'],
  [':scheme', 'https'],
  [':path', '/'],
]);
const post = block([
  [':method', 'POST'],
  [':scheme', 'https'],
  [':path', '/'],
]);
const whole = endHeaders | endStream;
const settingOf = (name: number, value: number): Buffer => Buffer.concat([Buffer.from([0, name]), number32(value)]);
const open = frame(headers, endHeaders, 1, post);
const done = frame(headers, whole, 1, get);

/** Frames that break a rule, and the code with which the connection ends. */
const connectionFaults: readonly (readonly [what: string, code: number, frames: readonly Buffer[]])[] = [
  ['HEADERS without a stream', errorCode.protocol, [frame(headers, whole, 0, get)]],
  ['HEADERS of an even stream', errorCode.protocol, [frame(headers, whole, 2, get)]],
  ['HEADERS of an older stream', errorCode.protocol, [frame(headers, whole, 5, get), frame(headers, whole, 3, get)]],
  [
    'HEADERS that is shorter than its padding',
    errorCode.protocol,
    [frame(headers, whole | padded, 1, Buffer.from([9]))],
  ],
  ['HEADERS that cannot be read', errorCode.compression, [frame(headers, whole, 1, Buffer.from([0x80]))]],
  ['DATA without a stream', errorCode.protocol, [frame(data, 0, 0)]],
  ['DATA of a stream that never began', errorCode.protocol, [frame(data, 0, 1)]],
  ['DATA with more padding than bytes', errorCode.protocol, [open, frame(data, padded, 1, Buffer.from([1]))]],
  ['a padded frame of nothing', errorCode.frameSize, [open, frame(data, padded, 1)]],
  ['a frame beyond 16 KiB', errorCode.frameSize, [frame(ping, 0, 0, Buffer.alloc(16_385))]],
  ['PING of a stream', errorCode.protocol, [frame(ping, 0, 1, Buffer.alloc(8))]],
  ['PING of 7 bytes', errorCode.frameSize, [frame(ping, 0, 0, Buffer.alloc(7))]],
  ['SETTINGS of a stream', errorCode.protocol, [frame(settings, 0, 1)]],
  ['SETTINGS of 5 bytes', errorCode.frameSize, [frame(settings, 0, 0, Buffer.alloc(5))]],
  ['an acknowledgement with bytes', errorCode.frameSize, [frame(settings, flag.ack, 0, Buffer.alloc(6))]],
  ['push on and off', errorCode.protocol, [frame(settings, 0, 0, settingOf(setting.enablePush, 2))]],
  ['frames that are too small', errorCode.protocol, [frame(settings, 0, 0, settingOf(setting.maxFrameSize, 16_383))]],
  ['a window of 2^31', errorCode.flowControl, [frame(settings, 0, 0, settingOf(setting.initialWindowSize, 2 ** 31))]],
  ['RST_STREAM of 3 bytes', errorCode.frameSize, [open, frame(reset, 0, 1, Buffer.alloc(3))]],
  ['RST_STREAM without a stream', errorCode.protocol, [frame(reset, 0, 0, number32(8))]],
  ['RST_STREAM of a stream that never began', errorCode.protocol, [frame(reset, 0, 1, number32(8))]],
  ['WINDOW_UPDATE of 5 bytes', errorCode.frameSize, [frame(windowUpdate, 0, 0, Buffer.alloc(5))]],
  ['WINDOW_UPDATE of nothing', errorCode.protocol, [frame(windowUpdate, 0, 0, number32(0))]],
  ['a window beyond 2^31', errorCode.flowControl, [frame(windowUpdate, 0, 0, number32(2 ** 31 - 1))]],
  ['WINDOW_UPDATE of a stream that never began', errorCode.protocol, [frame(windowUpdate, 0, 1, number32(1))]],
  ['PUSH_PROMISE', errorCode.protocol, [frame(push, 0, 1, number32(2))]],
  ['GOAWAY of a stream', errorCode.protocol, [frame(goaway, 0, 1, Buffer.alloc(8))]],
  ['GOAWAY of 4 bytes', errorCode.frameSize, [frame(goaway, 0, 0, Buffer.alloc(4))]],
  ['PRIORITY of 4 bytes', errorCode.frameSize, [frame(priority, 0, 1, Buffer.alloc(4))]],
  [
    'a stream that depends on itself',
    errorCode.protocol,
    [frame(priority, 0, 1, Buffer.concat([number32(1), Buffer.alloc(1)]))],
  ],
  ['CONTINUATION of nothing', errorCode.protocol, [frame(continuation, endHeaders, 1, get)]],
  [
    'CONTINUATION of another stream',
    errorCode.protocol,
    [frame(headers, endStream, 1, get), frame(continuation, endHeaders, 3)],
  ],
  ['DATA within a header block', errorCode.protocol, [frame(headers, 0, 1, post), frame(data, 0, 1)]],
  ['an unknown frame within a header block', errorCode.protocol, [frame(headers, 0, 1, post), frame(99, 0, 1)]],
  [
    'CONTINUATION without end',
    errorCode.enhanceYourCalm,
    [frame(headers, 0, 1), ...Array.from({ length: 1025 }, () => frame(continuation, 0, 1))],
  ],
];

t.test('a frame that breaks a rule of the connection ends it, with the reason', async (t) => {
  for (const [what, code, frames] of connectionFaults) {
    const { client } = serve();
    client.write(...frames);
    t.equal(await client.end(), code, what);
  }
});

t.test('a request on a stream that has ended ends the connection', async (t) => {
  const { client } = serve();
  client.write(done);
  await client.answer(1);
  client.write(done);
  t.equal(await client.end(), errorCode.streamClosed);
});

/** Frames that break a rule of a stream, and the code with which it ends. */
const streamFaults: readonly (readonly [what: string, code: number, frames: readonly Buffer[]])[] = [
  [
    'more than the window of the stream',
    errorCode.flowControl,
    [open, ...Array.from({ length: 65 }, () => frame(data, 0, 1, Buffer.alloc(16_384)))],
  ],
  ['DATA behind the end', errorCode.streamClosed, [done, frame(data, endStream, 1)]],
  ['trailers that are not the end', errorCode.protocol, [open, frame(headers, endHeaders, 1, block([['x', 'y']]))]],
  ['trailers with a pseudo-header', errorCode.protocol, [open, frame(headers, whole, 1, block([[':path', '/']]))]],
  ['WINDOW_UPDATE of nothing', errorCode.protocol, [open, frame(windowUpdate, 0, 1, number32(0))]],
  ['a window beyond 2^31', errorCode.flowControl, [open, frame(windowUpdate, 0, 1, number32(2 ** 31 - 1))]],
];

t.test('a frame that violates a rule of its stream ends the stream, and the connection continues', async (t) => {
  for (const [what, code, frames] of streamFaults) {
    const { client } = serve(never);
    client.write(...frames);
    t.equal((await client.answer(1)).reset, code, what);
    const other = serve();
    other.client.write(...frames);
    other.client.ask(7, []);
    t.match(await other.client.answer(7), { status: '200', body: '/ 0' }, `${what}: the next request`);
  }
});

type Field = readonly [name: string, value: string];
const request = (more: readonly Field[], without = 'none'): Field[] =>
  ([[':method', 'POST'], [':scheme', 'https'], [':path', '/'], ...more] as Field[]).filter(
    ([name]) => name !== without,
  );

/** Requests that are none (RFC 9113, sections 8.2 and 8.3), with a body of three bytes. */
const malformed: readonly (readonly [what: string, fields: readonly Field[]])[] = [
  ['no method', request([], ':method')],
  ['no scheme', request([], ':scheme')],
  ['no path', request([], ':path')],
  ['an empty path', request([[':path', '']], ':path')],
  ['a path without a slash', request([[':path', 'api']], ':path')],
  ['two paths', request([[':path', '/x']])],
  ['two methods', request([[':method', 'GET']])],
  ['a pseudo-header of answers', request([[':status', '200']])],
  ['an unknown pseudo-header', request([[':x', 'y']])],
  ['a pseudo-header behind a field', [['x', 'y'], ...request([])]],
  ['a name in upper case', request([['X', 'y']])],
  ['a name with a blank', request([['x ', 'y']])],
  ['an empty name', request([['', 'y']])],
  ['a line feed in a value', request([['x', 'a\nb']])],
  ['NUL in a value', request([['x', 'a\0b']])],
  ['NUL in the path', request([[':path', '/\0']], ':path')],
  ['a connection', request([['connection', 'close']])],
  ['a transfer encoding', request([['transfer-encoding', 'chunked']])],
  ['an upgrade', request([['upgrade', 'websocket']])],
  ['another TE than trailers', request([['te', 'gzip']])],
  ['a length that is none', request([['content-length', '-3']])],
  [
    'two lengths',
    request([
      ['content-length', '3'],
      ['content-length', '4'],
    ]),
  ],
  ['a body that is longer than its length', request([['content-length', '2']])],
  ['a body that is shorter than its length', request([['content-length', '4']])],
];

t.test('a request that is none is broken off and never seen', async (t) => {
  for (const [what, fields] of malformed) {
    let seen = 0;
    const { client } = serve((stream, head) => {
      if (head.contentLength === undefined || stream.received === stream.promised) seen += 1;
    });
    client.write(frame(headers, endHeaders, 1, block(fields)), frame(data, endStream, 1, Buffer.from('abc')));
    t.equal((await client.answer(1)).reset, errorCode.protocol, what);
    t.equal(seen, 0, `${what}: no handler saw it`);
  }
});

t.test('a request is whole however its bytes arrive', async (t) => {
  const fields = block(request([['content-length', '5']]));
  const bytes = Buffer.concat([
    frame(headers, 0, 1, fields.subarray(0, 10)),
    frame(continuation, 0, 1, fields.subarray(10, 11)),
    frame(continuation, endHeaders, 1, fields.subarray(11)),
    frame(data, padded, 1, Buffer.from([3, 97, 98, 0, 0, 0])),
    frame(data, 0, 1, Buffer.from('cde')),
    frame(headers, whole, 1, block([['trailer', 'x']])),
  ]);
  for (let cut = 1; cut < bytes.length; cut += 1) {
    const { client } = serve();
    // Its acknowledgement would come in between.
    client.acknowledges = false;
    client.write(bytes.subarray(0, cut));
    await new Promise((resolve) => setImmediate(resolve));
    client.write(bytes.subarray(cut));
    t.match(await client.answer(1), { status: '200', body: '/ 5' }, `cut at ${cut}`);
  }
  const { client } = serve();
  client.acknowledges = false;
  for (const byte of bytes) client.write(Buffer.from([byte]));
  t.match(await client.answer(1), { status: '200', body: '/ 5' }, 'byte by byte');
});

t.test('a connection that ends at any point leaves nothing behind', async (t) => {
  const bytes = Buffer.concat([open, frame(data, 0, 1, Buffer.alloc(100)), frame(headers, 0, 3, post)]);
  for (let cut = 0; cut < bytes.length; cut += 1) {
    const { client, connection, budget } = serve();
    client.acknowledges = false;
    client.write(bytes.subarray(0, cut));
    await new Promise((resolve) => setImmediate(resolve));
    client.socket.end();
    await turns();
    if (connection.streams > 0 || budget.total > 0) t.fail(`cut at ${cut}`);
  }
});

t.test('with any frames the connection answers or ends, and leaves nothing behind', async (t) => {
  const any = fc.record({
    type: fc.integer({ min: 0, max: 11 }),
    flags: fc.integer({ min: 0, max: 255 }),
    stream: fc.integer({ min: 0, max: 9 }),
    payload: fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom(get, post, Buffer.alloc(8), number32(1), number32(8)),
    ),
  });
  const frames = fc.array(
    any.map(({ type, flags, stream, payload }) => frame(type, flags, stream, payload)),
    { maxLength: 20 },
  );
  const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => [Buffer.from(bytes)]);
  await explore(
    fc.asyncProperty(fc.oneof(frames, frames, noise), async (sent) => {
      const { client, connection, budget } = serve();
      client.write(...sent);
      await turns();
      client.socket.end();
      await turns();
      return connection.streams === 0 && budget.total === 0;
    }),
    { numRuns: 1000 },
  );
  t.pass('nothing was left');
});

t.test('a connection without the HTTP/2 preface is closed', async (t) => {
  for (const first of [Buffer.from('GET / HTTP/1.1\r\n\r\n'), Buffer.concat([preface, done])]) {
    const [ours, theirs] = duplexPair();
    const options = { budget: new BodyBudget(), maxStreams: 1, request: never, read: () => {}, busy: () => {} };
    const connection = new ServerConnection(ours, { ...options, memory: new FrameMemory(), flooded: () => {} });
    theirs.resume();
    theirs.write(first);
    await new Promise((resolve) => theirs.once('end', resolve));
    t.equal(connection.streams, 0);
  }
});

/** Frames that come again and again and bring nothing. */
const floods: readonly (readonly [what: string, count: number, one: Buffer])[] = [
  ['PING', 2000, frame(ping, 0, 0, Buffer.alloc(8))],
  ['SETTINGS', 2000, frame(settings, 0, 0)],
  ['PRIORITY', 2000, frame(priority, 0, 1, Buffer.alloc(5))],
  ['empty DATA', 2000, frame(data, 0, 1)],
  ['WINDOW_UPDATE', 2000, frame(windowUpdate, 0, 0, number32(1))],
  ['RST_STREAM', 2000, frame(reset, 0, 1, number32(8))],
  ['frames of an unknown type', 2000, frame(99, 0, 0)],
  ['DATA behind the end', 500, frame(data, endStream, 3)],
];

t.test('a flood of frames that bring nothing ends the connection', async (t) => {
  for (const [what, count, one] of floods) {
    const { client, flooded } = serve((stream, { method }) => {
      if (method === 'GET') stream.respond(200, {}, Buffer.from('x'), undefined);
    });
    client.acknowledges = false;
    client.write(open, frame(headers, whole, 3, get));
    await client.answer(3);
    client.write(...Array.from({ length: count }, () => one));
    t.equal(await client.end(), errorCode.enhanceYourCalm, what);
    t.equal(flooded.length, 1, `${what}: counted`);
  }
});

t.test('a stream beyond the limit is refused, so that the client may ask again', async (t) => {
  const { client } = serve(never);
  for (let number = 0; number <= 100; number += 1) client.ask(2 * number + 1, []);
  t.equal((await client.answer(201)).reset, errorCode.refusedStream);
  client.write(frame(reset, 0, 1, number32(8)));
  client.ask(203, []);
  client.ask(205, []);
  t.equal((await client.answer(205)).reset, errorCode.refusedStream);
});

t.test('bodies are sent as the windows of the client allow, in turn', async (t) => {
  const { client } = serve(
    (stream) => stream.respond(200, {}, Buffer.alloc(100_000, 'x'), undefined),
    settingOf(setting.initialWindowSize, 30_000),
  );
  const bytes = (stream?: number): number =>
    client.frames
      .filter((one) => one.type === data && (stream === undefined || one.stream === stream))
      .reduce((sum, { payload }) => sum + payload.length, 0);
  for (const stream of [1, 3, 5]) client.ask(stream, []);
  await client.until(() => bytes() === 65_535);
  t.ok(bytes(1) > 16_000 && bytes(3) > 16_000 && bytes(5) > 5000, 'none waits for another');
  client.write(frame(windowUpdate, 0, 0, number32(1_000_000)));
  await client.until(() => bytes() === 90_000);
  client.write(frame(settings, 0, 0, settingOf(setting.initialWindowSize, 10_000)));
  client.write(frame(windowUpdate, 0, 3, number32(19_999)));
  client.ask(7, []);
  await client.until(() => bytes(7) === 10_000);
  t.equal(bytes(3), 30_000, 'a window below nothing has to be filled first');
  client.write(frame(windowUpdate, 0, 3, number32(2)));
  await client.until(() => bytes(3) === 30_001);
  client.write(frame(settings, 0, 0, settingOf(setting.initialWindowSize, 1_000_000)));
  for (const stream of [1, 3, 5, 7]) t.equal((await client.answer(stream)).body.length, 100_000);
  t.ok(client.frames.every(({ payload }) => payload.length <= 16_384));
});

t.test('a client that takes larger frames is sent larger ones', async (t) => {
  const { client } = serve(
    (stream) => stream.respond(200, {}, Buffer.alloc(60_000, 'x'), undefined),
    settingOf(setting.maxFrameSize, 1_000_000),
  );
  client.ask(1, []);
  t.equal((await client.answer(1)).body.length, 60_000);
  t.ok(client.frames.some(({ payload }) => payload.length > 40_000));
});

t.test(
  'a body of 3 MiB is read, with window updates as it is consumed; an unread body stays within the first window',
  async (t) => {
    const { client, budget } = serve((stream, fields) => {
      if (fields.path === '/') echo(stream, fields);
    });
    const send = async (stream: number, bytes: number): Promise<number> => {
      let room = 65_535;
      let streamRoom = 2 ** 20;
      let sent = 0;
      let seen = 0;
      while (sent < bytes) {
        for (; seen < client.frames.length; seen += 1) {
          const one = client.frames[seen];
          if (one?.type !== windowUpdate) continue;
          if (one.stream === 0) room += one.payload.readUInt32BE(0);
          else if (one.stream === stream) streamRoom += one.payload.readUInt32BE(0);
        }
        const length = Math.min(16_384, room, streamRoom, bytes - sent);
        if (streamRoom === 0) return sent;
        if (length === 0) {
          await client.until(() => client.frames.length > seen);
          continue;
        }
        room -= length;
        streamRoom -= length;
        sent += length;
        client.write(frame(data, sent === bytes ? endStream : 0, stream, Buffer.alloc(length)));
      }
      return sent;
    };
    client.write(open);
    t.equal(await send(1, 3 * 2 ** 20), 3 * 2 ** 20);
    t.equal((await client.answer(1)).body, `/ ${3 * 2 ** 20}`);
    t.equal(budget.total, 0);
    client.write(frame(headers, endHeaders, 3, block(request([[':path', '/unread']], ':path'))));
    t.equal(await send(3, 3 * 2 ** 20), 2 ** 20);
    client.write(frame(reset, 0, 3, number32(8)));
    client.ask(5, []);
    await client.answer(5);
    t.equal(budget.total, 0);
  },
);

t.test('beyond the memory for bodies the one that has been coming for longest is given up', async (t) => {
  const failures: unknown[] = [];
  const { client, budget } = serve(
    (stream, fields) => {
      if (fields.method === 'GET') echo(stream, fields);
      else stream.body?.read(1e6, undefined, new RequestSignal()).catch((error: unknown) => failures.push(error));
    },
    undefined,
    new BodyBudget(2500),
  );
  for (const stream of [1, 3, 5]) {
    client.write(frame(headers, endHeaders, stream, post), frame(data, 0, stream, Buffer.alloc(1000)));
  }
  client.ask(7, []);
  await client.answer(7);
  t.match(failures, [{ name: 'PlainTextError', status: 429 }]);
  t.strictSame([budget.total, budget.givenUp], [2000, 1]);
});

t.test('a connection that is closed accepts requests on their way, then GOAWAY names the last one', async (t) => {
  const streams: ServerStream[] = [];
  const { client, connection } = serve((stream) => streams.push(stream));
  client.ask(1, []);
  await client.until(() => client.frames.some(({ type, flags }) => type === settings && flags === flag.ack));
  while (streams.length === 0) await new Promise((resolve) => setImmediate(resolve));
  connection.close();
  const last = (): number[] =>
    client.frames.filter(({ type }) => type === goaway).map(({ payload }) => payload.readUInt32BE(0));
  await client.until(() => last().length === 1);
  t.strictSame(last(), [2 ** 31 - 1]);
  client.ask(3, []);
  client.write(frame(ping, flag.ack, 0, Buffer.alloc(8)));
  await client.until(() => last().length === 2);
  t.strictSame(last(), [2 ** 31 - 1, 3]);
  client.ask(5, []);
  for (const stream of streams) stream.respond(200, {}, Buffer.from('done'), undefined);
  t.equal((await client.answer(3)).body, 'done');
  t.equal(await client.end(), errorCode.noError);
  t.equal(streams.length, 2, 'what came later was not taken');
});
