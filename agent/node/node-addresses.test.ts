// The addresses of a node: configured, by its host name, by the default route, or written by a cloud controller.

import { networkInterfaces } from 'node:os';
import t from 'tap';
import { silentLog } from '../../shared/process/log/log.ts';
import { addressReader, defaultInterface, nodeAddresses, ObservedAddresses } from './node-addresses.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  n1: ['127.0.1.1', '192.0.2.1', '198.51.100.9'],
  both: ['198.51.100.9', '2001:db8::5'],
};
const network = {
  addresses: () => ['127.0.0.1', '10.9.9.9', '203.0.113.1', '2001:db8::5'],
  resolve: async (name: string) => names[name] ?? [],
  interfaces: () =>
    new Map([
      ['eth0', ['2001:db8::5', '192.0.2.5']],
      ['six', ['2001:db8::6']],
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
  { name: 'the family chosen with 0.0.0.0', hostName: 'other', nodeIps: ['0.0.0.0'], wanted: ['192.0.2.5'] },
  { name: 'the one given beside a family', hostName: 'other', nodeIps: ['::', '203.0.113.1'], wanted: ['203.0.113.1'] },
  { name: 'the address of its name in the family', hostName: 'both', nodeIps: ['::'], wanted: ['2001:db8::5'] },
  { name: 'its network when its name has no such family', hostName: 'n1', nodeIps: ['::'], wanted: ['2001:db8::5'] },
  {
    name: 'its IPv6 address where IPv6 leads out',
    hostName: 'other',
    nodeIps: [],
    out: 'six',
    wanted: ['2001:db8::6'],
  },
  { name: 'no address where no interface leads out', hostName: 'other', nodeIps: [], out: undefined, wanted: [] },
  { name: 'no address where none fits', hostName: 'other', nodeIps: ['0.0.0.0'], out: 'six', wanted: [] },
];
for (const { name, hostName, nodeIps, wanted, ...more } of rows) {
  t.test(`a node is reached under ${name}, and its host name (NSTAT-005, NSTAT-008)`, async (t) => {
    const out = 'out' in more ? more.out : 'eth0';
    const withRoute = { ...network, defaultInterface: async () => out };
    t.strictSame(await nodeAddresses({ hostName, nodeIps, hostNameType: 'HostName', network: withRoute }), [
      ...wanted.map((address) => ({ type: 'InternalIP', address })),
      { type: 'HostName', address: hostName },
    ]);
  });
}

t.test('addresses stay while --node-ip is not an address of this host, and that is logged once', async (t) => {
  const told: string[] = [];
  const note = (message: string, fields?: object): void => void told.push(`${message} ${JSON.stringify(fields ?? {})}`);
  const log = { ...silentLog, warn: note, info: note };
  let own = ['192.0.2.5'];
  const options = { hostName: 'n1', nodeIps: ['203.0.113.1', '::'], hostNameType: 'HostName', fromCloud: false, log };
  const read = addressReader({ ...options, network: { ...network, addresses: () => own } });
  const hostName = { type: 'HostName', address: 'n1' };
  const before = [{ type: 'InternalIP', address: '192.0.2.77' }, hostName];
  t.strictSame(await read([]), [hostName], 'a new node has its name alone');
  t.strictSame(await read(before), before);
  t.strictSame(told.length, 1);
  t.match(told[0], /203.0.113.1 is not an address of any interface of this host/);
  own = ['203.0.113.1'];
  t.strictSame(await read(before), [{ type: 'InternalIP', address: '203.0.113.1' }, hostName], 'it came up');
  t.match(told[1], /the node has the addresses of --node-ip again/);
  t.equal(told.length, 2);
});

t.test('every unusable address is logged once, and again when the fault changes', async (t) => {
  const told: object[] = [];
  const log = { ...silentLog, warn: (_: string, fields?: object) => void told.push(fields ?? {}) };
  let own = ['192.0.2.5'];
  const nodeIps = ['203.0.113.1', '2001:db8::9'];
  const options = { hostName: 'n1', nodeIps, hostNameType: 'HostName', fromCloud: true, log };
  const read = addressReader({ ...options, network: { ...network, addresses: () => own } });
  const before = [{ type: 'ExternalIP', address: '192.0.2.77' }];
  const fault = 'is not an address of any interface of this host';
  for (let round = 0; round < 2; round += 1) t.strictSame(await read(before), before);
  t.strictSame(told, [{ fault: `203.0.113.1 ${fault}; 2001:db8::9 ${fault}` }]);
  own = ['203.0.113.1'];
  t.strictSame(await read(before), before);
  t.strictSame(told.slice(1), [{ fault: `2001:db8::9 ${fault}` }]);
});

t.test("a cloud controller's addresses stay; before it wrote any, those of --node-ip stand, or the name", async (t) => {
  const hostName = { type: 'Hostname', address: 'n1' };
  const cloud = (nodeIps: readonly string[]) =>
    addressReader({ hostName: 'n1', nodeIps, hostNameType: 'Hostname', fromCloud: true, log: silentLog, network });
  const written = [{ type: 'ExternalIP', address: '198.51.100.1' }];
  t.strictSame(await cloud([])(written), written);
  t.strictSame(await cloud(['203.0.113.1'])(written), written);
  t.strictSame(await cloud([])([]), [hostName]);
  t.strictSame(await cloud(['203.0.113.1'])([]), [{ type: 'InternalIP', address: '203.0.113.1' }, hostName]);
});

t.test('the last addresses of the server are remembered', async (t) => {
  const observed = new ObservedAddresses();
  t.strictSame(observed.list(), []);
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } };
  const addresses = [{ type: 'InternalIP', address: '192.0.2.5' }];
  observed.observe({ ...node, status: { addresses } });
  t.strictSame(observed.list(), addresses);
  observed.observe(node);
  t.strictSame(observed.list(), []);
});

t.test('without a given network a node has an address of this host that others reach, or none', async (t) => {
  const own = Object.values(networkInterfaces()).flatMap((list = []) => list.filter(({ internal }) => !internal));
  const found = await nodeAddresses({ hostName: 'absent.invalid', nodeIps: [], hostNameType: 'Hostname' });
  t.strictSame(found.at(-1), { type: 'Hostname', address: 'absent.invalid' });
  for (const { type, address } of found.slice(0, -1)) {
    t.equal(type, 'InternalIP');
    t.ok(
      own.some((one) => one.address === address),
      address,
    );
    t.notMatch(address, /^fe80:/);
  }
});

t.test('the interface of the default route is found in the tables of the kernel', async (t) => {
  const head = 'Iface\tDestination\tGateway \tFlags\n';
  const near = 'eth1\t000200C0\t00000000\t0001\n';
  const four = `${head}${near}eth0\t00000000\t010200C0\t0003\n`;
  const route = (to: string, length: string, over: string) =>
    `${to} ${length} ${'0'.repeat(32)} 00 ${'0'.repeat(32)} 00000400 00000001 00000000 00000001     ${over}\n`;
  const nowhere = route('0'.repeat(32), '00', 'lo');
  const six = `${route('fe80'.padEnd(32, '0'), '40', 'eth2')}${nowhere}${route('0'.repeat(32), '00', 'six0')}`;
  t.equal(defaultInterface(four, six), 'eth0', 'IPv4 comes first');
  t.equal(defaultInterface(`${head}${near}`, six), 'six0');
  t.equal(defaultInterface('', six), 'six0');
  t.equal(defaultInterface(`${head}${near}`, nowhere), undefined, 'a route to nowhere is none');
  t.equal(defaultInterface('', ''), undefined);
});
