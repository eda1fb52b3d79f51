// The real agent while its wall clock is stepped by an hour, forth and back: libfaketime moves that clock for one process.

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { programFile } from '../../fixtures/process/program-file.ts';
import { clockLibrary } from '../../shared/process/host/clock-library.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { startStubApiServer } from '../../fixtures/agent/api-server.fixture.ts';
import type { Lease } from './next-lease.ts';

const program = programFile('orch-agent');
/** Seconds; renewed every quarter of it. */
const leaseDuration = 8;
/** Milliseconds: many renewals, on a machine that is busy elsewhere too, and far from the hour. */
const patience = 120_000;
const hour = 3_600_000;

const library = clockLibrary();
const skip = library === undefined && 'libfaketime is not installed';

t.test('a wall clock stepped by an hour misses no renewal, and is warned about', { skip }, async (t) => {
  const vendor = vendorOf('orch');
  const stub = await startStubApiServer();
  const cluster = { server: stub.server };
  const folder = t.testdir({
    step: '+0',
    kubeconfig: JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster }],
      users: [{ name: 'u', user: {} }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }),
    config: vendor.fill(
      `apiVersion: kubelet.config.{api}/v1beta1\nkind: KubeletConfiguration\nnodeLeaseDurationSeconds: ${leaseDuration}\n`,
    ),
  });
  const words = [
    `--kubeconfig=${join(folder, 'kubeconfig')}`,
    `--config=${join(folder, 'config')}`,
    `--root-dir=${join(folder, 'root')}`,
    '--hostname-override=n',
    '--container-runtime-endpoint=unix:///nonexistent/runtime.sock',
    '--port=0',
    '--healthz-port=0',
  ];
  const child = spawn(process.execPath, [program, ...words], {
    env: {
      ...process.env,
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: join(folder, 'step'),
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exit = new Promise((resolve) => child.once('close', resolve));
  t.teardown(async () => {
    child.kill('SIGKILL');
    await exit;
    await stub.close();
  });
  const place = vendor.fill('/apis/coordination.{api}/v1/namespaces/{short}-node-lease/leases/n');
  /** Resolves when the lease was renewed with an offset of about so much. */
  const renewedAt = async (offset: number): Promise<void> => {
    const begun = performance.now();
    for (;;) {
      const lease: Lease | undefined = stub.objects.get(place);
      const time = Date.parse(lease?.spec?.renewTime ?? '');
      if (Math.abs(time - Date.now() - offset) < hour / 4) return;
      if (performance.now() - begun > patience) throw new Error(`not renewed: ${said}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await renewedAt(0);
  for (const [step, offset] of [
    ['+1h', hour],
    ['-1h', -hour],
    ['+0', 0],
  ] as const) {
    writeFileSync(join(folder, 'step'), step);
    await t.resolves(renewedAt(offset), `after ${step} the next renewal is not an hour away`);
  }
  t.match(said, 'the clock of this host is not that of the server');
  child.kill('SIGTERM');
  t.equal(await exit, 0, said);
});
