import t from 'tap';
import { amountOf, integerOf, negated, sumOfAmounts } from './quantity-amount.ts';

t.test('a quantity is an integer by how it is written, not by its value (CEL-018)', (t) => {
  const rows: readonly (readonly [string, number | bigint | undefined])[] = [
    ['0', 0],
    ['-3', -3],
    ['+007', 7],
    ['2k', 2000],
    ['1.5k', 1500],
    ['1e3', 1000],
    ['10Ti', 10 * 2 ** 40],
    ['9E', 9n * 10n ** 18n],
    ['2000m', undefined],
    ['2.0', undefined],
    ['1.0Ki', undefined],
    ['1e-3', undefined],
    ['10E', undefined],
    ['1Pi', undefined],
    ['999999999999999999', 999_999_999_999_999_999n],
    ['1000000000000000000', undefined],
    ['0.0000000001', undefined],
  ];
  for (const [text, integer] of rows) t.equal(integerOf(amountOf(text)), integer, text);
  t.end();
});

t.test('a sum has the smaller of the scales (CEL-018)', (t) => {
  const sum = (left: string, right: string) => sumOfAmounts(amountOf(left), amountOf(right));
  t.equal(integerOf(sum('1k', '1')), 1001);
  t.equal(integerOf(sum('1500m', '500m')), undefined);
  t.equal(integerOf(sum('0m', '15')), 15);
  t.equal(integerOf(sum('1', '1Pi')), undefined);
  t.equal(integerOf(sum('9E', '9E')), undefined);
  t.equal(negated(0), 0);
  t.equal(negated(5n), -5n);
  t.end();
});
