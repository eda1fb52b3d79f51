// A server that takes connections and no longer answers on them, over real sockets: the lease is renewed over another
// connection before it is lost.

import { createServer, connect as dial, type AddressInfo, type Socket } from 'node:net';
import t from 'tap';
import { busyLimit } from '../../fixtures/host/machine-pace.ts';
import { ApiClient } from '../../shared/client/request/api-client.ts';
import { connect } from '../../shared/client/connection/connection.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { objectClient } from '../connection/object-client.ts';
import { startStubApiServer } from '../../fixtures/agent/api-server.fixture.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import type { Lease } from './next-lease.ts';

/** Seconds: a quarter is the period, and the time that an answer may take. */
const leaseDuration = 8;

interface Pipe {
  readonly port: number;
  /** From now on existing connections forward so many bytes of responses, and then stay open without sending anything. */
  freeze(bytes: number): void;
  /** Connections made so far. */
  readonly dialled: number;
  close(): void;
}

async function startPipe(to: number): Promise<Pipe> {
  const sockets = new Set<Socket>();
  let frozen = new Map<Socket, number>();
  let dialled = 0;
  const server = createServer((client) => {
    dialled += 1;
    const behind = dial(to, '127.0.0.1');
    for (const socket of [client, behind]) sockets.add(socket.on('error', () => {}));
    client.on('data', (chunk) => behind.write(chunk));
    behind.on('data', (chunk: Buffer) => {
      const left = frozen.get(client);
      if (left !== undefined) frozen.set(client, Math.max(0, left - chunk.length));
      client.write(left === undefined ? chunk : chunk.subarray(0, left));
    });
    client.on('close', () => behind.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get dialled() {
      return dialled;
    },
    freeze(bytes) {
      frozen = new Map([...sockets].map((socket) => [socket, bytes]));
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/**
 * Milliseconds from the last renewal before the connections froze to the first one after, without the time in which this process
 * was stalled: keeper, connections and server all run in it.
 */
async function gapAfterFreeze(t: { teardown(end: () => unknown): unknown }, bytes: number): Promise<number> {
  const stub = await startStubApiServer();
  const pipe = await startPipe(Number(new URL(stub.server).port));
  const connection = connect({ server: `http://127.0.0.1:${pipe.port}`, credentials: {} }, { clock: systemClock });
  const client = new ApiClient(connection.transport, { clock: systemClock });
  const leases = client.resource<Lease>({ group: 'c', version: 'v1', resource: 'leases' }).in('leases');
  const keeper = new LeaseKeeper({
    leases: objectClient(leases, leaseDuration * 250, systemClock),
    nodeUid: async () => 'u',
    terms: { apiVersion: 'c/v1', namespace: 'leases', nodeName: 'n', durationSeconds: leaseDuration },
    clock: systemClock,
    log: silentLog,
    onRepeatedFailure: () => connection.dropConnections(),
  });
  const stop = new AbortController();
  const alive = setInterval(() => {}, 1000);
  const ended = keeper.run(stop.signal);
  t.teardown(async () => {
    stop.abort();
    await ended;
    clearInterval(alive);
    await connection.close();
    pipe.close();
    await stub.close();
  });
  const renewTime = (): unknown => {
    const lease: Lease | undefined = stub.objects.get('/apis/c/v1/namespaces/leases/leases/n');
    return lease?.spec?.renewTime;
  };
  // A renewal whose response is lost is visible in the lease too. So the gap is measured by a response that the keeper gets,
  // over a connection that was opened later.
  while (renewTime() === undefined) await systemClock.sleep(20);
  pipe.freeze(bytes);
  const step = async (): Promise<number> => {
    const begun = performance.now();
    await systemClock.sleep(20);
    return Math.min(50, performance.now() - begun);
  };
  let gap = 0;
  const dialled = pipe.dialled;
  while (pipe.dialled === dialled && gap < 60_000) gap += await step();
  const last = renewTime();
  while (renewTime() === last && gap < 60_000) gap += await step();
  return gap;
}

t.test('a connection that hangs is left, and another one made before the lease is lost', async (t) => {
  const [silent, cut] = await Promise.all([gapAfterFreeze(t, 0), gapAfterFreeze(t, 40)]);
  const limit = busyLimit(leaseDuration * 1000);
  t.ok(silent < limit, `no answer at all: ${Math.round(silent)} ms`);
  t.ok(cut < limit, `an answer that breaks off: ${Math.round(cut)} ms`);
});
