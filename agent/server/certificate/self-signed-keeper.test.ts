// That a serving certificate of the agent's own is replaced before it ends, on a socket that stays open.

import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import t, { type Test } from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import { listenTls } from '../listener.ts';
import { SelfSignedKeeper } from './self-signed-keeper.ts';
import { selfSigned } from './serving-certificate.ts';

const day = 24 * 3_600_000;

async function scene(t: Test) {
  const root = await mkdtemp(join(tmpdir(), 'serving-'));
  const folder = join(root, 'pki');
  const clock = new FakeClock();
  const metrics = createMetrics();
  const make = () => selfSigned({ folder, hostName: 'n1', ipAddresses: ['127.0.0.1'], clock });
  const initial = await make();
  const handler = (_: unknown, response: { end(text: string): void }): void => response.end('here');
  const listening = await listenTls({
    address: '127.0.0.1',
    port: 0,
    certificate: initial.certificate,
    key: initial.key,
    clientAuthorities: undefined,
    handler,
  });
  const keeper = new SelfSignedKeeper({
    initial,
    make,
    renewed: (pair) => listening.use(pair),
    clock,
    log: silentLog,
    metrics,
    random: () => 0.5,
  });
  const stop = new AbortController();
  const ended = keeper.run(stop.signal);
  t.teardown(async () => {
    stop.abort();
    await ended;
    await listening.close(0);
    await rm(root, { recursive: true });
  });
  const options = { host: '127.0.0.1', port: listening.port, rejectUnauthorized: false };
  /** The certificate under which a new connection is served. */
  const ask = (): Promise<X509Certificate | undefined> =>
    new Promise((resolve, reject) => {
      const socket = connect(options, () => {
        resolve(socket.getPeerX509Certificate());
        socket.destroy();
      });
      socket.on('error', reject);
    });
  /** What is served once it is not this one any more. */
  const askAfter = async (before: X509Certificate | undefined): Promise<X509Certificate | undefined> => {
    for (;;) {
      const found = await ask();
      if (found?.fingerprint256 !== before?.fingerprint256) return found;
      await clock.advance(3_600_000);
    }
  };
  return { folder, clock, metrics, options, initial: new X509Certificate(initial.certificate), ask, askAfter };
}

t.test('it is renewed after four fifths of its lifetime, and connections continue', async (t) => {
  const { clock, metrics, initial, ask, askAfter, folder, options } = await scene(t);
  const kept = connect(options);
  t.teardown(() => kept.destroy());
  await once(kept, 'secureConnect');
  await clock.advance(290 * day);
  t.equal((await ask())?.fingerprint256, initial.fingerprint256, 'not before its time');
  await clock.advance(5 * day);
  const next = await askAfter(initial);
  t.ok(Date.parse(next?.validTo ?? '') > Date.parse(initial.validTo) + 290 * day);
  t.equal(next?.checkIP('127.0.0.1'), '127.0.0.1');
  t.equal(new X509Certificate(await readFile(join(folder, 'kubelet.crt'))).fingerprint256, next?.fingerprint256);
  kept.write('GET / HTTP/1.1\r\nHost: n1\r\n\r\n');
  const [answer] = (await once(kept, 'data')) as [Buffer];
  t.match(answer.toString(), /^HTTP\/1.1 200 /, 'the connection from before was not cut');
  await clock.advance(300 * day);
  t.ok(await askAfter(next), 'and so on');
  const page = await metrics.render();
  t.match(page, /^kubelet_certificate_manager_server_ttl_seconds \d+$/m);
  t.match(page, /^kubelet_server_expiration_renew_errors 0$/m);
  t.match(page, 'node_certificate_renewals_total{certificate="serving",outcome="renewed"} 2');
  t.match(page, /^node_certificate_end_seconds\{certificate="serving"\} \d/m);
});

t.test('a failed write is retried, and the current certificate stays in use', async (t) => {
  const { folder, clock, metrics, initial, ask, askAfter } = await scene(t);
  await rm(folder, { recursive: true });
  await writeFile(folder, 'in the way');
  await clock.advance(300 * day);
  while (!/certificate="serving",outcome="failed"\} \d/.test(await metrics.render())) await clock.advance(1);
  t.equal((await ask())?.fingerprint256, initial.fingerprint256);
  await rm(folder, { recursive: true });
  t.ok(await askAfter(initial));
});

t.test('a wall clock that jumps is noticed', async (t) => {
  const { clock, initial, askAfter } = await scene(t);
  clock.stepWallClock(300 * day);
  t.ok(await askAfter(initial));
});
