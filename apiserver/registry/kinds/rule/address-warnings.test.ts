import t from 'tap';
import { vendorOf } from '../../../../shared/vendor/profile.ts';
import { addressWarnings } from './address-warnings.ts';

const vendor = vendorOf('kubernetes');
const { ofIp, ofCidr } = addressWarnings(vendor);
const later = vendor.fill('will be considered invalid in a future {Maker} release');

t.test('an address in its canonical form is taken without a word', async (t) => {
  for (const text of ['10.1.2.3', '::1', 'fd00::a', '2001:db8::1']) t.strictSame(ofIp(text, 'p'), [], text);
  for (const text of ['', 'None', 'x', '10.1.2', '1:2']) t.strictSame(ofIp(text, 'p'), [], `${text} is none`);
});

t.test('leading zeros, and IPv4 as IPv6, are warned of', async (t) => {
  t.strictSame(ofIp('10.01.2.3', 'p'), [`p: non-standard IP address "10.01.2.3" ${later}: use "10.1.2.3"`]);
  t.strictSame(ofIp('::ffff:1.2.3.4', 'p'), [`p: non-standard IP address "::ffff:1.2.3.4" ${later}: use "1.2.3.4"`]);
  const shorter = 'p: IPv6 address "FD00::0A" should be in RFC 5952 canonical format ("fd00::a")';
  t.strictSame(ofIp('FD00::0A', 'p'), [shorter]);
  t.match(addressWarnings(vendorOf('orch')).ofIp('10.01.2.3', 'p')[0], /in a future Orch release/);
});

t.test('ranges are those from their first address on', async (t) => {
  for (const text of ['10.0.0.0/8', '10.1.2.3/32', '::/0', 'fd00:1::/32']) t.strictSame(ofCidr(text, 'p'), [], text);
  const either = 'is ambiguous in this context (should be';
  t.strictSame(ofCidr('10.1.2.3/8', 'p'), [`p: CIDR value "10.1.2.3/8" ${either} "10.0.0.0/8" or "10.1.2.3/32"?)`]);
  t.strictSame(ofCidr('10.1.2.3/20', 'p').length, 1);
  t.strictSame(ofCidr('fd00:1:2::5/32', 'p'), [
    `p: CIDR value "fd00:1:2::5/32" ${either} "fd00:1::/32" or "fd00:1:2::5/128"?)`,
  ]);
  t.strictSame(ofCidr('10.0.0.0/08', 'p'), [`p: non-standard CIDR value "10.0.0.0/08" ${later}: use "10.0.0.0/8"`]);
  t.strictSame(ofCidr('FD00::/16', 'p'), [
    'p: IPv6 CIDR value "FD00::/16" should be in RFC 5952 canonical format ("fd00::/16")',
  ]);
  t.strictSame(ofCidr('::ffff:10.0.0.0/104', 'p'), [
    `p: non-standard CIDR value "::ffff:10.0.0.0/104" ${later}: use "10.0.0.0/8"`,
  ]);
  t.strictSame(ofCidr('x/8', 'p'), []);
});
