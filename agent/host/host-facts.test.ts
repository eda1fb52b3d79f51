import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import t from 'tap';
import { silentLog } from '../../shared/process/log/log.ts';
import { readHostFacts } from './host-facts.ts';
import { readHostMetrics } from './host-metrics.ts';
import { addressReader, nodeAddresses } from '../node/node-addresses.ts';
import { nodeIpFault } from './node-ip.ts';

async function hostWith(t: { teardown(end: () => Promise<void>): unknown }, files: Record<string, string>) {
  const root = await mkdtemp(join(tmpdir(), 'host-'));
  t.teardown(() => rm(root, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

const files = {
  'proc/meminfo': 'MemTotal:       8000000 kB\nMemFree: 1 kB\nMemAvailable:   2000000 kB\nSwapTotal:  1024 kB\n',
  'proc/cpuinfo': 'processor\t: 0\n\nprocessor\t: 1\n',
  'proc/loadavg': '0.10 0.20 0.30 2/300 4242\n',
  'proc/sys/kernel/pid_max': '32768\n',
  'proc/sys/kernel/threads-max': '1000\n',
  'proc/sys/kernel/hostname': 'Box\n',
  'proc/sys/kernel/osrelease': '6.1.0-x\n',
  'proc/sys/kernel/random/boot_id': 'b-o-o-t\n',
  'etc/machine-id': 'abc\n',
  'etc/os-release': 'NAME=Example\nPRETTY_NAME="Example Linux 1 (one)"\n',
  'sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages': '3\n',
};

t.test('facts come from the files of the host', async (t) => {
  const root = await hostWith(t, files);
  t.match(await readHostFacts({ root, systemUuid: async () => 'uuid' }), {
    hostName: 'box',
    machineId: 'abc',
    systemUuid: 'uuid',
    bootId: 'b-o-o-t',
    kernelVersion: '6.1.0-x',
    osImage: 'Example Linux 1 (one)',
    cpuCores: 2,
    memoryBytes: 8_000_000 * 1024,
    swapBytes: 1024 * 1024,
    hugePages: [{ pageSize: 2_097_152, pages: 3 }],
  });
});

t.test('a limit around the whole machine counts, no limit does not', async (t) => {
  const limits = { 'sys/fs/cgroup/cpu.max': '50000 100000\n', 'sys/fs/cgroup/memory.max': '1048576\n' };
  const limited = await hostWith(t, { ...files, ...limits });
  t.match(await readHostFacts({ root: limited, systemUuid: async () => '' }), {
    cpuCores: 1,
    memoryBytes: 1_048_576,
    systemUuid: 'abc',
  });
  const free = await hostWith(t, {
    ...files,
    'sys/fs/cgroup/cpu.max': 'max 100000\n',
    'sys/fs/cgroup/memory.max': 'max\n',
  });
  t.match(await readHostFacts({ root: free, systemUuid: async () => '' }), { cpuCores: 2 });
});

t.test('figures tell what is left of memory, disk and process ids', async (t) => {
  const root = await hostWith(t, files);
  const figures = await readHostMetrics({
    rootDirectory: root,
    imageMountpoint: '/does/not/exist',
    containerMountpoint: undefined,
    root,
  });
  t.same(figures.memory, { total: 8_000_000 * 1024, available: 2_000_000 * 1024 });
  t.same(figures.pids, { total: 1000, available: 700 });
  t.ok(figures.nodeDisk.total > figures.nodeDisk.available && figures.nodeInodes.total >= 0);
  t.equal(figures.imageDisk, undefined);
});

t.test('this host has facts and figures', async (t) => {
  const facts = await readHostFacts();
  t.ok(facts.cpuCores >= 1 && facts.memoryBytes > 0 && facts.kernelVersion !== '' && facts.bootId !== '');
  t.ok(
    (await readHostMetrics({ rootDirectory: '/', imageMountpoint: undefined, containerMountpoint: undefined })).memory
      .available > 0,
  );
});

const network = {
  addresses: () => ['127.0.0.1', '10.9.9.9', '203.0.113.1', '2001:db8::5'],
  resolve: async (name: string) => (name === 'n1' ? ['127.0.1.1', '192.0.2.1', '198.51.100.9'] : []),
  interfaces: () =>
    new Map([
      ['eth0', ['192.0.2.5', '2001:db8::5']],
      ['eth1', ['198.51.100.9']],
    ]),
  defaultInterface: async () => 'eth0',
};
const rows = [
  { name: 'the address given with --node-ip', hostName: 'n1', nodeIps: ['203.0.113.1'], wanted: ['203.0.113.1'] },
  {
    name: 'both of a pair of families',
    hostName: 'n1',
    nodeIps: ['203.0.113.1', '::9'],
    wanted: ['203.0.113.1', '::9'],
  },
  { name: 'the host name when it is an address', hostName: '192.0.2.77', nodeIps: [], wanted: ['192.0.2.77'] },
  {
    name: 'its network when its name is an address of loopback',
    hostName: '127.0.0.1',
    nodeIps: [],
    wanted: ['192.0.2.5'],
  },
  { name: 'the address of its name that this host has', hostName: 'n1', nodeIps: [], wanted: ['198.51.100.9'] },
  { name: 'the interface of the default route', hostName: 'other', nodeIps: [], wanted: ['192.0.2.5'] },
  { name: 'the family chosen with ::', hostName: 'other', nodeIps: ['::'], wanted: ['2001:db8::5'] },
];
for (const { name, hostName, nodeIps, wanted } of rows) {
  t.test(`a node is reached under ${name}, and its host name (NSTAT-005, NSTAT-008)`, async (t) => {
    t.same(await nodeAddresses({ hostName, nodeIps, hostNameType: 'HostName', network }), [
      ...wanted.map((address) => ({ type: 'InternalIP', address })),
      { type: 'HostName', address: hostName },
    ]);
  });
}

t.test('an address of --node-ip is one under which this host can be reached (NSTAT-008)', async (t) => {
  const ofHost = ['127.0.0.1', '203.0.113.1', '2001:db8::5'];
  for (const good of ['203.0.113.1', '2001:db8::5', '2001:0DB8:0::0005']) {
    t.equal(nodeIpFault(good, ofHost), undefined, good);
  }
  for (const [address, fault] of [
    ['127.0.0.1', /loopback/],
    ['127.9.9.9', /loopback/],
    ['::1', /loopback/],
    ['::ffff:127.0.0.1', /loopback/],
    ['224.0.0.1', /multicast/],
    ['ff02::1', /multicast/],
    ['169.254.1.1', /link-local/],
    ['fe80::1', /link-local/],
    ['0.0.0.0', /unspecified/],
    ['::', /unspecified/],
    ['203.0.113.2', /not an address of any interface/],
    ['2001:db8::6', /not an address of any interface/],
    ['gate.example', /not an IP address/],
  ] as const) {
    t.match(nodeIpFault(address, ofHost), fault, address);
  }
});

t.test('addresses stay as they are while --node-ip is not one of this host, and that is told once', async (t) => {
  const told: string[] = [];
  const note = (message: string, fields?: object): void => void told.push(`${message} ${JSON.stringify(fields ?? {})}`);
  const log = { ...silentLog, warn: note, info: note };
  let own = ['192.0.2.5'];
  const options = { hostName: 'n1', nodeIps: ['203.0.113.1', '::'], hostNameType: 'HostName', fromCloud: false, log };
  const read = addressReader({ ...options, network: { ...network, addresses: () => own } });
  const hostName = { type: 'HostName', address: 'n1' };
  const before = [{ type: 'InternalIP', address: '192.0.2.77' }, hostName];
  t.same(await read([]), [hostName], 'a new node has its name alone');
  t.same(await read(before), before);
  t.same(told.length, 1);
  t.match(told[0], /203.0.113.1 is not an address of any interface of this host/);
  own = ['203.0.113.1'];
  t.same(await read(before), [{ type: 'InternalIP', address: '203.0.113.1' }, hostName], 'it came up');
  t.match(told[1], /the node has the addresses of --node-ip again/);
  t.equal(told.length, 2);
});
