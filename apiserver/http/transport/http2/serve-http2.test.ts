import { once } from 'node:events';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import t, { type Test } from 'tap';
import { createAuthority, issueCertificate } from '../../../../shared/certificates/authority.ts';
import { systemClock } from '../../../../shared/process/time/system-clock.ts';
import { ConnectionMetrics } from '../connection/connection-metrics.ts';
import type { Exchange } from '../../contract/exchange.ts';
import { listen } from '../listener.ts';
import { resetBurst } from './connection-limits.ts';
import { StalledWriters } from '../write/stalled-writers.ts';
import { FlushScheduler } from '../write/flush-scheduler.ts';

const ca = createAuthority({ commonName: 'ca', clock: systemClock });
const serving = issueCertificate(ca, {
  commonName: 'server',
  dnsNames: ['localhost'],
  ipAddresses: ['127.0.0.1'],
  usages: ['server'],
  clock: systemClock,
});

/** Answers `/now` at once, and nothing else before its client has left. */
async function serve(
  t: Test,
): Promise<{ readonly figures: ConnectionMetrics; connect(this: void): ClientHttp2Session }> {
  const connectionMetrics = new ConnectionMetrics();
  const listener = await listen({
    certificate: serving.certificatePem,
    privateKey: serving.keyPem,
    stalled: new StalledWriters(systemClock),
    rounds: new FlushScheduler(systemClock),
    connectionMetrics,
    answer: (exchange: Exchange) =>
      exchange.url === '/now'
        ? exchange.send(200, {}, Buffer.from('now'))
        : new Promise((resolve) => exchange.whenAborted(resolve)),
  });
  const sessions: ClientHttp2Session[] = [];
  t.teardown(async () => {
    for (const session of sessions) session.destroy();
    await listener.close(0);
  });
  return {
    figures: connectionMetrics,
    connect() {
      const session = connect(`https://localhost:${listener.port}`, { ca: ca.certificatePem });
      session.on('error', () => {});
      session.setMaxListeners(0);
      sessions.push(session);
      return session;
    },
  };
}

/** Opens as many streams and breaks each off once the server has it; stops when the session has ended. */
async function reset(session: ClientHttp2Session, count: number): Promise<void> {
  for (let number = 0; number < count && !session.closed && !session.destroyed; number += 50) {
    const streams = Array.from({ length: 50 }, () => {
      const stream = session.request({ ':path': '/later' });
      stream.on('error', () => {});
      return { stream, closed: new Promise((resolve) => stream.once('close', resolve)) };
    });
    const ended = new Promise((resolve) => session.once('close', resolve));
    await Promise.race([new Promise((resolve) => session.ping(resolve)), ended]);
    for (const { stream } of streams) stream.close(constants.NGHTTP2_CANCEL);
    await Promise.race([Promise.all(streams.map(({ closed }) => closed)), ended]);
  }
}

async function ask(session: ClientHttp2Session): Promise<unknown> {
  const stream = session.request({ ':path': '/now' });
  const [head] = (await once(stream.resume(), 'response')) as [Record<string, unknown>];
  return head[':status'];
}

t.test('a client that does nothing but reset streams loses its connection, and no other does', async (t) => {
  const { figures, connect } = await serve(t);
  const [attacker, other] = [connect(), connect()];
  const closed = new Promise((resolve) => attacker.once('close', resolve));
  await reset(attacker, 4 * resetBurst);
  await closed;
  t.equal(figures.ended.resets, 1);
  t.equal(await ask(other), 200);
  t.equal(await ask(connect()), 200);
});

t.test('a client that breaks off all its watches at its end, a few times over, keeps its connection', async (t) => {
  const { figures, connect } = await serve(t);
  const session = connect();
  await reset(session, resetBurst - 50);
  t.equal(await ask(session), 200);
  t.equal(figures.ended.resets, 0);
});
