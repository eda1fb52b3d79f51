// What the agent does of a stream itself: which container it is for, what it asks of the runtime, and what it refuses. The runtime is a
// server of its own on this host that notes what it was asked.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import t, { type Test } from 'tap';
import type { PodRuntime } from '../../cri/pod-runtime.ts';
import { type Container, type Runtime, RuntimeError, type Sandbox } from '../../cri/runtime.ts';
import { matcher } from '../contract/route.ts';
import type { Response, Tunnel } from '../contract/response.ts';
import { streamRoutes } from './stream-endpoints.ts';

const sandbox = (fields: Partial<Sandbox>): Sandbox => ({
  id: 's',
  podName: 'p',
  podNamespace: 'ns',
  podUid: 'u',
  attempt: 0,
  ready: true,
  createdAt: 0,
  labels: new Map(),
  annotations: new Map(),
  ...fields,
});
const container = (fields: Partial<Container>): Container => ({
  id: 'c',
  sandboxId: 's',
  name: 'app',
  attempt: 0,
  image: '',
  imageRef: '',
  state: 'running',
  createdAt: 0,
  labels: new Map(),
  ...fields,
});

interface Seen {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** `refuses`: answers in place of an upgrade. */
async function streamServer(t: Test, refuses?: { readonly status: number; readonly body: string }) {
  const seen: Seen[] = [];
  const sockets: Duplex[] = [];
  const server = createServer((_, response) => response.writeHead(refuses?.status ?? 500).end(refuses?.body));
  server.on('upgrade', (request, socket: Duplex) => {
    seen.push({ method: request.method, path: request.url, headers: request.headers });
    sockets.push(socket);
    if (refuses !== undefined) {
      const head = `HTTP/1.1 ${refuses.status} No\r\nConnection: close\r\nContent-Length: ${refuses.body.length}\r\n\r\n`;
      socket.end(`${head}${refuses.body}`);
      return;
    }
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Own: a\r\n\r\nfirst',
    );
    socket.on('data', (chunk: Buffer) => socket.write(`echo ${chunk.toString()}`));
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/stream?token=x`, port, seen };
}

interface SceneOptions {
  readonly url?: string;
  readonly sandboxes?: readonly Sandbox[];
  readonly containers?: readonly Container[];
  /** The uid of the pod that is bound at the server; undefined: there is none. */
  readonly bound?: string;
  readonly idle?: number;
  readonly fails?: Error;
  readonly exitCode?: number;
}

function scene(options: SceneOptions = {}) {
  const { url = 'http://127.0.0.1:1/', sandboxes = [sandbox({})], containers = [container({})] } = options;
  const calls: unknown[] = [];
  const asked = async (...call: unknown[]): Promise<string> => {
    calls.push(call);
    if (options.fails !== undefined) throw options.fails;
    return url;
  };
  const podRuntime = {
    execUrl: (id: string, command: readonly string[], streams: object) => asked('exec', id, command, streams),
    attachUrl: (id: string, streams: object) => asked('attach', id, streams),
    portForwardUrl: (id: string, ports: readonly number[]) => asked('forward', id, ports),
    execute: async (id: string, command: readonly string[], timeout: number) => {
      await asked('run', id, command, timeout);
      return { stdout: Buffer.from('out '), stderr: Buffer.from('err'), exitCode: options.exitCode ?? 0 };
    },
  } as unknown as PodRuntime;
  const runtime = {
    listSandboxes: async () => sandboxes,
    listContainers: async () => containers,
  } as unknown as Runtime;
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'ns', uid: options.bound ?? '' } };
  const isBound = options.bound !== undefined;
  const get = (namespace: string, name: string) => (isBound && namespace === 'ns' && name === 'p' ? pod : undefined);
  const pods = { list: () => [], get };
  const match = matcher(streamRoutes({ pods, runtime, podRuntime, idle: options.idle ?? 60_000 }));
  const ends = new AbortController();
  const ask = async (
    method: string,
    target: string,
    headers: IncomingHttpHeaders = { connection: 'upgrade', upgrade: 'websocket' },
  ): Promise<Response | Tunnel | { readonly status: string }> => {
    const { pathname, searchParams } = new URL(target, 'http://agent');
    const found = match(method, pathname);
    if (found.outcome !== 'found') return { status: found.outcome };
    const { route, parameters } = found;
    const upgrades = headers.upgrade !== undefined;
    const facts = { method, path: pathname, parameters, query: searchParams, headers, upgrades, signal: ends.signal };
    return route.endpoint(facts);
  };
  return { ask, calls, ends };
}

t.test('exec asks for the command and the streams as they were given, and attach for the streams', async (t) => {
  const { url, seen } = await streamServer(t);
  const { ask, calls } = scene({ url });
  for (const method of ['GET', 'POST']) {
    t.match(await ask(method, '/exec/ns/p/app?command=a&command=b+c&input=1&output=true&error=0'), { status: 101 });
    t.match(await ask(method, '/attach/ns/p/u/app?error=1'), { status: 101 });
  }
  const execs = ['exec', 'c', ['a', 'b c'], { stdin: true, stdout: true, stderr: false, tty: false }];
  const attaches = ['attach', 'c', { stdin: false, stdout: false, stderr: true, tty: false }];
  t.strictSame(calls, [execs, attaches, execs, attaches]);
  t.strictSame(
    seen.map(({ method, path }) => `${method} ${path}`),
    ['GET /stream?token=x', 'GET /stream?token=x', 'POST /stream?token=x', 'POST /stream?token=x'],
  );
});

t.test('with a terminal there is no stream of errors', async (t) => {
  const { url } = await streamServer(t);
  const { ask, calls } = scene({ url });
  await ask('GET', '/exec/ns/p/app?command=a&output=1&error=1&tty=1');
  t.match(calls, [['exec', 'c', ['a'], { stdout: true, stderr: false, tty: true }]]);
});

t.test('a stream of nothing is refused before the runtime is asked', async (t) => {
  const { ask, calls } = scene();
  for (const path of ['/exec/ns/p/app?command=a', '/attach/ns/p/app?tty=1', '/attach/ns/p/app?output=yes']) {
    t.match(await ask('POST', path), { status: 400, body: 'you must specify at least 1 of stdin, stdout, stderr\n' });
  }
  t.strictSame(calls, []);
});

t.test('only a running container of this pod is found', async (t) => {
  const output = 'output=1';
  const missing = { status: 500, body: 'Internal Error: container not found ("app")' };
  const none = { status: 404, body: 'pod does not exist\n' };
  const of = (options: SceneOptions, path = '/attach/ns/p/app') => scene(options).ask('GET', `${path}?${output}`, {});
  const found = { status: 400, body: 'Upgrade request required\n' };
  t.match(await of({}), found);
  t.match(await of({ containers: [container({ state: 'exited' })] }), missing);
  t.match(await of({ containers: [container({ name: 'other' })] }), missing);
  t.match(await of({ containers: [], bound: 'u' }), missing, 'one that is to start');
  t.match(await of({ containers: [] }), none);
  t.match(await of({ sandboxes: [sandbox({ podName: 'q' })] }), none);
  t.match(await of({ sandboxes: [sandbox({ podNamespace: 'other' })] }), none);
  t.match(await of({ bound: 'u' }, '/attach/ns/p/u/app'), found);
  t.match(await of({ bound: 'later' }, '/attach/ns/p/u/app'), none, 'a pod of another uid has the name now');
  t.match(await of({ containers: [container({ id: 'old', state: 'exited', createdAt: 1 }), container({})] }), found);
});

t.test('of two sandboxes of a name, that of the uid is forwarded to', async (t) => {
  const sandboxes = [sandbox({ id: 'old', podUid: 'old' }), sandbox({ id: 'new', podUid: 'u' })];
  const { url } = await streamServer(t);
  const { ask, calls } = scene({ url, sandboxes, bound: 'u' });
  t.match(await ask('POST', '/portForward/ns/p?port=80,81&port=65535'), { status: 101 });
  t.match(await ask('POST', '/portForward/ns/p/old?port=1'), { status: 101 });
  t.strictSame(calls, [
    ['forward', 'new', [80, 81, 65_535]],
    ['forward', 'old', [1]],
  ]);
  const ended = scene({ sandboxes: [sandbox({ ready: false })], bound: 'u' });
  t.match(await ended.ask('GET', '/portForward/ns/p'), { status: 404, body: 'pod does not exist\n' });
  for (const port of ['0', '65536', '1.5', 'x', '80,']) {
    t.match(await ended.ask('GET', `/portForward/ns/p?port=${port}`), { status: 400, body: 'invalid port\n' });
  }
});

t.test('paths and methods that are not those of streams are none', async (t) => {
  const { ask } = scene();
  for (const [method, path, outcome] of [
    ['PUT', '/exec/ns/p/app', 'wrong-method'],
    ['GET', '/run/ns/p/app', 'wrong-method'],
    ['GET', '/exec/ns/p', 'missing'],
    ['GET', '/portForward/ns', 'missing'],
    ['GET', '/attach/ns/p/u/app/x', 'missing'],
  ] as const) {
    t.strictSame(await ask(method, path), { status: outcome }, `${method} ${path}`);
  }
});

t.test('the runtime gets what the protocol needs and no credentials; its words and bytes come back', async (t) => {
  const { url, seen } = await streamServer(t);
  const { ask } = scene({ url });
  const headers = {
    upgrade: 'WebSocket',
    connection: 'upgrade',
    'sec-websocket-key': 'k',
    'sec-websocket-protocol': 'some.protocol',
    'x-stream-protocol-version': 'v4',
    origin: 'http://o',
    authorization: 'Bearer secret',
    cookie: 'a=b',
    'x-forwarded-for': '1.2.3.4',
  };
  const tunnel = (await ask('GET', '/attach/ns/p/app?output=1', headers)) as Tunnel;
  t.match(tunnel, { status: 101, headers: { upgrade: 'websocket', 'x-own': 'a' } });
  const [one] = seen;
  t.match(one?.headers, { 'sec-websocket-key': 'k', 'x-stream-protocol-version': 'v4', origin: 'http://o' });
  for (const name of ['authorization', 'cookie', 'x-forwarded-for']) t.notOk(one?.headers[name], name);
  const chunks = [tunnel.head];
  tunnel.socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  tunnel.socket.write('hello');
  const said = (): string => Buffer.concat(chunks).toString();
  while (!said().includes('hello')) await once(tunnel.socket, 'data');
  t.equal(said(), 'firstecho hello');
});

t.test('a stream without a byte ends after the idle time, and with its request', async (t) => {
  const { url } = await streamServer(t);
  const idle = (await scene({ url, idle: 50 }).ask('GET', '/attach/ns/p/app?output=1')) as Tunnel;
  idle.socket.resume();
  await once(idle.socket, 'close');
  t.ok(idle.socket.destroyed);
  const { ask, ends } = scene({ url });
  const stopped = (await ask('GET', '/attach/ns/p/app?output=1')) as Tunnel;
  stopped.socket.on('error', () => undefined);
  t.notOk(stopped.socket.destroyed);
  const closed = once(stopped.socket, 'close').catch(() => undefined);
  ends.abort();
  await closed;
  t.ok(stopped.socket.destroyed);
});

t.test('refused: other protocols, and a runtime that streams from another host', async (t) => {
  const path = '/attach/ns/p/app?output=1';
  t.match(await scene().ask('GET', path, { connection: 'upgrade', upgrade: 'h2c' }), {
    status: 400,
    body: /WebSocket and SPDY/,
  });
  for (const url of ['http://10.0.0.1:1/', 'https://127.0.0.1:1/', 'http://127.0.0.1.example.test/']) {
    t.match(await scene({ url }).ask('GET', path), { status: 500, body: /elsewhere than on this host/ }, url);
  }
  const { port } = await streamServer(t);
  const local = scene({ url: `http://localhost:${port}/` });
  t.match(await local.ask('GET', path, { connection: 'upgrade', upgrade: 'SPDY/3.1' }), { status: 101 });
});

t.test('what the runtime refuses is passed on, cut, and a runtime that is not there is said', async (t) => {
  const path = '/attach/ns/p/app?output=1';
  const long = 'x'.repeat(20_000);
  const refusing = await streamServer(t, { status: 403, body: long });
  const answer = (await scene({ url: refusing.url }).ask('GET', path)) as Response;
  t.equal(answer.status, 403);
  t.equal(answer.body, long.slice(0, 10_000));
  t.match(await scene().ask('GET', path), {
    status: 500,
    body: /the runtime does not serve the stream: .*ECONNREFUSED/,
  });
  const failing = scene({ fails: new RuntimeError('failed', 'no such thing') });
  for (const target of ['/exec/ns/p/app?output=1', path, '/portForward/ns/p']) {
    t.match(await failing.ask('GET', target), { status: 500, body: 'Internal Error: no such thing' }, target);
  }
  t.match(await failing.ask('POST', '/run/ns/p/app?cmd=a'), { status: 500, body: 'Internal Error: no such thing' });
  await t.rejects(scene({ fails: new TypeError('a fault of the agent') }).ask('GET', path), TypeError);
});

t.test('run answers with all that the command wrote, and 500 with it when the command failed', async (t) => {
  const { ask, calls } = scene();
  const { status, body } = (await ask('POST', '/run/ns/p/u/app?cmd=a++b')) as Response;
  t.strictSame([status, body], [200, Buffer.from('out err')]);
  t.strictSame(calls, [['run', 'c', ['a', 'b'], 0]]);
  const failed = await scene({ exitCode: 3 }).ask('POST', '/run/ns/p/app?cmd=a+b');
  t.match(failed, { status: 500, body: "Internal Error: command 'a b' exited with 3: out err" });
  for (const query of ['', '?cmd=', '?cmd=+'])
    t.match(await ask('POST', `/run/ns/p/app${query}`), { status: 400, body: 'a command must be given as cmd\n' });
  t.match(await ask('POST', '/run/ns/q/app?cmd=a'), { status: 404 });
});
