import t from 'tap';
import { compareVersions } from './version-order.ts';

t.test('stable versions come before beta, beta before alpha, newer before older, other names last', async (t) => {
  const sorted = [
    'v10',
    'v2',
    'v1',
    'v11beta2',
    'v10beta3',
    'v3beta1',
    'v12alpha1',
    'v11alpha2',
    'foo1',
    'foo10',
    'v01',
  ];
  for (const shift of [1, 4, 7]) {
    const shuffled = [...sorted.slice(shift), ...sorted.slice(0, shift)].reverse();
    t.strictSame(shuffled.sort(compareVersions), sorted);
  }
  t.equal(compareVersions('v1', 'v1'), 0);
  t.equal(compareVersions('x', 'x'), 0);
});
