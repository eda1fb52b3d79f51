import t from 'tap';
import { countedAnew } from './used-amounts.ts';

const quota = (hard: object, status: object) => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'q', namespace: 'n' },
  spec: { hard: { ...hard } },
  status: { ...status },
});

t.test('the usage is of what is limited now; what nothing here counts stays', async (t) => {
  const before = { hard: { pods: '3', other: '2' }, used: { pods: '1', other: '2' } };
  const next = await countedAnew(quota({ other: '2' }, before), []);
  t.strictSame(next?.status, { hard: { other: '2' }, used: { other: '2' } });
  t.equal(await countedAnew(quota({ other: '2' }, { hard: { other: '2' }, used: { other: '2' } }), []), undefined);
});
