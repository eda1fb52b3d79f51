// Certificate files that are replaced while the agent runs, and their effect on new and existing connections.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createAuthority, issueCertificate, type KeyPair } from '../../../shared/certificates/authority.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { followedFiles } from './followed-files.ts';
import { admin, authority, scene } from '../../../fixtures/agent/node-server.fixture.ts';

const other = createAuthority({ commonName: 'other', clock: systemClock });
const newcomer = issueCertificate(other, {
  commonName: 'admin',
  organizations: ['ops', 'more'],
  clock: systemClock,
  usages: ['client'],
});

async function followed(t: Test) {
  const node = await scene(t);
  const folder = await mkdtemp(join(tmpdir(), 'followed-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const path = join(folder, 'ca.crt');
  await writeFile(path, authority.certificatePem);
  const clock = new FakeClock();
  const lines: string[] = [];
  const metrics = createMetrics();
  const loop = followedFiles({
    name: 'client-authorities',
    paths: [path],
    initial: [authority.certificatePem],
    use: ([content = '']) => node.listening.trust(content),
    clock,
    log: { ...silentLog, info: (line) => void lines.push(line), warn: (line) => void lines.push(line) },
    metrics,
  });
  const stop = new AbortController();
  const ended = loop.run(stop.signal);
  t.teardown(async () => {
    stop.abort();
    await ended;
  });
  const become = async (content: string | undefined, done: (lines: readonly string[]) => boolean): Promise<void> => {
    if (content === undefined) await rm(path);
    else await writeFile(path, content);
    while (!done(lines)) {
      await clock.advance(10_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { ...node, become, lines, metrics };
}

/** The statuses of requests on one connection; undefined: it was closed. */
function connection(t: Test, port: number, who: KeyPair) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.teardown(() => agent.destroy());
  const identity = { cert: who.certificatePem, key: who.keyPem, rejectUnauthorized: false, agent };
  return (): Promise<number | undefined> =>
    new Promise((resolve) => {
      request({ host: '127.0.0.1', port, path: '/pods', ...identity }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      })
        .on('error', () => resolve(undefined))
        .end();
    });
}

t.test(
  'replaced authorities of client certificates are trusted without a restart, those before no longer',
  async (t) => {
    const { call, port, become, lines, metrics } = await followed(t);
    const status = async (who: KeyPair) => (await call('GET', '/pods', who)).status;
    const kept = connection(t, port, admin);
    t.equal(await kept(), 200);
    t.strictSame([await status(admin), await status(newcomer)], [200, 401]);
    await become(other.certificatePem, (found) => found.length === 1);
    t.strictSame([await status(admin), await status(newcomer)], [401, 200]);
    const again = await kept();
    t.ok(again === 401 || again === undefined, 'a connection from before does not go on with its rights');
    await become(`${authority.certificatePem}${other.certificatePem}`, (found) => found.length === 2);
    t.strictSame([await status(admin), await status(newcomer)], [200, 200], 'several in one file');
    t.match(await metrics.render(), /node_file_reloads_total\{file="client-authorities",outcome="used"\} 2/);
    t.strictSame(new Set(lines), new Set(['changed files are in use']));
  },
);

t.test('authorities that cannot be read or are none change nothing, and are logged once', async (t) => {
  const { call, become, lines } = await followed(t);
  for (const content of ['junk', undefined, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n']) {
    const before = lines.length;
    await become(content, (found) => found.length > before);
    t.equal((await call('GET', '/pods', admin)).status, 200, String(content));
  }
  t.strictSame(new Set(lines), new Set(['changed files cannot be used: those before stay in use']));
});
