// Real containers that were started by hand on a real containerd: the agent lists them, measures them and reads their logs,
// also through the API service.

import { appendFile, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { containersMissing, imageName, startContainerd } from '../../../fixtures/process/containerd-process.ts';
import { removeAllPods, runByHand } from '../../../fixtures/host/cri-commands.ts';
import { type NodeSystem, startNodeSystem } from '../../../fixtures/process/node-system.ts';
import { issueCertificate, type KeyPair } from '../../../shared/certificates/authority.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { askAgent } from '../../../fixtures/agent/ask-agent.fixture.ts';

t.setTimeout(400_000);
const missing = containersMissing();

async function scene(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'containerd-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  t.teardown(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const containerd = await startContainerd(folder);
  ends.push(() => containerd.stop());
  const system = await startNodeSystem({
    vendor: 'kubernetes',
    nodeName: 'n1',
    runtime: containerd.endpoint,
    containers: [],
    configuration: ['nodeStatusUpdateFrequency: 1s'],
  });
  ends.push(() => system.remove());
  ends.push(() => removeAllPods(containerd.endpoint));
  const logFolder = join(system.folder, 'logs');
  const pod = { namespace: 'default', name: 'web', uid: 'u-1', image: imageName, logFolder };
  const byHand = await runByHand(containerd.endpoint, pod).catch((error: unknown) => String(error));
  return { system, byHand, logFile: (attempt: number) => join(logFolder, 'default_web_u-1', 'app', `${attempt}.log`) };
}

t.test(
  'containers made by hand are listed, measured and logged',
  missing === undefined ? {} : { skip: missing },
  async (t) => {
    const { system, byHand, logFile } = await scene(t);
    if (typeof byHand === 'string') return t.plan(0, `this host runs no containers: ${byHand}`);
    const script = 'echo to stdout; echo to stderr >&2; while :; do :; done';
    const first = await byHand.start('app', 0, ['/bin/busybox', 'sh', '-c', script]);
    const log = '/containerLogs/default/web/app';
    await until(async () => (await get(system, log)).body.split('\n').length === 3);
    t.strictSame((await get(system, log)).body.split('\n').toSorted(), ['', 'to stderr', 'to stdout']);
    t.match((await get(system, `${log}?timestamps=true&tailLines=1`)).body, /^\d{4}-\d\d-\d\dT\S+\.\d{9}\S+ to std/);

    t.match(JSON.parse((await get(system, '/runningpods/')).body), {
      items: [{ metadata: { name: 'web', namespace: 'default', uid: 'u-1' }, spec: { containers: [{ name: 'app' }] } }],
    });

    const usage = async () => {
      const { pods } = JSON.parse((await get(system, '/stats/summary')).body) as Summary;
      return pods.find(({ podRef }) => podRef.name === 'web')?.containers.find(({ name }) => name === 'app');
    };
    await until(async () => ((await usage())?.cpu?.usageCoreNanoSeconds ?? 0) > 100_000_000);
    const measured = await usage();
    t.ok((measured?.memory?.workingSetBytes ?? 0) > 0, 'memory is measured');
    t.ok((measured?.logs?.usedBytes ?? 0) > 0, 'logs are measured');
    t.match(
      (await get(system, '/metrics/resource')).body,
      /^container_cpu_usage_seconds_total\{container="app",namespace="default",pod="web"\} [\d.]+ \d+$/m,
    );

    const cadvisor = (await get(system, '/metrics/cadvisor')).body;
    const figures = ['memory_cache', 'memory_mapped_file', 'memory_swap', 'memory_failcnt', 'spec_cpu_shares'];
    for (const name of [...figures, 'oom_events_total', 'cpu_user_seconds_total', 'spec_memory_limit_bytes']) {
      t.match(cadvisor, new RegExp(`^container_${name}\\{container="app",.*pod="web"\\} \\d`, 'm'), name);
    }

    t.match(cadvisor, /^container_fs_reads_total\{container="",id="\/",.*device="\/dev\/[^"]+"\} \d/m);
    t.match((await get(system, '/metrics')).body, /^kubelet_pleg_relist_duration_seconds_count [1-9]/m);

    // Rotation as the usual agent does it: rename, then the runtime continues in a new file.
    await rename(logFile(0), `${logFile(0)}.20260101-000000`);
    await byHand.reopenLog(first);
    t.equal((await get(system, log)).body, '', 'the new file is empty');
    await appendFile(logFile(0), '2026-01-01T00:00:00.000000000Z stdout F after\n');
    t.equal((await get(system, log)).body, 'after\n');

    await byHand.stop(first);
    const second = await byHand.start('app', 1, ['/bin/busybox', 'echo', 'again']);
    await until(async () => (await get(system, log)).body === 'again\n');
    t.equal((await get(system, `${log}?previous=true`)).body, 'after\n');
    t.equal((await get(system, `${log}?follow=true`)).body, 'again\n', 'what ended is followed to its end');
    t.match(await readFile(logFile(1), 'utf8'), / stdout F again\n$/);
    await byHand.stop(second);
  },
);

interface Summary {
  readonly pods: readonly {
    readonly podRef: { readonly name: string };
    readonly containers: readonly {
      readonly name: string;
      readonly cpu?: { readonly usageCoreNanoSeconds?: number };
      readonly memory?: { readonly workingSetBytes?: number };
      readonly logs?: { readonly usedBytes?: number };
    }[];
  }[];
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempts = 0; attempts < 3_000; attempts += 1) {
    if (await holds().catch(() => false)) return;
    await sleep(50);
  }
  throw new Error('it never came about');
}

let operator: KeyPair | undefined;

/** Of the agent itself. */
function get(
  { agent, authority }: NodeSystem,
  path: string,
): Promise<{ readonly status: number; readonly body: string }> {
  operator ??= issueCertificate(authority, {
    commonName: 'operator',
    organizations: ['system:masters'],
    usages: ['client'],
    clock: systemClock,
  });
  const { certificatePem: cert, keyPem: key } = operator;
  return askAgent({ port: agent.port, cert, key }, path);
}
