import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import { type StandInRuntime, withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import { type Case, type CaseContext, NotObservable, type OwnAgent } from '../../contract/case.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { finalResponses, requestText } from '../../wire/exchange/raw-requests.ts';
import type { RawSocket } from '../../wire/exchange/raw-socket.ts';
import { countField, type Fields, fieldsOf, messageOf, textField } from '../../wire/format/protobuf-fields.ts';

const place = { namespace: 'conformance', pod: 'streamed', container: 'main' };
const path = 'conformance/streamed/main';
const upgrade = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: Y29uZm9ybWFuY2UtdGVzdA==',
  'X-Stream-Protocol-Version: v4.channel.example',
  'X-Other: kept back',
];

export default {
  id: 'endpoints-stream',
  title:
    'An agent SHOULD pass streams of exec, attach and port forwarding to its runtime, unchanged, and run commands in it.',
  requirements: ['NSTAT-002'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await withStandInRuntime(undefined, async (runtime) => {
      runtime.containers = [
        { ...place, id: 'right', sandbox: 'now' },
        { ...place, id: 'ended', sandbox: 'now', container: 'over', isRunning: false },
        { ...place, id: 'other', sandbox: 'elsewhere', namespace: 'default' },
      ];
      await withStreams(async (streams) => {
        const asked = recordCalls(runtime, streams.address);
        await withStreamingAgent(c, runtime, async (agent) => {
          await streamsReach(agent, streams, asked);
          await refusals(agent, runtime, streams.address);
          await commandsRun(agent, runtime);
        });
      });
    });
  },
} satisfies Case;

/**
 * Works with an agent that serves streams: one that has joined, and may have to be told to run pods. Throws NotObservable when it
 * serves none.
 */
async function withStreamingAgent(
  c: CaseContext,
  runtime: StandInRuntime,
  work: (agent: OwnAgent) => Promise<void>,
): Promise<void> {
  const name = c.unique('node');
  const endpoint = `--container-runtime-endpoint=${runtime.endpoint}`;
  const usual = await c.launchAgent({ flags: [endpoint] });
  const isTold = (await usual.wire.post(`/run/${path}?cmd=true`, undefined)).status === 501;
  const flags = [`--hostname-override=${name}`, endpoint, ...(isTold ? ['--pods=on'] : [])];
  await withJoinedAgent(c, { name, flags }, async ({ agent }) => {
    const { status } = await agent.wire.post(`/run/${path}?cmd=true`, undefined);
    if (status === 404) throw new NotObservable('the agent knows no pod but those that it started');
    await work(agent);
  });
}

interface Streams {
  readonly address: string;
  /** The upgrades so far. */
  readonly seen: readonly { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders }[];
}

/** The server of the runtime's streams during the work: it answers each upgrade, and then repeats what it gets. */
async function withStreams(work: (streams: Streams) => Promise<void>): Promise<void> {
  const seen: { method: string; url: string; headers: IncomingHttpHeaders }[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer((_request, response) => response.writeHead(418).end('no stream'));
  server.on('upgrade', (request, socket, head) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    const { url = '', method = '', headers } = request;
    seen.push({ method, url, headers });
    if (url.includes('refused')) {
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 9\r\n\r\nno stream');
      return;
    }
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nx-of-runtime: yes\r\n\r\nhello ',
    );
    if (head.length > 0) socket.write(head);
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen });
  } finally {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** The calls for streams by name; each is answered with an address of the server of streams. */
function recordCalls(runtime: StandInRuntime, address: string): Map<string, Fields> {
  const asked = new Map<string, Fields>();
  for (const call of ['Exec', 'Attach', 'PortForward']) {
    runtime.serve(call, async (request) => {
      asked.set(call, fieldsOf(call, request));
      return messageOf([[1, `${address}/${call}/token?x=1`]]);
    });
  }
  return asked;
}

async function streamsReach(agent: OwnAgent, streams: Streams, asked: ReadonlyMap<string, Fields>): Promise<void> {
  const commands = () => (asked.get('Exec')?.get(2) ?? []).map((bytes) => Buffer.from(bytes as Uint8Array).toString());
  const numbers = (call: string, fields: readonly number[]) =>
    fields.map((field) => countField(asked.get(call) ?? new Map(), field));
  await isJoined(
    agent,
    `/exec/${path}?command=sh&command=-c&command=a+b&command=k=v=w&input=1&output=1&error=1`,
    streams,
    'Exec',
  );
  expectEqual('container of exec', textField(asked.get('Exec') ?? new Map(), 1), 'right');
  expectEqual('command of exec', commands(), ['sh', '-c', 'a b', 'k=v=w']);
  expectEqual('terminal, input, output, errors of exec', numbers('Exec', [3, 4, 5, 6]), [0, 1, 1, 1]);
  // A terminal has one output stream only.
  await isJoined(agent, `/exec/${path}?command=sh&output=true&error=true&tty=true`, streams, 'Exec');
  expectEqual('terminal, input, output, errors of exec', numbers('Exec', [3, 4, 5, 6]), [1, 0, 1, 0]);
  await isJoined(agent, `/attach/${path}?error=1`, streams, 'Attach');
  expectEqual('container of attach', textField(asked.get('Attach') ?? new Map(), 1), 'right');
  expectEqual('input, terminal, output, errors of attach', numbers('Attach', [2, 3, 4, 5]), [0, 0, 0, 1]);
  await isJoined(agent, '/portForward/conformance/streamed?port=8080', streams, 'PortForward');
  expectEqual('sandbox of port forwarding', textField(asked.get('PortForward') ?? new Map(), 1), 'now');
  expectThat(
    'other header',
    streams.seen.every(({ headers }) => headers['x-other'] === undefined),
    'none',
    streams.seen,
  );
  expectThat(
    'authorization',
    streams.seen.every(({ headers }) => headers.authorization === undefined),
    'none',
    streams.seen,
  );
}

/** Fails unless the stream reaches the runtime, and bytes pass in both directions. */
async function isJoined(agent: OwnAgent, target: string, streams: Streams, call: string): Promise<void> {
  const socket = await open(agent, target, upgrade);
  try {
    const [answer] = finalResponses(socket);
    expectEqual(`status of ${target}`, answer?.status, 101);
    const text = () => socket.received.toString('latin1');
    expectThat('header of the runtime', /^x-of-runtime: yes\r$/im.test(text()), 'x-of-runtime: yes', text());
    await socket.write('first second');
    const isThere = await socket.until(() => text().endsWith('\r\n\r\nhello first second') || undefined);
    expectThat(`bytes of ${target}`, isThere === true, 'hello first second', text());
  } finally {
    socket.close();
  }
  const last = streams.seen.at(-1);
  expectEqual('address of the stream', last?.url, `/${call}/token?x=1`);
  expectEqual('protocol of the stream', last?.headers.upgrade, 'websocket');
  expectEqual('key of the stream', last?.headers['sec-websocket-key'], 'Y29uZm9ybWFuY2UtdGVzdA==');
  expectEqual('version of the streams', last?.headers['x-stream-protocol-version'], 'v4.channel.example');
}

async function open(agent: OwnAgent, target: string, lines: readonly string[], method = 'GET'): Promise<RawSocket> {
  const socket = await agent.rawSocket('http/1.1');
  await socket.write(requestText(socket, { method, path: target, lines }));
  await socket.until(() => finalResponses(socket).length > 0 || undefined);
  return socket;
}

async function refusals(agent: OwnAgent, runtime: StandInRuntime, address: string): Promise<void> {
  const statusOf = async (target: string, lines: readonly string[] = upgrade): Promise<number | undefined> => {
    const socket = await open(agent, target, lines);
    try {
      return finalResponses(socket)[0]?.status;
    } finally {
      socket.close();
    }
  };
  const exec = `/exec/${path}?command=sh&output=1`;
  for (const [target, status] of [
    [`/exec/${path}?command=sh`, 400],
    [`/attach/${path}`, 400],
    ['/exec/conformance/no-such-pod/main?command=sh&output=1', 404],
    ['/exec/no-such-namespace/streamed/main?command=sh&output=1', 404],
    ['/attach/conformance/no-such-pod/main?output=1', 404],
    ['/portForward/conformance/no-such-pod?port=1', 404],
    ['/portForward/conformance/streamed/another-uid?port=1', 404],
    ['/portForward/conformance/streamed?port=0', 400],
    ['/portForward/conformance/streamed?port=70000', 400],
    ['/portForward/conformance/streamed?port=http', 400],
    ['/exec/conformance/streamed/over?command=sh&output=1', 500],
    ['/exec/conformance/streamed/no-such-container?command=sh&output=1', 500],
  ] as const) {
    expectEqual(`status of ${target}`, await statusOf(target), status);
  }
  expectEqual('status without an upgrade', await statusOf(exec, []), 400);
  runtime.serve('Exec', async () => messageOf([[1, `${address}/refused`]]));
  expectEqual('status when the runtime refuses the stream', await statusOf(exec), 403);
  runtime.serve('Exec', async () => messageOf([[1, address.replace('127.0.0.1', '127.0.0.2')]]));
  expectEqual('status of a stream elsewhere', await statusOf(exec), 500);
  runtime.serve('Exec', async () => messageOf([[1, 'http://127.0.0.1:1/']]));
  expectEqual('status when nobody serves the stream', await statusOf(exec), 500);
  runtime.serve('Exec', async () => {
    throw new Error('no more processes');
  });
  expectEqual('status when the runtime fails', await statusOf(exec), 500);
  expectStatus(await agent.wire.put(`/exec/${path}`, undefined), 405);
}

async function commandsRun(agent: OwnAgent, runtime: StandInRuntime): Promise<void> {
  const run = (query: string) => agent.wire.post(`/run/${path}${query}`, undefined);
  let asked: Fields = new Map();
  let code = 0;
  runtime.serve('ExecSync', async (request) => {
    asked = fieldsOf('ExecSync', request);
    return messageOf([
      [1, 'of the output '],
      [2, 'of the errors'],
      [3, code],
    ]);
  });
  const good = await run('?cmd=ls+-l');
  expectOk(good);
  expectEqual('output of a command', good.text(), 'of the output of the errors');
  expectEqual('container of a command', textField(asked, 1), 'right');
  expectEqual(
    'words of a command',
    (asked.get(2) ?? []).map((word) => Buffer.from(word as Uint8Array).toString()),
    ['ls', '-l'],
  );
  code = 3;
  const bad = await run('?cmd=ls');
  expectStatus(bad, 500);
  expectThat('output of a failed command', bad.text().includes('of the errors'), 'its output', bad.text());
  expectStatus(await agent.wire.get(`/run/${path}?cmd=ls`), 405);
  expectStatus(await agent.wire.post('/run/conformance/no-such-pod/main?cmd=ls', undefined), 404);
  expectStatus(await agent.wire.post('/run/conformance/streamed/over?cmd=ls', undefined), 500);
}
