// Service and agent on a real containerd without a network plugin: the node reports its runtime and why it is not ready.

import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { containerdMissing, imageName, startContainerd } from '../../../fixtures/process/containerd-process.ts';
import { startNodeSystem } from '../../../fixtures/process/node-system.ts';
import { issueCertificate, type KeyPair } from '../../../shared/certificates/authority.ts';
import { createClient } from '../../../shared/client/index.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { askAgent } from '../../../fixtures/agent/ask-agent.fixture.ts';
import type { Node } from '../../node/node.ts';

t.setTimeout(400_000);
const reason = containerdMissing();

t.test(
  'a node on containerd reports its facts, and why it is not ready and makes no checkpoint (NSTAT-013, NSTAT-019, CKPT-023)',
  reason === undefined ? {} : { skip: reason },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'containerd-'));
    t.teardown(() => rm(folder, { recursive: true, force: true }));
    const containerd = await startContainerd(folder);
    t.teardown(() => containerd.stop());
    const system = await startNodeSystem({
      vendor: 'orch',
      nodeName: 'n1',
      runtime: containerd.endpoint,
      containers: [],
      configuration: ['nodeStatusUpdateFrequency: 1s'],
    });
    t.teardown(() => system.remove());
    const client = await createClient({ kubeconfig: system.server.kubeconfig });
    t.teardown(() => client.close());
    const nodes = client.resource<Node>({ group: '', version: 'v1', resource: 'nodes' });
    const node = await until(
      () => nodes.get('n1'),
      ({ status }) => status?.images?.length === 1,
    );

    // Without what a distribution adds (`1.6.20~ds1`), as other agents show it.
    const version = /\d+\.\d+\.\d+/.exec(spawnSync('containerd', ['--version']).stdout.toString())?.[0];
    t.equal(node.status?.nodeInfo?.containerRuntimeVersion, `containerd://${version}`);
    t.equal(node.status?.nodeInfo?.kernelVersion, (await readFile('/proc/sys/kernel/osrelease', 'utf8')).trim());
    t.ok(node.status?.images?.[0]?.names?.includes(imageName));
    t.match(
      node.status?.conditions?.find(({ type }) => type === 'Ready'),
      {
        status: 'False',
        reason: 'KubeletNotReady',
        message: /^container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:/,
      },
    );

    await client
      .resource({ group: '', version: 'v1', resource: 'pods' })
      .in('default')
      .create({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'web' },
        spec: { nodeName: 'n1', containers: [{ name: 'app', image: imageName }] },
      });
    const pair = issueCertificate(system.authority, {
      commonName: 'operator',
      organizations: ['system:masters'],
      usages: ['client'],
      clock: systemClock,
    });
    const answer = await until(
      () => post(system.agent.port, '/checkpoint/default/web/app', pair),
      ({ status }) => status !== 404,
    );
    t.strictSame(answer, {
      status: 500,
      body: 'checkpointing of default/web/app failed (container "app" is not running)',
    });
    t.strictSame(await readdir(join(system.folder, 'agent', 'checkpoints')), []);
  },
);

async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (let attempts = 0; attempts < 1_200; attempts += 1) {
    const value = await read().catch(() => undefined);
    if (value !== undefined && holds(value)) return value;
    await sleep(50);
  }
  return read();
}

function post(port: number, path: string, { certificatePem: cert, keyPem: key }: KeyPair) {
  return askAgent({ port, cert, key }, path, 'POST');
}
