// The whole system as processes: API service, agent and CRI simulator, under both vendors, with everything that may die
// dying once.

import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request } from 'node:https';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { extract } from 'tar-stream';
import t, { type Test } from 'tap';
import { busyLimit } from '../../fixtures/host/machine-pace.ts';
import { issueCertificate, type KeyPair } from '../../shared/certificates/authority.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { vendorIds } from '../../shared/vendor/profile.ts';
import type { VendorId } from '../../shared/vendor/vendor.ts';
import type { Node, NodeCondition } from '../node/node.ts';
import { nodeScene, type NodeScene, until } from '../../fixtures/agent/node-system.fixture.ts';

const nodeName = 'n1';
/** What is observed here, in the order of its steps. */
const requirements = '(NSTAT-001, CKPT-019 to CKPT-026, NSTAT-030, LIM-020, NSTAT-019)';
t.setTimeout(400_000);
// Most of the time is waiting: for the runtime to be given up, for pauses between attempts.
t.jobs = vendorIds.length;

function scene(t: Test, vendor: VendorId): Promise<NodeScene> {
  // Renews every second, so that an unreachable server is noticed at once.
  const configuration = ['nodeLeaseDurationSeconds: 4', 'nodeStatusUpdateFrequency: 1s'];
  return nodeScene(t, { vendor, nodeName, containers: ['default/counter/app'], configuration });
}

const readyOf = (node: Node): NodeCondition | undefined =>
  node.status?.conditions?.find(({ type }) => type === 'Ready');

function readyIs(scene: NodeScene, status: string): Promise<NodeCondition> {
  const look = async () => {
    const ready = readyOf(await scene.nodes.get(nodeName));
    return ready?.status === status && ready;
  };
  return until(look, `Ready ${status}`);
}

interface Caller {
  readonly pair?: KeyPair;
  readonly token?: string;
}

function ask(port: number, method: string, path: string, caller: Caller = {}) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { pair, token } = caller;
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        agent: false,
        rejectUnauthorized: false,
        ...(pair === undefined ? {} : { cert: pair.certificatePem, key: pair.keyPem }),
        ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
      },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    asked.on('error', reject).end();
  });
}

for (const id of vendorIds) {
  void t.test(
    `${id}: a node lives through the death of everything around it ${requirements}`,
    { buffered: true },
    async (t) => {
      const scene = await before(t, id);
      await factsAreRight(t, scene);
      await checkpointAnswers(t, scene);
      // The runtime counts as down after 30 seconds. Meanwhile the server stops and starts again.
      await scene.system.simulator.kill();
      await noCheckpoint(t, scene);
      await serverAway(t, scene);
      await runtimeAway(t, scene);
      await agentAway(t, scene);
    },
  );
}

async function before(t: Test, id: VendorId): Promise<NodeScene> {
  const made = await scene(t, id);
  await readyIs(made, 'True');
  return made;
}

/** What the node says is what the host is. */
async function factsAreRight(t: Test, { vendor, nodes, system }: NodeScene): Promise<void> {
  const { metadata, status } = await nodes.get(nodeName);
  const uname = (flag: string): string => spawnSync('uname', [flag]).stdout.toString().trim();
  const release = /^PRETTY_NAME="?(.*?)"?$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  const memory = /^MemTotal:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
  t.match(status?.nodeInfo, {
    kernelVersion: uname('-r'),
    osImage: release,
    operatingSystem: 'linux',
    kubeletVersion: 'v1.34.0',
    bootID: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
    containerRuntimeVersion: 'cri-simulator://1.0.0',
  });
  t.equal(status?.nodeInfo?.architecture, uname('-m').replace('x86_64', 'amd64').replace('aarch64', 'arm64'));
  // Of the machine: the tests may be bound to some of its processors.
  t.ok(Number(status?.capacity?.['cpu']) <= cpus().length);
  // A control group around the tests may limit it to less than the machine has, to a round number of gibibytes too.
  const [, amount = '', unit = ''] = /^(\d+)([KMGT])i$/.exec(status?.capacity?.['memory'] ?? '') ?? [];
  const kibibytes = Number(amount) * 1024 ** 'KMGT'.indexOf(unit);
  t.ok(kibibytes > 0 && kibibytes <= Number(memory), `${amount}${unit}i of memory`);
  t.equal(status?.daemonEndpoints?.kubeletEndpoint?.Port, system.agent.port);
  t.match(metadata.labels, { [vendor.fill('{label}/hostname')]: nodeName, [vendor.fill('{label}/os')]: 'linux' });
}

async function checkpointAnswers(t: Test, scene: NodeScene): Promise<void> {
  const { client, system } = scene;
  const { authority, folder } = system;
  const { port } = system.agent;
  const issue = (commonName: string, organization: string): Caller => ({
    pair: issueCertificate(authority, {
      commonName,
      organizations: [organization],
      usages: ['client'],
      clock: systemClock,
    }),
  });
  const admin = issue('operator', 'system:masters');
  const path = '/checkpoint/default/counter/app';
  const made = await ask(port, 'POST', path, admin);
  t.equal(made.status, 200, made.body);
  const { items } = JSON.parse(made.body) as { items: readonly string[] };
  await archiveHolds(t, items[0] ?? '', join(folder, 'agent', 'checkpoints'));

  t.match(await ask(port, 'POST', path), { status: 401, body: 'Unauthorized' });
  t.match(await ask(port, 'POST', path, { token: 'nobody' }), { status: 401, body: 'Unauthorized' });
  t.match(await ask(port, 'POST', path, issue('visitor', 'visitors')), {
    status: 403,
    body: /^Forbidden \(user=visitor, verb=create, resource=nodes, subresource\(s\)=\[checkpoint\]\)\n?$/,
  });
  const named = (name: string) => ask(port, 'POST', `/checkpoint/${name}`, admin);
  t.match(await named('default/none/app'), { status: 404, body: 'pod does not exist' });
  t.match(await named('default/counter/none'), { status: 404, body: 'container none does not exist' });
  t.match(await named('default/counter/app?timeout=soon'), { status: 404, body: /cannot parse value of timeout/ });
  t.match(await ask(port, 'GET', path, admin), { status: 405, body: '405: Method Not Allowed' });

  // A pod that is bound to this node but does not run: known, but it cannot be checkpointed.
  await client
    .resource({ group: '', version: 'v1', resource: 'pods' })
    .in('default')
    .create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'bound' },
      spec: { nodeName, containers: [{ name: 'app', image: 'any' }] },
    });
  const failed = await until(async () => {
    const answer = await named('default/bound/app');
    return answer.status === 500 && answer;
  }, 'bound pod seen');
  t.equal(failed.body, 'checkpointing of default/bound/app failed (container "app" is not running)');

  // The same through the service, which has a certificate of its own for its agents.
  const proxy = `/api/v1/nodes/${nodeName}/proxy`;
  const serverPort = system.server.port;
  const through = await ask(serverPort, 'POST', `${proxy}${path}`, admin);
  t.equal(through.status, 200, through.body);
  await archiveHolds(
    t,
    (JSON.parse(through.body) as { items: string[] }).items[0] ?? '',
    join(folder, 'agent', 'checkpoints'),
  );
  t.match(await ask(serverPort, 'GET', `${proxy}/healthz`, admin), { status: 200, body: 'ok' });
  t.match(await ask(serverPort, 'POST', `${proxy}/checkpoint/default/none/app`, admin), { status: 404 });
  t.match(await ask(serverPort, 'POST', `${proxy}${path}`, issue('visitor', 'visitors')), { status: 403 });
  t.match(await ask(serverPort, 'GET', `${proxy}/configz`, admin), {
    status: 200,
    body: /"nodeLeaseDurationSeconds":4/,
  });
}

/** The runtime is gone: so says the answer, and no file is left behind. */
async function noCheckpoint(t: Test, { system }: NodeScene): Promise<void> {
  const { agent, authority } = system;
  const pair = issueCertificate(authority, {
    commonName: 'operator',
    organizations: ['system:masters'],
    usages: ['client'],
    clock: systemClock,
  });
  const folder = join(system.folder, 'agent', 'checkpoints');
  const before = readdirSync(folder);
  t.match(await ask(agent.port, 'POST', '/checkpoint/default/counter/app', { pair }), {
    status: 500,
    body: /^checkpointing of default\/counter\/app failed \(.+\)$/s,
  });
  t.strictSame(readdirSync(folder), before);
}

/** An archive that only its owner reads, with what a restore needs. */
async function archiveHolds(t: Test, path: string, folder: string): Promise<void> {
  t.ok(path.startsWith(`${folder}/checkpoint-counter_default-app-`), path);
  t.equal((await stat(path)).mode & 0o777, 0o600);
  const names: string[] = [];
  for await (const entry of createReadStream(path).pipe(extract())) {
    names.push(entry.header.name);
    entry.resume();
  }
  t.ok(['checkpoint/', 'config.dump', 'spec.dump', 'rootfs-diff.tar'].every((name) => names.includes(name)));
}

/** While the server is unreachable, attempts are repeated after 200 ms, doubling. Afterwards everything resumes by itself. */
async function serverAway(t: Test, scene: NodeScene): Promise<void> {
  const { system, leases } = scene;
  const uid = (await scene.nodes.get(nodeName)).metadata.uid;
  const said = system.agent.output().length;
  await system.server.kill();
  const attempts = /^(\S+Z) .*the node lease could not be written failures=(\d+)/gm;
  const pauses = (): readonly number[] => {
    const times = [...system.agent.output().slice(said).matchAll(attempts)].map(([, time = '']) => Date.parse(time));
    return times.slice(1).map((time, index) => time - (times[index] ?? 0));
  };
  await until(async () => pauses().length >= 5, 'six attempts in vain');
  system.server = await system.startServer();
  // Between two pauses lies an attempt; and a machine that is busy elsewhere may be late with either.
  const slack = busyLimit(5_000);
  for (const [index, pause] of pauses().slice(0, 5).entries()) {
    const wanted = 200 * 2 ** index;
    t.ok(pause >= wanted - 5 && pause < 2 * wanted + slack, `pause ${index + 1} is ${wanted} ms, was ${pause} ms`);
  }
  const back = Date.now();
  await until(async () => Date.parse((await leases.get(nodeName)).spec?.renewTime ?? '') >= back, 'renewed again');
  t.equal((await scene.nodes.get(nodeName)).metadata.uid, uid, 'the same node');
}

async function runtimeAway(t: Test, scene: NodeScene): Promise<void> {
  const { system } = scene;
  const unready = await readyIs(scene, 'False');
  t.match(unready, { reason: 'KubeletNotReady', message: /^container runtime is down/ });
  system.simulator = await system.startSimulator();
  t.match(await readyIs(scene, 'True'), { reason: 'KubeletReady' });
}

async function agentAway(t: Test, scene: NodeScene): Promise<void> {
  const { nodes, leases, system } = scene;
  const uid = (await nodes.get(nodeName)).metadata.uid;
  await system.agent.kill();
  system.agent = await system.startAgent();
  const begun = Date.now();
  await until(async () => Date.parse((await leases.get(nodeName)).spec?.renewTime ?? '') >= begun, 'renewed');
  const listed = (await nodes.list()).items;
  t.strictSame(
    listed.map(({ metadata }) => [metadata.name, metadata.uid]),
    [[nodeName, uid]],
    'the same node, and no other',
  );
  await until(async () => {
    const { status } = await nodes.get(nodeName);
    return status?.daemonEndpoints?.kubeletEndpoint?.Port === system.agent.port;
  }, 'the new port is known');

  // A node that is deleted under its running agent comes back by itself, as another one.
  await nodes.delete(nodeName);
  const other = async () => {
    const node = await nodes.get(nodeName);
    return node.metadata.uid !== uid && node;
  };
  const again = await until(other, 'registered again');
  await readyIs(scene, 'True');
  await until(async () => {
    const owner = (await leases.get(nodeName)).metadata.ownerReferences?.[0];
    return owner?.uid === again.metadata.uid;
  }, 'the lease belongs to the new node');
  t.ok(existsSync(join(system.folder, 'agent', 'pki', 'kubelet.key')));
}
