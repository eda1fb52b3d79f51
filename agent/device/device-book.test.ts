import t from 'tap';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import { DeviceBook, gracePeriod, maximumResources } from './device-book.ts';
import { extendedNameFault } from './extended-resource.ts';

const name = 'example.com/gpu';
const two = [
  { id: 'a', healthy: true },
  { id: 'b', healthy: false },
];

t.test('capacity counts all devices, allocatable the healthy ones (MISC-005)', async (t) => {
  const book = new DeviceBook();
  t.ok(book.connected(name, 0));
  t.strictSame(book.resources(0), { capacity: { [name]: '0' }, allocatable: { [name]: '0' } }, 'before the first list');
  book.listed(name, two);
  t.strictSame(book.resources(0), { capacity: { [name]: '2' }, allocatable: { [name]: '1' } });
  book.listed(name, [...two, { id: 'a', healthy: false }]);
  t.strictSame(book.resources(0), { capacity: { [name]: '2' }, allocatable: { [name]: '0' } }, 'one id is one device');
  book.listed('example.com/never-registered', two);
  t.strictSame(book.names(0), [name]);
});

t.test('without its plug-in nothing may be used, and after five minutes nothing is there (MISC-005)', async (t) => {
  const book = new DeviceBook();
  book.connected(name, 0);
  book.listed(name, two);
  book.disconnected(name, 1000);
  const at = 1000 + gracePeriod;
  t.strictSame(book.resources(at), { capacity: { [name]: '2' }, allocatable: { [name]: '0' } });
  t.strictSame(book.names(at), [name]);
  t.strictSame(book.resources(at + 1), { capacity: { [name]: '0' }, allocatable: { [name]: '0' } });
  t.strictSame(book.names(at + 1), []);
  book.connected(name, at + 2);
  book.listed(name, two);
  t.strictSame(book.resources(at + 2), { capacity: { [name]: '2' }, allocatable: { [name]: '1' } }, 'it is back');
});

t.test('devices stay when another plug-in takes over, until that lists its own', async (t) => {
  const book = new DeviceBook();
  book.connected(name, 0);
  book.listed(name, two);
  book.connected(name, 1);
  t.strictSame(book.resources(1).capacity, { [name]: '2' });
  book.listed(name, []);
  t.strictSame(book.resources(1).capacity, { [name]: '0' });
});

t.test('after a restart a resource counts 0 until its plug-in registers again', async (t) => {
  const book = new DeviceBook([name], 0);
  t.strictSame(book.resources(1), { capacity: { [name]: '0' }, allocatable: { [name]: '0' } });
  t.strictSame(book.names(1), [name]);
});

t.test('the number of resources is limited, and those that are over make room, the oldest first', async (t) => {
  const book = new DeviceBook();
  for (let index = 0; index < maximumResources; index += 1) t.ok(book.connected(`example.com/r${index}`, 0));
  t.notOk(book.connected('example.com/more', 0));
  t.ok(book.connected('example.com/r3', 0), 'one that is there needs no room');
  book.disconnected('example.com/r7', 5);
  book.disconnected('example.com/r5', 6);
  t.notOk(book.connected('example.com/more', 6 + gracePeriod - 1), 'within the grace period');
  t.ok(book.connected('example.com/more', 7 + gracePeriod));
  const { capacity } = book.resources(7 + gracePeriod);
  t.strictSame([Object.hasOwn(capacity, 'example.com/r7'), Object.hasOwn(capacity, 'example.com/r5')], [false, true]);
});

for (const id of vendorIds) {
  t.test(`names of extended resources have a domain that is not the system's (${id})`, async (t) => {
    const vendor = vendorOf(id);
    const own = vendor.fill('{label}/gpu');
    t.equal(extendedNameFault('nvidia.example/gpu', vendor), undefined);
    for (const wrong of [
      '',
      'gpu',
      'cpu',
      own,
      `sub.${own}`,
      'requests.example.com/gpu',
      'a b/c',
      'x/y/z',
      '/x',
      'x/',
    ]) {
      t.type(extendedNameFault(wrong, vendor), 'string', wrong);
    }
    t.type(extendedNameFault(`example.com/${'x'.repeat(64)}`, vendor), 'string', 'too long');
  });
}
