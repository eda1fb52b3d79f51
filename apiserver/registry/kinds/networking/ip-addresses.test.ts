import t from 'tap';
import { inProcess } from '../../../../fixtures/apiserver/registry.fixture.ts';

t.test('the name of an IPAddress is an address of either family in its canonical form', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const addresses = api.vendor.fill('ipaddresses.networking.{api}');
  const parentRef = { resource: 'services', name: 'web', namespace: 'a' };
  const create = (name: string, spec: object = { parentRef }) =>
    api.call('create', addresses, { version: 'v1', body: { metadata: { name }, spec } });
  for (const name of ['10.9.8.7', 'fd00::1', '::']) t.equal((await create(name)).status, 201, name);
  for (const [name, fault] of [
    ['junk', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['fe80::1%eth0', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['010.0.0.1', 'must not have leading 0s'],
    ['::ffff:1.2.3.4', 'must not be an IPv4-mapped IPv6 address'],
    ['FD00:0::2', 'must be in canonical form ("fd00::2")'],
  ] as const) {
    const refused = await create(name);
    t.equal(refused.status, 422, name);
    t.match(refused.at('details.causes.0.message'), fault, name);
  }
  t.match((await create('10.9.8.8', {})).at('message'), /spec.parentRef: Required value/);
  const moved = { metadata: { name: 'fd00::1' }, spec: { parentRef: { ...parentRef, name: 'other' } } };
  const answer = await api.call('update', addresses, { version: 'v1', name: 'fd00::1', body: moved });
  t.equal(answer.status, 422, answer.text);
  t.match(answer.at('message'), /spec.parentRef: .*field is immutable/);
});
