// The node's API as users reach it: through the API service, as processes, under both vendors; with the real command
// line client where it is installed.

import { spawn, spawnSync } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { type NodeSystem, startNodeSystem } from '../../fixtures/process/node-system.ts';
import { issueCertificate } from '../../shared/certificates/authority.ts';
import { createClient } from '../../shared/client/index.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import type { VendorId } from '../../shared/vendor/vendor.ts';
import type { Node } from '../node/node.ts';

t.setTimeout(400_000);
const logFile = (system: NodeSystem, attempt = 0): string =>
  join(system.folder, 'logs', 'default_counter_default-counter', 'app', `${attempt}.log`);

async function scene(t: Test, vendor: VendorId) {
  const system = await startNodeSystem({
    vendor,
    nodeName: 'n1',
    containers: ['default/counter/app'],
    configuration: [],
  });
  t.teardown(() => system.remove());
  const client = await createClient({ kubeconfig: system.server.kubeconfig });
  t.teardown(() => client.close());
  const nodes = client.resource<Node>({ group: '', version: 'v1', resource: 'nodes' });
  await until(async () => (await nodes.get('n1')).status?.daemonEndpoints?.kubeletEndpoint.Port === system.agent.port);
  const pods = client.resource({ group: '', version: 'v1', resource: 'pods' }).in('default');
  const spec = { nodeName: 'n1', containers: [{ name: 'app', image: 'example.test/simulated:1' }] };
  await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'counter' }, spec });
  await until(async () => (await get(system, '/api/v1/nodes/n1/proxy/pods')).body.includes('"name":"counter"'));
  return system;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempts = 0; attempts < 3_000; attempts += 1) {
    if (await holds().catch(() => false)) return;
    await sleep(50);
  }
  throw new Error('it never came about');
}

const operator = { commonName: 'operator', organizations: ['system:masters'] };

/** Of the API service, as its administrator unless another user is given. */
async function get(
  system: NodeSystem,
  path: string,
  user: { readonly commonName: string; readonly organizations?: readonly string[] } = operator,
): Promise<{ readonly status: number; readonly body: string }> {
  const { certificatePem: cert, keyPem: key } = issueCertificate(system.authority, {
    ...user,
    usages: ['client'],
    clock: systemClock,
  });
  const target = { host: '127.0.0.1', port: system.server.port, path, agent: false, rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    request({ ...target, cert, key }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .on('error', reject)
      .end();
  });
}

for (const vendor of vendorIds) {
  t.test(`${vendor}: logs and the node's API are reached through the API service`, async (t) => {
    const system = await scene(t, vendor);
    const log = '/api/v1/namespaces/default/pods/counter/log';
    await appendFile(logFile(system), '2026-01-01T00:00:00Z stdout F second\n');
    t.strictSame(await get(system, log), { status: 200, body: 'run 0 of app begins\nsecond\n' });
    t.equal((await get(system, `${log}?tailLines=1&limitBytes=3`)).body, 'sec');
    const refused = [
      [`${log}?previous=true`, 400, 'previous terminated container "app" in pod "counter" not found'],
      [`${log}?container=other`, 400, 'container other is not valid for pod counter'],
      [`${log}?tailLines=-1`, 422, /tailLines/],
    ] as const;
    for (const [path, code, message] of refused) {
      t.match(JSON.parse((await get(system, path)).body), { kind: 'Status', code, message }, path);
    }

    const proxy = '/api/v1/nodes/n1/proxy';
    t.strictSame(await get(system, `${proxy}/healthz`), { status: 200, body: 'ok' });
    t.match(JSON.parse((await get(system, `${proxy}/stats/summary`)).body), {
      node: { nodeName: 'n1' },
      pods: [{ podRef: { name: 'counter' }, containers: [{ name: 'app', logs: { usedBytes: Number } }] }],
    });
    t.match(
      (await get(system, `${proxy}/metrics/resource`)).body,
      /^pod_memory_working_set_bytes\{.*pod="counter"\} \d+/m,
    );
    t.match(JSON.parse((await get(system, `${proxy}/openapi/v3`)).body), { openapi: '3.0.3' });
    t.match(await get(system, `${proxy}/exec/default/counter/app`), { status: 501 });

    const asker = { commonName: vendorOf(vendor).fill('{short}-apiserver-kubelet-client') };
    for (const path of ['/api/v1/secrets', '/api/v1/namespaces/default/pods', '/metrics', '/api/v1/nodes?watch=0']) {
      const status = path.startsWith('/api/v1/nodes') ? 200 : 403;
      t.match(await get(system, path, asker), { status }, `${path} as the user that the agent answered`);
    }
  });
}

const kubectlMissing = spawnSync('kubectl', ['version', '--client']).status === 0 ? false : 'kubectl is not installed';

t.test(
  'the real command line client reads and follows logs, and asks the node',
  { skip: kubectlMissing },
  async (t) => {
    const system = await scene(t, 'kubernetes');
    const words = ['--kubeconfig', system.server.kubeconfig, `--cache-dir=${system.folder}/cache`];
    const run = (...args: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync('kubectl', [...words, ...args], {
        encoding: 'utf8',
        timeout: 150_000,
      });
      return { status, stdout, stderr };
    };
    t.match(run('logs', 'counter', '--timestamps'), { status: 0, stdout: /^\d{4}-\S+Z run 0 of app begins\n$/ });
    t.match(run('logs', 'counter', '--previous'), {
      status: 1,
      stderr: /Error from server \(BadRequest\): previous terminated container "app" in pod "counter" not found/,
    });
    t.match(run('get', '--raw', '/api/v1/nodes/n1/proxy/stats/summary?only_cpu_and_memory=true'), {
      status: 0,
      stdout: /"podRef":\{"name":"counter"/,
    });
    t.match(run('exec', 'counter', '--', 'true'), { status: 1 });

    const followed = spawn('kubectl', [...words, 'logs', '-f', 'counter'], { stdio: ['ignore', 'pipe', 'inherit'] });
    t.teardown(() => followed.kill('SIGKILL'));
    let out = '';
    followed.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    await until(async () => out.includes('begins\n'));
    await appendFile(logFile(system), '2026-01-01T00:00:00Z stderr F while you watch\n');
    await until(async () => out.includes('while you watch\n'));
  },
);
