// The translation between a client that speaks version 5 over WebSocket, and a node that speaks version 4 over SPDY.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createPlainServer, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { WebSocket, WebSocketServer } from 'ws';
import { type ExecOutcome } from './exec-status.ts';
import { translateExec, type WantedStreams } from './exec-translation.ts';
import { dataFrames, endFrame, SpdyReader } from './spdy-frames.ts';

const all: WantedStreams = { stdin: true, stdout: true, stderr: true, tty: false };

interface Heard {
  /** What the client has of each channel. */
  readonly channels: Map<number, string>;
  readonly sizes: number[];
  code: number | undefined;
}

/** A client and a node with the translation between them. `node` undefined: it cannot be reached. */
async function scene(t: Test, options: { wanted?: WantedStreams; reachable?: boolean; idle?: number } = {}) {
  const { wanted = all, reachable = true, idle = 60_000 } = options;
  const http = createServer();
  const sockets = new WebSocketServer({ server: http, handleProtocols: () => 'v5' });
  http.listen(0, '127.0.0.1');
  const nodeServer = createPlainServer();
  nodeServer.listen(0, '127.0.0.1');
  await Promise.all([once(http, 'listening'), once(nodeServer, 'listening')]);
  const result: Promise<ExecOutcome | undefined> = once(sockets, 'connection').then(([client]) =>
    translateExec({
      client: client as WebSocket,
      wanted,
      idle,
      openNode: async () => {
        if (!reachable) throw new Error('unable to upgrade connection: no such container');
        const connection = connect((nodeServer.address() as AddressInfo).port, '127.0.0.1');
        await once(connection, 'connect');
        return connection;
      },
    }),
  );
  const accepted = reachable ? once(nodeServer, 'connection') : undefined;
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`, ['v5']);
  const heard: Heard = { channels: new Map(), sizes: [], code: undefined };
  client.on('message', (data: Buffer) => {
    const channel = data[0] ?? -1;
    heard.sizes.push(data.length);
    heard.channels.set(channel, `${heard.channels.get(channel) ?? ''}${data.subarray(1).toString('latin1')}`);
  });
  const closed = once(client, 'close').then(([code]) => {
    heard.code = code as number;
  });
  await once(client, 'open');
  const node = accepted === undefined ? undefined : fakeNode((await accepted)[0] as Socket);
  t.teardown(() => {
    client.terminate();
    http.close();
    http.closeAllConnections();
    nodeServer.close();
    node?.socket.destroy();
  });
  const send = (...bytes: readonly (number | string)[]): void =>
    client.send(Buffer.concat(bytes.map((one) => (typeof one === 'number' ? Buffer.from([one]) : Buffer.from(one)))));
  return { client, heard, closed, node, send, result };
}

/** A node that knows its streams by the order in which they were opened. */
function fakeNode(socket: Socket) {
  const reader = new SpdyReader();
  const opened: number[] = [];
  const received = new Map<number, string>();
  const ended: number[] = [];
  let changed: () => void = () => undefined;
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    for (const event of reader.read(chunk)) {
      if (event.type === 'opened') opened.push(event.stream);
      if (event.type === 'data') {
        received.set(event.stream, `${received.get(event.stream) ?? ''}${event.bytes.toString('latin1')}`);
      }
      if (event.type === 'end') ended.push(event.stream);
    }
    changed();
  });
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise<void>((resolve) => (changed = resolve));
  };
  const say = (stream: number, text: string): void => {
    for (const frame of dataFrames(stream, Buffer.from(text))) socket.write(frame);
  };
  const end = (...streams: readonly number[]): void => {
    for (const stream of streams) socket.write(endFrame(stream));
  };
  return { socket, opened, received, ended, until, say, end };
}

const success = JSON.stringify({ metadata: {}, status: 'Success' });
const failure = (reason: string, details: unknown) =>
  JSON.stringify({ metadata: {}, status: 'Failure', message: 'the words of the node', reason, details });

t.test('streams are translated in both directions, and the exit code last', async (t) => {
  const { heard, closed, node, send, result } = await scene(t);
  if (node === undefined) throw new Error('there is no node');
  await node.until(() => node.opened.length === 4);
  t.strictSame(node.opened, [1, 3, 5, 7], 'error, input, and two outputs');
  send(0, 'in');
  send(0, 'put');
  send(1, 'clients never send on an output');
  send(255, 0);
  await node.until(() => node.ended.includes(3));
  t.equal(node.received.get(3), 'input');
  node.say(5, 'out');
  node.say(7, 'err');
  node.say(1, failure('NonZeroExitCode', { causes: [{ reason: 'ExitCode', message: '7' }] }));
  node.end(5, 1, 7);
  await closed;
  t.equal(heard.code, 1000);
  t.equal(heard.channels.get(1), 'out');
  t.equal(heard.channels.get(2), 'err');
  t.strictSame(JSON.parse(heard.channels.get(3) ?? ''), {
    metadata: {},
    status: 'Failure',
    message: 'command terminated with non-zero exit code: command terminated with exit code 7',
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: '7' }] },
  });
  t.equal(heard.sizes[0], 1, 'the first message is empty: the stream is there');
  t.match(await result, { code: 200 });
});

t.test('a terminal has one output and a size', async (t) => {
  const { heard, closed, node, send } = await scene(t, { wanted: { ...all, tty: true } });
  if (node === undefined) throw new Error('there is no node');
  send(4, '{"Width":80,"Height":24}');
  await node.until(() => node.received.has(7));
  t.strictSame(node.opened, [1, 3, 5, 7], 'error, input, output, size');
  t.equal(node.received.get(7), '{"Width":80,"Height":24}', 'also when it came before the node was there');
  node.say(1, success);
  node.end(1, 5);
  await closed;
  t.equal(heard.channels.get(3), success);
});

t.test('the final status of the node becomes a Status of the API', async (t) => {
  const said = [
    ['', { status: 'Success' }, 200],
    [success, { status: 'Success' }, 200],
    [failure('InternalError', {}), { message: 'Internal error occurred: the words of the node', code: 500 }, 500],
    ['{', { message: /error stream protocol error: a Status is expected/ }, 500],
    ['{"status":"Perhaps"}', { message: /unknown error/ }, 500],
    [failure('NonZeroExitCode', null), { message: /no ExitCode cause given/ }, 500],
    [
      failure('NonZeroExitCode', { causes: [{ reason: 'ExitCode', message: '256' }] }),
      { message: /invalid exit code/ },
      500,
    ],
  ] as const;
  for (const [text, status, code] of said) {
    const { heard, closed, node, result } = await scene(t, { wanted: { ...all, stdin: false } });
    node?.say(1, text);
    node?.end(1, 3, 5);
    await closed;
    t.match(JSON.parse(heard.channels.get(3) ?? 'null'), status, text);
    t.match(await result, { code }, text);
  }
});

t.test('a node that refuses, closes or stops sending is reported as a failure', async (t) => {
  const refused = await scene(t, { reachable: false });
  await refused.closed;
  t.match(JSON.parse(refused.heard.channels.get(3) ?? 'null'), {
    status: 'Failure',
    message: 'Internal error occurred: unable to upgrade connection: no such container',
    code: 500,
  });
  const lost = await scene(t);
  lost.node?.say(5, 'half');
  await lost.node?.until(() => lost.node?.opened.length === 4);
  lost.node?.socket.end();
  await lost.closed;
  t.equal(lost.heard.channels.get(1), 'half');
  t.match(JSON.parse(lost.heard.channels.get(3) ?? 'null'), { message: /the node closed the connection/ });
  const silent = await scene(t, { idle: 50 });
  await silent.closed;
  t.match(JSON.parse(silent.heard.channels.get(3) ?? 'null'), { message: /idle for too long/ });
  const strange = await scene(t);
  strange.node?.socket.write('HTTP/1.1 200 OK\r\n\r\n and so on, which is one frame of data of a stream nobody knows');
  strange.node?.socket.write(Buffer.from([0x80, 2, 0, 1, 0, 0, 0, 0]));
  strange.node?.socket.end();
  await strange.closed;
  t.match(JSON.parse(strange.heard.channels.get(3) ?? 'null'), { status: 'Failure' });
});

t.test('the end of the client is the end of the connection to the node', async (t) => {
  const { client, node, result } = await scene(t);
  if (node === undefined) throw new Error('there is no node');
  await node.until(() => node.opened.length === 4);
  const gone = once(node.socket, 'close');
  client.terminate();
  await gone;
  t.equal(await result, undefined);
  for (const wrong of [[9, 'x'], [255, 77], [255]] as const) {
    const other = await scene(t);
    other.send(...wrong);
    await other.closed;
    t.equal(other.heard.code, 1002, `a message ${wrong.join(' ')}`);
  }
});

t.test('a client that does not read makes the node wait, without buffering', async (t) => {
  const { client, node, heard, closed } = await scene(t, { wanted: { ...all, stdin: false } });
  if (node === undefined) throw new Error('there is no node');
  await node.until(() => node.opened.length === 3);
  client.pause();
  const chunk = 'x'.repeat(32 * 1024);
  const most = 4_000;
  let sent = 0;
  // Until the node's socket takes no more for a while.
  while (sent < most && node.socket.writableLength < 1 << 20) {
    node.say(3, chunk);
    sent += 1;
    if (sent % 16 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  t.ok(sent < most, `the node waits after ${sent} of ${most} chunks`);
  client.resume();
  node.say(1, success);
  node.end(3, 5, 1);
  await closed;
  t.equal(heard.channels.get(1)?.length, sent * chunk.length, 'all of it arrives in the end');
});
