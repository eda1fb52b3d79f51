import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { Agent } from 'undici';
import { inProcess } from '../../fixtures/apiserver/registry.fixture.ts';
import { makeNodeForward } from './node-forward.ts';
import { parseNamedNode, targetPath } from './address/node-target.ts';
import { checkedLookup, isGlobalUnicast, urlHost } from './address/proxyable-address.ts';

/** What a node's status may hold instead of the address of another host. */
const refused = [
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '169.254.169.254',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:169.254.169.254',
  'fe80::1',
  'ff02::1',
];
/** What is no address at all, or another one than it seems. */
const strange = [
  'a@127.0.0.1',
  '127.0.0.1:6443',
  '127.0.0.1:6443/..',
  '[::1]',
  '0x7f.1',
  '0x7f000001',
  '2130706433',
  '127.1',
  '0177.0.0.1',
  'name.0x7f',
  '127.0.0.1.',
  'fe80::1%eth0',
  '192.0.2.7%1',
  '2001:db8::1%lo',
  'a/b',
  'a?b',
  'a#b',
  'a\\b',
  'a b',
  'a\u0000b',
  '１２７.0.0.1',
  'ⓛocalhost',
  '-a',
];

t.test('only addresses of other hosts are connected to', async (t) => {
  for (const address of refused) {
    t.throws(() => urlHost(address, isGlobalUnicast), { message: 'address not allowed' }, address);
  }
  for (const address of strange) {
    t.throws(() => urlHost(address, isGlobalUnicast), { name: 'UnproxyableAddressError' }, address);
    t.throws(
      () => urlHost(address, () => true),
      { message: /no such host|not allowed/ },
      `${address}, whatever is allowed`,
    );
  }
  t.strictSame(
    ['192.0.2.7', '10.0.0.1', '2001:db8::7', '::ffff:192.0.2.7', 'n1.Example', '0xcafe.example'].map((address) =>
      urlHost(address, isGlobalUnicast),
    ),
    ['192.0.2.7', '10.0.0.1', '[2001:db8::7]', '[::ffff:192.0.2.7]', 'n1.Example', '0xcafe.example'],
  );
});

t.test('the rule applies to the address that a name resolves to at the connection', async (t) => {
  const found = (name: string, all: boolean, isAllowed = isGlobalUnicast) =>
    new Promise<string>((resolve) => {
      checkedLookup(isAllowed)(name, { all }, (error, address) =>
        resolve(error === null ? JSON.stringify(address) : `${error.name}: ${error.message}`),
      );
    });
  for (const all of [true, false]) {
    t.equal(await found('localhost', all), 'UnproxyableAddressError: address not allowed');
    t.equal(
      await found('no-such-host.invalid', all),
      'UnproxyableAddressError: lookup no-such-host.invalid: no such host',
    );
    t.match(await found('localhost', all, () => true), all ? /^\[\{"address":/ : /^"(127\.|::1)/);
  }
});

t.test('a path stays below its root, and is the requested one', async (t) => {
  const paths = [
    ['', '/'],
    ['healthz', '/healthz'],
    ['logs/', '/logs/'],
    ['a//b', '/a/b'],
    ['../../api/v1/secrets', '/api/v1/secrets'],
    ['a/%2e%2e/%2E./b', '/b'],
    ['..%2f..%2fetc', '/etc'],
    ['a%2fb', '/a/b'],
    ['a%3Fb%23c%25d%20e', '/a%3Fb%23c%25d%20e'],
    ['a\\..\\b', '/a%5C..%5Cb'],
    ['%c3%a9;v=1', '/%C3%A9;v=1'],
    ['a%0d%0aHost:%20x', '/a%0D%0AHost:%20x'],
  ] as const;
  for (const [asked, wanted] of paths) t.equal(targetPath(asked), wanted, asked);
});

t.test('a node is named with a scheme and a port, or refused', async (t) => {
  t.strictSame(parseNamedNode('n1'), { scheme: '', name: 'n1', port: '' });
  t.strictSame(parseNamedNode('n1:10250'), { scheme: '', name: 'n1', port: '10250' });
  t.strictSame(parseNamedNode('https:n1:443'), { scheme: 'https', name: 'n1', port: '443' });
  t.strictSame(parseNamedNode('https:n1:'), { scheme: 'https', name: 'n1', port: '' });
  t.strictSame(parseNamedNode('http:80'), { scheme: '', name: 'http', port: '80' });
  for (const name of ['', ':', 'a:b', 'a:0', 'a:65536', 'ftp:a:21', 'http:a:80:1', 'a:80@127.0.0.1', 'a:80/..']) {
    t.throws(() => parseNamedNode(name), { code: 400, message: `invalid node request ${JSON.stringify(name)}` }, name);
  }
});

t.test(
  'an address that a node reports never leads to this host, neither through its proxy nor through a log',
  async (t) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(String(request.url));
      response.end('secret');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const api = await inProcess('orch');
    const agents = new Agent({ connect: { lookup: checkedLookup(isGlobalUnicast) } });
    t.teardown(async () => {
      await agents.close();
      server.close();
      await api.close();
    });
    const answer = makeNodeForward({
      resources: api.resources,
      store: api.store,
      agents,
      others: agents,
      agentTls: {},
      otherTls: {},
      protocolDomain: 'example.com',
      isAllowed: isGlobalUnicast,
      scheme: 'http',
    });
    const addresses = [...refused, ...strange.filter((address) => !address.includes('\u0000')), 'localhost'];
    for (const [index, address] of addresses.entries()) {
      const name = `n${index}`;
      const status = {
        addresses: [{ type: 'InternalIP', address }],
        daemonEndpoints: { kubeletEndpoint: { Port: port } },
      };
      t.equal((await api.call('create', 'nodes', { body: { metadata: { name }, status } })).status, 200);
      const spec = { nodeName: name, containers: [{ name: 'c', image: 'i:1' }] };
      await api.call('create', 'pods', { namespace: 'a', body: { metadata: { name }, spec } });
      for (const named of [name, `http:${name}:${port}`, `${name}:${port + 1}`]) {
        const proxy = { ...api.request('get', 'nodes', { name: named, subresource: 'proxy' }), subpath: '/x' };
        await t.rejects(
          answer(proxy),
          { code: 400, message: /^(address not allowed|lookup .*: no such host)$/ },
          address,
        );
      }
      const log = api.request('get', 'pods', { namespace: 'a', name, subresource: 'log' });
      await t.rejects(answer(log), { code: 400, message: /^(address not allowed|lookup .*: no such host)$/ }, address);
    }
    t.strictSame(asked, []);
  },
);
