import { readFile, statfs } from 'node:fs/promises';
import { arch, cpus, release } from 'node:os';
import { agentPatience, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { messageOf } from '../../wire/format/protobuf-fields.ts';
import { amountOf } from '../../wire/format/quantity.ts';

const image = (name: string, bytes: number, tags = 2) => ({
  id: `sha256:${name}`,
  tags: Array.from({ length: tags }, (_, index) => `example.test/${name}:${index + 1}`),
  digests: [`example.test/${name}@sha256:${'0'.repeat(64)}`],
  bytes,
});
/** The largest last. Nodes name two images, each by five names at most. */
const images = [image('small', 1_000), image('large', 3_000_000_000, 7), image('middle', 20_000)];
const conditions = ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready'];
const handlers = [
  { name: '', features: { recursiveReadOnlyMounts: true, userNamespaces: false } },
  { name: 'conformance', features: { recursiveReadOnlyMounts: false, userNamespaces: true } },
];

export default {
  id: 'amounts-of-the-host',
  title:
    'A node MUST report the cores, memory, storage, kernel and address of its host, and the largest of its images.',
  requirements: [
    'NSTAT-008',
    'NSTAT-010',
    'NSTAT-011',
    'NSTAT-012',
    'NSTAT-013',
    'NSTAT-014',
    'NSTAT-015',
    'NSTAT-016',
  ],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await withStandInRuntime(undefined, async (runtime) => {
      runtime.images = images;
      runtime.serve('Status', async () => statusOfRuntime());
      const name = c.unique('node');
      const flags = [`--hostname-override=${name}`, `--container-runtime-endpoint=${runtime.endpoint}`];
      const configuration = {
        maxPods: 40,
        podsPerCore: 3,
        nodeStatusMaxImages: 2,
        systemReserved: { 'ephemeral-storage': '1Mi' },
        evictionHard: { 'memory.available': '10%', 'nodefs.available': '2Mi' },
      };
      await withJoinedAgent(c, { name, flags, configuration }, async (joined) => {
        const node = await c.eventually(async () => {
          const found = await c.wire.get(joined.node);
          expectOk(found);
          expectThat('images', fieldOf(found, 'status.images') !== undefined, 'a list', undefined);
          return found;
        }, agentPatience);
        const [capacity, allocatable] = ['capacity', 'allocatable'].map(
          (list) =>
            new Map(
              Object.entries(fieldOf(node, `status.${list}`) as object).map(([key, text]) => [key, amountOf(text)]),
            ),
        );
        const memory = await memoryOfHost();
        const { blocks, bsize } = await statfs(joined.agent.rootFolder);
        await c.holds('NSTAT-008', async () => {
          const types = expectArray(node, 'status.addresses').map((one) => fieldOf(one, 'type'));
          expectThat('types of addresses', types.includes('InternalIP'), 'InternalIP among them', types);
        });
        await c.holds('NSTAT-011', async () => {
          expectEqual('cores', capacity?.get('cpu'), cpus().length);
          expectEqual('bytes of memory', capacity?.get('memory'), memory);
          expectEqual('bytes of storage', capacity?.get('ephemeral-storage'), blocks * bsize);
          expectEqual('pods', capacity?.get('pods'), Math.min(40, 3 * cpus().length));
        });
        await c.holds('NSTAT-012', async () => {
          expectEqual('cores for pods', allocatable?.get('cpu'), cpus().length);
          const kept = (of: string) => (capacity?.get(of) ?? 0) - (allocatable?.get(of) ?? 0);
          expectEqual('bytes of storage that are kept', kept('ephemeral-storage'), 3 * 2 ** 20);
          const tenth = memory / 10;
          // Huge pages are memory that pods get under another resource name.
          const huge = [...(capacity ?? [])].filter(([of]) => of.startsWith('hugepages-'));
          const rest = kept('memory') - huge.reduce((sum, [, size]) => sum + size, 0);
          expectThat('bytes of memory that are kept', Math.abs(rest - tenth) <= 1024, `about ${tenth}`, rest);
        });
        await c.holds('NSTAT-013', async () => {
          expectField(node, 'status.nodeInfo.kernelVersion', release());
          const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
          expectField(node, 'status.nodeInfo.bootID', boot);
        });
        await c.holds('NSTAT-014', async () => {
          const shown = await joined.agent.wire.get('/configz');
          if (shown.status !== 200) throw new NotObservable('the agent does not serve its configuration');
          const { port } =
            Object.values(shown.json() as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[0] ?? {};
          expectField(node, 'status.daemonEndpoints', { kubeletEndpoint: { Port: port } });
          expectField(node, 'status.nodeInfo.kubeProxyVersion', '');
        });
        await c.holds('NSTAT-015', async () => {
          expectField(node, 'status.nodeInfo.containerRuntimeVersion', 'conformance://1.0.0');
          expectField(node, 'status.runtimeHandlers', handlers);
          expectField(node, 'status.features', { supplementalGroupsPolicy: true });
        });
        await c.holds('NSTAT-010', async () => {
          const types = expectArray(node, 'status.conditions').map((one) => String(fieldOf(one, 'type')));
          const own = types.filter((type) => conditions.includes(type));
          expectEqual('order of the conditions', own, conditions);
          expectEqual('last condition', types.at(-1), 'Ready');
        });
        await c.holds('NSTAT-016', async () => {
          const read = async (path: string) => (await readFile(path, 'utf8').catch(() => '')).trim();
          const machine = await read('/etc/machine-id');
          if (machine !== '') expectField(node, 'status.nodeInfo.machineID', machine);
          const pretty = /^PRETTY_NAME="(.*)"$/m.exec(await read('/etc/os-release'))?.[1];
          if (pretty !== undefined) expectField(node, 'status.nodeInfo.osImage', pretty);
          expectField(node, 'status.nodeInfo.operatingSystem', process.platform);
          expectField(node, 'status.nodeInfo.architecture', arch() === 'x64' ? 'amd64' : arch());
        });
        await c.holds('NSTAT-011', async () =>
          expectField(
            node,
            'status.images',
            images.slice(1).map(({ digests, tags, bytes }) => ({
              names: [...digests, ...tags].slice(0, 5),
              sizeBytes: bytes,
            })),
          ),
        );
      });
    });
  },
} satisfies Case;

/** The status that a ready runtime with two handlers tells. */
function statusOfRuntime(): Uint8Array {
  const ready = ['RuntimeReady', 'NetworkReady'].map((type) =>
    messageOf([
      [1, type],
      [2, 1],
    ]),
  );
  const shown = handlers.map(({ name, features }) =>
    messageOf([
      [1, name],
      [
        2,
        messageOf([
          [1, Number(features.recursiveReadOnlyMounts)],
          [2, Number(features.userNamespaces)],
        ]),
      ],
    ]),
  );
  return messageOf([
    [1, messageOf(ready.map((one) => [1, one] as const))],
    ...shown.map((one) => [3, one] as const),
    [4, messageOf([[1, 1]])],
  ]);
}

async function memoryOfHost(): Promise<number> {
  const found = /^MemTotal:\s+(\d+) kB$/m.exec(await readFile('/proc/meminfo', 'utf8').catch(() => ''));
  if (found === null) throw new NotObservable('this host does not tell its memory');
  return Number(found[1]) * 1024;
}
