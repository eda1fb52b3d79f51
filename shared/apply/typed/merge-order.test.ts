import t from 'tap';
import { mergeOrder } from './merge-order.ts';

/** Lists as words of one-letter elements. What is only live is in capitals. */
const merged = (live: string, applied: string): string =>
  mergeOrder(live.split(''), applied.split(''))
    .map(({ element, live: place }) => (place === undefined ? element : element.toUpperCase()))
    .join('');

const rows: readonly (readonly [live: string, applied: string, expected: string, why: string])[] = [
  ['', '', '', 'nothing'],
  ['ab', '', 'AB', 'nothing is applied'],
  ['', 'ab', 'ab', 'nothing is live'],
  ['ab', 'ab', 'ab', 'both are the same'],
  ['ab', 'ba', 'ba', 'the applied order counts'],
  ['xab', 'ab', 'Xab', 'a live item before the shared ones'],
  ['abx', 'ab', 'abX', 'and one behind them'],
  ['axb', 'ab', 'aXb', 'and one between them'],
  ['aby', 'acb', 'acbY', 'a new item goes before a shared one whose turn has come, the rest stays behind it'],
  ['ayb', 'acb', 'aYcb', 'a live item before a new one'],
  ['abcx', 'cba', 'cXba', 'a live item stays behind the shared one before it'],
  ['axbyc', 'cab', 'XYcab', 'live items between those that were passed over'],
  ['aaxb', 'ab', 'aXb', 'an element that is live twice counts once'],
  ['xaxa', 'a', 'XaX', 'so does one between others that are live only'],
  ['abcz', 'bdc', 'AbdcZ', 'an item that is given up by nobody keeps its neighbours'],
  ['pqrs', 'sqx', 'PRsqx', 'a shared item that moves to the front'],
];

for (const [live, applied, expected, why] of rows) {
  t.test(`${live || 'nothing'} with ${applied || 'nothing'} applied: ${why}`, async (t) => {
    t.equal(merged(live, applied), expected);
  });
}

t.test('an item that is live only says where it was', async (t) => {
  t.strictSame(mergeOrder(['a', 'x', 'b', 'y'], ['a', 'b']), [
    { element: 'a' },
    { element: 'x', live: 1 },
    { element: 'b' },
    { element: 'y', live: 3 },
  ]);
});
