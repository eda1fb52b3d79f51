import t from 'tap';
import { hasSpareBits, isPartOf } from './address-ranges.ts';

t.test('a part of a range begins and ends in it and is smaller', async (t) => {
  for (const [part, whole, expected] of [
    ['10.1.0.0/16', '10.0.0.0/8', true],
    ['10.0.0.0/9', '10.0.0.0/8', true],
    ['10.0.0.0/8', '10.0.0.0/8', false],
    ['0.0.0.0/0', '10.0.0.0/8', false],
    ['11.0.0.0/16', '10.0.0.0/8', false],
    ['10.0.0.1/32', '0.0.0.0/0', true],
    ['fd00:1::/64', 'fd00::/16', true],
    ['fe00::/64', 'fd00::/16', false],
    ['::ffff:0:0/97', '::/0', true],
    ['fd00::/64', '10.0.0.0/8', false],
    ['x', '10.0.0.0/8', false],
  ] as const)
    t.equal(isPartOf(part, whole), expected, `${part} in ${whole}`);
});

t.test('a range is written as its first address, or has bits to spare', async (t) => {
  for (const range of ['10.0.0.0/8', '0.0.0.0/0', '10.1.2.3/32', 'fd00:1::/32', '::1/128', 'x'])
    t.notOk(hasSpareBits(range), range);
  for (const range of ['10.0.0.1/8', '0.0.0.1/0', 'fd00:1:1::/32', '::1/127']) t.ok(hasSpareBits(range), range);
});
