// Agent and API service as processes; the host of the agent reboots: the agent is killed, and starts again with another boot
// id of the kernel.

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Node } from '../../node/node.ts';
import { nodeScene, until } from '../../../fixtures/agent/node-system.fixture.ts';

t.setTimeout(400_000);

/** A command that shows the agent the file in place of the kernel's boot id. */
const showing = (file: string): readonly string[] => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  `mount --bind '${file}' /proc/sys/kernel/random/boot_id && exec "$0" "$@"`,
];

const folder = await mkdtemp(join(tmpdir(), 'reboot-'));
t.teardown(() => rm(folder, { recursive: true, force: true }));
const bootFile = join(folder, 'boot-id');
await writeFile(bootFile, 'boot-1\n');
const [command = '', ...words] = showing(bootFile);
const possible = spawnSync(command, [...words, 'true']).status === 0;

t.test(
  'an agent that starts after a reboot writes the new boot id, and the event Rebooted once (NSTAT-013)',
  possible ? {} : { skip: 'no file can be mounted over another here' },
  async (t) => {
    const { system, client, nodes, leases } = await nodeScene(t, {
      vendor: 'orch',
      nodeName: 'n1',
      containers: ['default/web/app'],
      configuration: ['nodeLeaseDurationSeconds: 4', 'nodeStatusUpdateFrequency: 300ms'],
      agentPrefix: showing(bootFile),
    });
    const events = client.resource<ApiObject>({ group: '', version: 'v1', resource: 'events' }).in('default');
    const told = async (reason: string): Promise<readonly ApiObject[]> =>
      (await events.list({ fieldSelector: `reason=${reason}` })).items;
    const booted = (id: string): Promise<Node> =>
      until(async () => {
        const node = await nodes.get('n1');
        return node.status?.nodeInfo?.bootID === id ? node : undefined;
      }, id);

    const first = await booted('boot-1');
    await until(async () => (await told('Starting')).length === 1, 'the first start');
    t.strictSame(await told('Rebooted'), [], 'a new node has not been rebooted');

    for (const starts of [2, 3]) {
      await until(() => leases.get('n1'), 'a lease');
      await system.agent.kill();
      const { resourceVersion } = (await leases.get('n1')).metadata;
      await writeFile(bootFile, 'boot-2\n');
      system.agent = await system.startAgent();
      const node = await booted('boot-2');
      t.equal(node.metadata.uid, first.metadata.uid, 'the same node');
      await until(async () => (await told('Starting')).length === starts, `the event of start ${starts}`);
      await until(async () => (await told('Rebooted')).length > 0, 'the event of the reboot');
      await until(async () => (await leases.get('n1')).metadata.resourceVersion !== resourceVersion, 'a renewed lease');
      t.match(
        await told('Rebooted'),
        [{ type: 'Warning', message: 'Node n1 has been rebooted, boot id: boot-2', count: 1 }],
        `after ${starts} starts`,
      );
      t.equal((await told('Rebooted')).length, 1);
    }
  },
);
