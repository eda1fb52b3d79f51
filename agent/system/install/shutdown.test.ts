// A host that goes down while pods run on it: systemd waits until they have ended, and what became of them is written before. Needs what
// tests under systemd need, and a bus in the host.

import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import {
  bootHost,
  bundles,
  makeDebian,
  missing,
  project,
  until,
} from '../../../fixtures/agent/systemd-host.fixture.ts';
import { simulatedImage } from '../../../fixtures/agent/simulated-pods.fixture.ts';
import { writeNodeConnection } from '../../../fixtures/host/node-connection.ts';
import { programFile } from '../../../fixtures/process/program-file.ts';
import { type Client, createClient } from '../../../shared/client/index.ts';
import { freePort } from '../../../shared/process/host/free-port.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { Node } from '../../node/node.ts';
import type { Pod } from '../../pod/object/pod.ts';

const simulator = fileURLToPath(new URL('../../../fixtures/cri-simulator/main.js', import.meta.url));
t.setTimeout(900_000);

const configuration = `apiVersion: ${vendorOf('orch').fill('kubelet.config.{api}/v1beta1')}
kind: KubeletConfiguration
shutdownGracePeriod: 30s
shutdownGracePeriodCriticalPods: 10s
`;
/** Seconds that the pod takes to end. */
const slowness = 4;

t.test('a host that goes down waits for its pods', missing(), async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'shutdown-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const root = join(folder, 'root');
  if (!(await makeDebian(root, ['dbus']))) {
    await t.test('shutdown', { skip: 'a Debian could not be made from a mirror in time' }, () => {});
    return;
  }
  const environment = { ...process.env, ORCHKIT_PROGRAMS: bundles };
  for (const words of [['--apiserver'], ['--agent', '--pods']]) {
    const script = join(project, 'systemd', 'install.sh');
    const installed = spawnSync(script, ['--destination', root, ...words], { env: environment });
    t.equal(installed.status, 0, installed.stderr.toString());
  }
  await mkdir(join(root, 'etc/orch-agent/conf.d'), { recursive: true });
  await writeFile(join(root, 'etc/orch-agent/conf.d/10-shutdown.conf'), configuration);
  await writeFile(join(root, 'etc/orch-agent/environment'), 'ORCH_AGENT_FLAGS=--hostname-override=boxed\n');
  const host = await bootHost(t, root);
  if (host === undefined) {
    await t.test('shutdown', { skip: 'systemd-nspawn makes no container here' }, () => {});
    return;
  }
  const runtime = ['--socket=/run/containerd/containerd.sock', `--image=${simulatedImage}`];
  host.run('mkdir', '-p', '/run/containerd');
  host.run('systemd-run', '--unit=sim', '-p', 'Before=orch-agent.service', process.execPath, simulator, ...runtime);
  t.equal(host.run('systemctl', 'start', 'orch-apiserver'), '');
  const pki = join(root, 'var/lib/orch-apiserver/pki');
  await writeNodeConnection({
    authority: {
      certificatePem: await readFile(join(pki, 'ca.crt'), 'utf8'),
      keyPem: await readFile(join(pki, 'ca.key'), 'utf8'),
    },
    server: 'https://127.0.0.1:6443',
    nodeName: 'boxed',
    path: join(root, 'etc/orch-agent/kubeconfig'),
    clock: systemClock,
  });
  t.equal(host.run('systemctl', 'start', 'orch-agent'), '');
  const journal = (): string => host.journal('orch-agent');
  await until(() => journal().includes('shutdowns of the host wait for pods'), 'the lock').catch((error: Error) =>
    t.fail(`${error.message}: ${journal()}`),
  );
  t.match(host.run('systemd-inhibit', '--list', '--no-pager'), /kubelet .*shutdown .*delay/);
  const delay = ['get-property', 'org.freedesktop.login1', '/org/freedesktop/login1', 'org.freedesktop.login1.Manager'];
  t.equal(host.run('busctl', ...delay, 'InhibitDelayMaxUSec'), 't 30000000', 'the host waits long enough');

  const port = await host.reach(t, 6443);
  const client = await clientOf(t, join(root, 'var/lib/orch-apiserver/admin.kubeconfig'), port);
  await until(async () => (await readyOf(client)) === 'True', 'Ready').catch((error: Error) =>
    t.fail(`${error.message}: ${journal()}`),
  );
  const pods = client.resource<Pod>({ group: '', version: 'v1', resource: 'pods' }).in('default');
  await pods.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'slow' },
    spec: {
      nodeName: 'boxed',
      hostNetwork: true,
      containers: [
        {
          name: 'app',
          image: simulatedImage,
          imagePullPolicy: 'IfNotPresent',
          lifecycle: { preStop: { sleep: { seconds: slowness } } },
        },
      ],
    },
  });
  const phaseOf = async (): Promise<string | undefined> => (await pods.get('slow')).status?.phase;
  await until(async () => (await phaseOf()) === 'Running', 'the pod runs').catch(async (error: Error) =>
    t.fail(`${error.message}: ${JSON.stringify((await pods.get('slow')).status)} ${journal()}`),
  );

  const begun = Date.now();
  host.run('systemctl', 'poweroff');
  await until(async () => (await readyOf(client)) === 'False', 'the node says that it goes down');
  await until(() => host.run('echo', 'there') !== 'there', 'the host is down');
  t.ok(Date.now() - begun >= slowness * 1000, `it waited: ${Date.now() - begun} ms`);
  const { status } = await podInFolder(t, folder, join(root, 'var/lib/orch-apiserver'));
  t.match(status, {
    phase: 'Failed',
    reason: 'Terminated',
    message: 'Pod was terminated in response to imminent node shutdown.',
  });
  t.match(
    status?.conditions?.find(({ type }) => type === 'DisruptionTarget'),
    { status: 'True', reason: 'TerminationByKubelet' },
  );
});

async function clientOf(t: Test, kubeconfig: string, port: number): Promise<Client> {
  const local = `${kubeconfig}.local`;
  const text = await readFile(kubeconfig, 'utf8');
  await writeFile(local, text.replace(/https:\/\/127\.0\.0\.1:\d+/, `https://127.0.0.1:${port}`));
  const client = await createClient({ kubeconfig: local });
  t.teardown(() => client.close());
  return client;
}

async function readyOf(client: Client): Promise<string | undefined> {
  const nodes = client.resource<Node>({ group: '', version: 'v1', resource: 'nodes' });
  const { items } = await nodes.list();
  return items[0]?.status?.conditions?.find(({ type }) => type === 'Ready')?.status;
}

/** The pod as the server of the host left it. */
async function podInFolder(t: Test, folder: string, data: string): Promise<Pod> {
  const kubeconfig = join(folder, 'after.kubeconfig');
  const port = await freePort();
  const server = spawn(
    process.execPath,
    [
      programFile('orch-apiserver'),
      `--data-dir=${data}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${port}`,
      `--kubeconfig-out=${kubeconfig}`,
    ],
    { stdio: 'ignore' },
  );
  t.teardown(() => void server.kill('SIGKILL'));
  let client: Client | undefined;
  await until(async () => {
    client ??= await createClient({ kubeconfig }).catch(() => undefined);
    return client !== undefined;
  }, 'the server');
  t.teardown(() => client?.close());
  const pods = client?.resource<Pod>({ group: '', version: 'v1', resource: 'pods' }).in('default');
  if (pods === undefined) throw new Error('no server');
  let pod: Pod | undefined;
  await until(async () => {
    pod = await pods.get('slow').catch(() => undefined);
    return pod !== undefined;
  }, 'the pod');
  if (pod === undefined) throw new Error('no pod');
  return pod;
}
