import t from 'tap';
import { namedBits } from './der-writer.ts';

t.test('a list of named bits has as many bytes as its last bit needs (X.690 clause 11.2.2)', async (t) => {
  for (const [bits, hex] of [
    [[], '030100'],
    [[0], '03020780'],
    [[5, 6], '03020106'],
    [[7], '03020001'],
    [[8], '0303070080'],
    [[0, 15], '0303008001'],
  ] as const)
    t.equal(namedBits(bits).toString('hex'), hex, bits.join());
});
