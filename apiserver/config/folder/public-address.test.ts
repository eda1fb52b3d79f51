import t from 'tap';
import { publicAddress } from './public-address.ts';

const interfaces = {
  lo: [
    { address: '127.0.0.1', internal: true },
    { address: '::1', internal: true },
  ],
  eth0: [
    { address: 'fe80::1', internal: false },
    { address: '2001:db8::7', internal: false },
    { address: '192.0.2.7', internal: false },
  ],
};

t.test('the advertised address is the public one, and the address listened on where there is none', async (t) => {
  t.equal(publicAddress({ address: '0.0.0.0', advertisedHost: '192.0.2.9' }, interfaces), '192.0.2.9');
  t.equal(publicAddress({ address: '192.0.2.8' }, interfaces), '192.0.2.8');
});

t.test('a server on all addresses or on loopback has the first address of its host', async (t) => {
  for (const address of ['0.0.0.0', '127.0.0.1', '::']) t.equal(publicAddress({ address }, interfaces), '192.0.2.7');
  t.equal(publicAddress({}, interfaces), '192.0.2.7');
  t.equal(publicAddress({ address: '::1' }, interfaces), '2001:db8::7');
  t.equal(
    publicAddress({ address: '0.0.0.0' }, { eth0: [{ address: '2001:db8::7', internal: false }] }),
    '2001:db8::7',
  );
});

t.test('names and addresses of the host itself are never public', async (t) => {
  t.equal(publicAddress({ address: '192.0.2.8', advertisedHost: 'api.example.com' }, interfaces), undefined);
  t.equal(publicAddress({ advertisedHost: '127.0.0.1' }, interfaces), undefined);
  t.equal(publicAddress({ address: '0.0.0.0' }, { lo: interfaces.lo }), undefined);
});
