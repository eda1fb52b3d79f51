// Probes over gRPC and HTTPS, against real listeners, and that a container that is probed for long leaves nothing behind.

import { getEventListeners } from 'node:events';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type sendUnaryData, Server, ServerCredentials, type ServerUnaryCall } from '@grpc/grpc-js';
import t, { type Test } from 'tap';
import { createSelfSigned } from '../../../shared/certificates/authority.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import type { PodRuntime } from '../../cri/pod-runtime.ts';
import type { Action } from '../object/pod.ts';
import { perform } from './action.ts';

const facts = {
  runtime: {} as PodRuntime,
  container: { name: 'app' },
  containerId: 'c',
  podIp: '127.0.0.1',
  timeout: 5_000,
  userAgent: 'probe/1',
};
const signal = new AbortController().signal;
const probe = (action: Action, more: Partial<typeof facts> = {}) => perform(action, { ...facts, ...more }, signal);

/** Answers `SERVING` for the service `''`, `NOT_SERVING` for `down`, and refuses others; its port. */
async function healthServer(t: Test): Promise<number> {
  const asIs = (bytes: Buffer): Buffer => bytes;
  const path = '/grpc.health.v1.Health/Check';
  const handler = ({ request }: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>): void => {
    const service = request.subarray(2).toString();
    if (service === '') done(null, Buffer.from([8, 1]));
    else if (service === 'down') done(null, Buffer.from([8, 2]));
    else done({ code: 5, details: 'unknown service' });
  };
  const definition = {
    path,
    requestStream: false as const,
    responseStream: false as const,
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  };
  const server = new Server();
  server.addService({ [path]: definition }, { [path]: handler });
  t.teardown(() => server.forceShutdown());
  return new Promise((resolve, reject) => {
    const credentials = ServerCredentials.createInsecure();
    server.bindAsync('127.0.0.1:0', credentials, (error, port) => (error === null ? resolve(port) : reject(error)));
  });
}

t.test('a gRPC probe goes by what the service says of itself', async (t) => {
  const port = await healthServer(t);
  t.strictSame(await probe({ grpc: { port } }), { ok: true, output: 'service healthy' });
  t.match(await probe({ grpc: { port, service: 'down' } }), { ok: false, output: /NOT_SERVING/ });
  t.match(await probe({ grpc: { port, service: 'none' } }), { ok: false, output: /unknown service/ });
  t.strictSame(await probe({ grpc: { port: 1 } }), {
    ok: false,
    output: 'timeout: failed to connect service "127.0.0.1:1" within 5s: context deadline exceeded',
  });
});

t.test('a container that is probed for long keeps nothing of its probes, and warns of no leak', async (t) => {
  const port = await healthServer(t);
  const warnings: Error[] = [];
  const warned = (warning: Error): void => void warnings.push(warning);
  process.on('warning', warned);
  t.teardown(() => process.off('warning', warned));
  for (let times = 0; times < 15; times += 1) t.equal((await probe({ grpc: { port } })).ok, true);
  await new Promise((resolve) => setImmediate(resolve));
  t.strictSame(warnings, []);
  t.equal(getEventListeners(signal, 'abort').length, 0);
});

t.test('an HTTPS probe takes any certificate, and goes by the code', async (t) => {
  const pair = createSelfSigned({ commonName: 'elsewhere.test', dnsNames: ['elsewhere.test'], clock: systemClock });
  const server = createServer({ cert: pair.certificatePem, key: pair.keyPem }, (request, response) => {
    const code = request.url === '/bad' ? 500 : request.url === '/moved' ? 302 : 200;
    const { host, 'user-agent': program, 'x-many': many } = request.headers;
    response
      .writeHead(code, code === 302 ? { location: '/' } : {})
      .end(request.url === '/said?x=1' ? `${host} ${String(many)}` : String(program));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const get = (path: string) => probe({ httpGet: { path, port, scheme: 'HTTPS' } });
  t.strictSame(await get('/'), { ok: true, output: 'probe/1' });
  t.strictSame(await get('/moved'), { ok: true, output: 'probe/1' }, 'it follows on the same host');
  t.strictSame(await get('/bad'), { ok: false, output: 'HTTP probe failed with statuscode: 500' });
  t.match(await probe({ httpGet: { port, scheme: 'HTTP' } }), { ok: false }, 'plain HTTP to it fails');
  const httpHeaders = ['Host: first.test', 'host: second.test', 'X-Many: a', 'x-many: b'].map((line) => {
    const [name = '', value = ''] = line.split(': ');
    return { name, value };
  });
  const said = await probe({ httpGet: { path: '/said?x=1', port, scheme: 'HTTPS', httpHeaders } });
  t.strictSame(said, { ok: true, output: 'first.test a, b' });
  await t.rejects(probe({ httpGet: { port: 'nope' } }), { message: 'no port of the container is named "nope"' });
  t.equal(getEventListeners(signal, 'abort').length, 0);
});

t.test('HTTPS to a server of plain HTTP fails in the usual words', async (t) => {
  const server = createPlainServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const output = `Get "https://127.0.0.1:${port}/": http: server gave HTTP response to HTTPS client`;
  t.strictSame(await probe({ httpGet: { port, scheme: 'HTTPS' } }), { ok: false, output });
});
