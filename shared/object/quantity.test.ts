import fc from 'fast-check';
import t from 'tap';
import { canonicalQuantity, compareQuantities, parseQuantity, quantityToNumber } from './quantity.ts';
import { explore } from '../../fixtures/shared/explore.fixture.ts';

t.test('a quantity is written without a fraction and with the largest suffix of its family', async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ['0', '0'],
    ['1000m', '1'],
    ['100m', '100m'],
    ['0.1', '100m'],
    ['1500m', '1500m'],
    ['1.5Gi', '1536Mi'],
    ['1024Ki', '1Mi'],
    ['1024', '1024'],
    ['512Ki', '512Ki'],
    ['0.5Ki', '512'],
    ['2000k', '2M'],
    ['1e3', '1e3'],
    ['1000e3', '1e6'],
    ['-250m', '-250m'],
    ['+5', '5'],
    ['.5', '500m'],
    ['0.0000000001', '1n'],
    ['9223372036854775808', '9223372036854775808'],
    ['16Ei', '9223372036854775807'],
    ['10E', '10E'],
    ['1e20', '100e18'],
    ['1e30', '1e30'],
    ['Gi', '0'],
    ['-', '0'],
    ['1.1Ki', '1126400m'],
  ];
  for (const [text, expected] of cases) t.equal(canonicalQuantity(text), expected, text);
});

t.test('invalid quantities are refused', async (t) => {
  for (const text of ['', ' 1', '1 ', '1GB', 'Pi', 'e-10', '1..0', '--1', '0x10', '1e', `1${'0'.repeat(80)}`, '1KI']) {
    t.equal(parseQuantity(text), undefined, JSON.stringify(text));
  }
});

t.test('the canonical form denotes the same amount and is stable', async (t) => {
  const suffixes = ['', 'm', 'k', 'M', 'G', 'Ki', 'Mi', 'Gi', 'e2', 'u'];
  explore(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.constantFrom(...suffixes), (count, suffix) => {
      const text = `${count}${suffix}`;
      const canonical = canonicalQuantity(text);
      const before = parseQuantity(text);
      const after = parseQuantity(canonical ?? '');
      return (
        before !== undefined &&
        after !== undefined &&
        compareQuantities(before, after) === 0 &&
        canonicalQuantity(canonical ?? '') === canonical
      );
    }),
  );
  t.equal(quantityToNumber(parseQuantity('1500m') ?? (t.fail('no quantity') as never)), 2);
});
