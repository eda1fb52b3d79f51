// Which addresses --node-ip takes.

import t from 'tap';
import { hostAddresses, nodeIpFault } from './node-ip.ts';

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

t.test('the addresses of this host include those of loopback, where routing may announce one', async (t) => {
  t.ok(hostAddresses().includes('127.0.0.1'));
});
