// A host with nothing but a bootstrap token becomes a node: the whole of service, agent and CRI simulator, in both profiles.

import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import t, { type Test } from 'tap';
import {
  type AgentProcess,
  startAgentProcess,
  startSimulatorProcess,
} from '../../../fixtures/process/agent-process.ts';
import { bootstrapToken, keepBootstrapToken } from '../../../fixtures/host/bootstrap-token.ts';
import { programFile } from '../../../fixtures/process/program-file.ts';
import { startServerProcess } from '../../../fixtures/process/server-process.ts';
import { createAuthority, issueCertificate, type KeyPair } from '../../../shared/certificates/authority.ts';
import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { connect } from '../../../shared/client/connection/connection.ts';
import { readConnectionConfig, writeConnectionConfig } from '../../../shared/client/connection/connection-config.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { type VendorId } from '../../../shared/vendor/vendor.ts';

t.setTimeout(480_000);
// They mostly wait.
t.jobs = 2;

interface SigningRequest extends ApiObject {
  readonly spec?: { readonly signerName?: string; readonly username?: string };
}

interface Node extends ApiObject {
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly daemonEndpoints?: { readonly kubeletEndpoint?: { readonly Port?: number } };
  };
}

async function system(t: Test, id: VendorId, serverArgs: readonly string[]) {
  const vendor = vendorOf(id);
  const folder = await mkdtemp(join(tmpdir(), 'orchkit-joining-'));
  const running: { kill(): Promise<void> }[] = [];
  t.teardown(async () => {
    await Promise.all(running.map((one) => one.kill()));
    await rm(folder, { recursive: true, force: true });
  });
  const args = ['--node-joining', '--enable-admission-plugins=NodeRestriction', ...serverArgs];
  const server = await startServerProcess({ vendor: id, folder, args });
  running.push(server);
  const admin = await readConnectionConfig(server.kubeconfig);
  const connection = connect(admin);
  t.teardown(() => connection.close());
  const client = new ApiClient(connection.transport);
  await keepBootstrapToken(client, vendor);
  const socket = join(folder, 'cri.sock');
  running.push(await startSimulatorProcess(socket, []));
  const bootstrap = join(folder, 'bootstrap.kubeconfig');
  await writeConnectionConfig(bootstrap, { ...admin, credentials: { token: bootstrapToken } });
  const config = join(folder, 'agent.yaml');
  const format = vendor.fill('apiVersion: kubelet.config.{api}/v1beta1\nkind: KubeletConfiguration\n');
  await writeFile(config, `${format}rotateCertificates: true\nserverTLSBootstrap: true\n`);
  const kubeconfig = join(folder, 'agent', 'kubeconfig');
  let agentOutput = (): string => '';
  const startAgent = async (): Promise<AgentProcess> => {
    const agent = await startAgentProcess({
      vendor: id,
      folder: join(folder, 'agent'),
      nodeName: 'n1',
      kubeconfig,
      clientCa: join(folder, 'data', 'pki', 'ca.crt'),
      runtime: `unix://${socket}`,
      begun: (program) => {
        running.push(program);
        agentOutput = () => program.output();
      },
      args: [
        `--config=${config}`,
        `--bootstrap-kubeconfig=${bootstrap}`,
        `--node-ip=${hostAddress}`,
        '--node-labels=rack=r1',
      ],
    });
    return agent;
  };
  const nodes = client.resource<Node>({ group: '', version: 'v1', resource: 'nodes' });
  const requests = client.resource<SigningRequest>({
    group: vendor.fill('certificates.{api}'),
    version: 'v1',
    resource: 'certificatesigningrequests',
  });
  return {
    vendor,
    folder,
    admin,
    kubeconfig,
    pki: join(folder, 'agent', 'pki'),
    nodes,
    requests,
    startAgent,
    agentOutput: () => agentOutput(),
  };
}

/** One that the agent takes for the node's; `0.0.0.0` lets it choose, on a host that has only loopback. */
const anyAddress = '0.0.0.0';
const hostAddress =
  Object.values(networkInterfaces())
    .flatMap((list = []) => list)
    .find(({ internal, family, address }) => !internal && family === 'IPv4' && !address.startsWith('169.254.'))
    ?.address ?? anyAddress;

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  const limit = performance.now() + 150_000;
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error(`did not happen: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const isReady = (node: Node): boolean =>
  node.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;

/** The certificate that a port serves under; undefined: none. */
function served(port: number): Promise<X509Certificate | undefined> {
  return new Promise((resolve) => {
    const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate());
      socket.end();
    });
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(undefined));
    socket.setTimeout(5_000, () => socket.destroy());
  });
}

for (const id of ['orch', 'kubernetes'] as const) {
  t.test(
    `${id}: a bootstrap token is enough to become a Ready node, and a restart goes on as it (BOOT-008, NODEAUTHZ-017)`,
    async (t) => {
      const { vendor, folder, kubeconfig, pki, nodes, requests, startAgent } = await system(t, id, [
        '--approve-node-serving',
      ]);
      const agent = await startAgent();
      await until('the node is Ready', async () => isReady(await nodes.get('n1').catch(() => ({}) as Node)));
      t.equal((await nodes.get('n1')).metadata.labels?.['rack'], 'r1');
      const current = join(pki, 'kubelet-client-current.pem');
      t.equal(statSync(current).mode & 0o777, 0o600);
      const client = new X509Certificate(readFileSync(current));
      t.match(client.subject, /O=system:nodes\nCN=system:node:n1/);
      t.notOk(existsSync(join(pki, 'kubelet-client.key.tmp')), 'the key of the request is gone');
      const text = await readFile(kubeconfig, 'utf8');
      t.match(text, current);
      t.notMatch(text, bootstrapToken);
      t.equal(statSync(kubeconfig).mode & 0o777, 0o600);
      await until('the serving certificate', async () => (await served(agent.port)) !== undefined);
      const serving = await served(agent.port);
      const authority = new X509Certificate(readFileSync(join(folder, 'data', 'pki', 'ca.crt')));
      t.ok(serving?.verify(authority.publicKey));
      if (hostAddress !== anyAddress) t.equal(serving?.checkIP(hostAddress), hostAddress);
      const asked = (await requests.list()).items.map(({ spec }) => `${spec?.signerName} for ${spec?.username}`);
      t.strictSame(
        new Set(asked),
        new Set([
          vendor.fill('{label}/kubelet-serving for system:node:n1'),
          vendor.fill('{label}/{short}-apiserver-client-kubelet for system:bootstrap:abcdef'),
        ]),
      );
      await agent.stop();
      const again = await startAgent();
      t.notMatch(again.output(), /joins/);
      await until(
        'it serves at once',
        async () => (await served(again.port))?.fingerprint256 === serving?.fingerprint256,
      );
      await until('the node is Ready, on its new port', async () => {
        const node = await nodes.get('n1').catch(() => undefined);
        const port = node?.status?.daemonEndpoints?.kubeletEndpoint?.Port;
        return node !== undefined && isReady(node) && port === again.port && node.metadata.labels?.['rack'] === 'r1';
      });
      t.equal((await requests.list()).items.length, 2, 'no further request');
    },
  );
}

t.test('a denied agent requests again, a waiting one logs why, and requests can be approved by hand', async (t) => {
  const { requests, nodes, startAgent, agentOutput, folder, admin } = await system(t, 'orch', [
    '--controllers=*,-csrapproving',
  ]);
  await writeConnectionConfig(join(folder, 'bootstrap.kubeconfig'), {
    ...admin,
    credentials: { token: 'abcdef.wrongwrongwrong0' },
  });
  const starting = startAgent();
  await until('the token is refused', () => agentOutput().includes('does not take the token'));
  await writeConnectionConfig(join(folder, 'bootstrap.kubeconfig'), {
    ...admin,
    credentials: { token: bootstrapToken },
  });
  const decide = async (type: string, name: string): Promise<void> => {
    const request = await requests.get(name);
    const status = { conditions: [{ type, status: 'True', reason: 'Test', message: 'by hand' }] };
    await requests.update({ ...request, status }, { subresource: 'approval' });
  };
  const names = async () => (await requests.list()).items.map(({ metadata }) => metadata.name ?? '');
  await until('the first request', async () => (await names()).length === 1);
  const [first = ''] = await names();
  await decide('Denied', first);
  await until('the second request', async () => (await names()).length === 2);
  const second = (await names()).find((name) => name !== first) ?? '';
  await decide('Approved', second);
  const agent = await starting;
  t.match(agent.output(), new RegExp(`the signing request ${first} was denied: Test: by hand`));
  await until('the node is Ready', async () => isReady(await nodes.get('n1').catch(() => ({}) as Node)));
});

t.test('a certificate of some seconds is renewed and used; without approval nothing is served', async (t) => {
  const { pki, nodes, requests, startAgent } = await system(t, 'kubernetes', ['--cluster-signing-duration=15s']);
  const agent = await startAgent();
  const current = join(pki, 'kubelet-client-current.pem');
  const first = readFileSync(current, 'utf8');
  await until('a renewal', () => readFileSync(current, 'utf8') !== first);
  // A node that is late, on a machine that is busy elsewhere, asks as its token once more; but not each time.
  await until('the node itself asks', async () =>
    (await requests.list()).items.some(
      ({ spec }) => spec?.username === 'system:node:n1' && spec.signerName?.endsWith('apiserver-client-kubelet'),
    ),
  );
  await until('the node is Ready', async () => isReady(await nodes.get('n1').catch(() => ({}) as Node)));
  await until(
    'old pairs are cleared away',
    () => readdirSync(pki).filter((name) => /^kubelet-client-\d/.test(name)).length <= 2,
  );
  t.equal(await served(agent.port), undefined, 'no serving certificate was approved');
});

t.test('an agent with an expired client certificate and no bootstrap token exits, and says why', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orchkit-ended-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const now = Date.now();
  const daysAgo = (days: number) => ({ ...systemClock, now: () => now - days * 24 * 3_600_000 });
  const authority = createAuthority({ commonName: 'a', clock: daysAgo(9) });
  const kubeconfig = join(folder, 'kubeconfig');
  const pair = (clock: Clock) => issueCertificate(authority, { commonName: 'x', usages: ['client'], days: 1, clock });
  const write = async ({ certificatePem, keyPem }: KeyPair): Promise<void> =>
    writeConnectionConfig(kubeconfig, {
      server: 'https://127.0.0.1:1',
      credentials: { certificate: { pem: certificatePem }, key: { pem: keyPem } },
    });
  const words = ['--kubeconfig', kubeconfig, '--root-dir', join(folder, 'root'), '--port=0', '--healthz-port=0'];
  const end = () => spawnSync(process.execPath, [programFile('orch-agent'), ...words], { timeout: 150_000 });
  await write(pair(daysAgo(3)));
  const { status, stderr } = end();
  t.equal(status, 1);
  const ended = new Date(Math.floor(now / 1000) * 1000 - 2 * 24 * 3_600_000).toISOString().slice(0, 13);
  t.match(
    stderr.toString(),
    new RegExp(`^orch-agent: the client certificate ended at ${ended}.*--bootstrap-kubeconfig\\n$`),
  );
});
