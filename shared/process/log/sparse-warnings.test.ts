import t from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { type LogFields, silentLog } from './log.ts';
import { sparseWarnings } from './sparse-warnings.ts';

t.test('a few of many warnings with the same message are written, with the number of dropped ones', async (t) => {
  const lines: [string, LogFields | undefined][] = [];
  const clock = new FakeClock();
  const warn = sparseWarnings({ ...silentLog, warn: (message, fields) => void lines.push([message, fields]) }, clock);
  const taken = () => lines.splice(0);
  for (let count = 0; count < 1000; count += 1) warn('refused', { count });
  warn('another');
  t.strictSame(taken(), [
    ['refused', { count: 0 }],
    ['another', undefined],
  ]);
  await clock.advance(9_999);
  warn('refused', { count: 1000 });
  t.strictSame(taken(), []);
  await clock.advance(1);
  warn('refused', { count: 1001 });
  warn('another', { reason: 'x' });
  t.strictSame(taken(), [
    ['refused', { count: 1001, unsaid: 1000 }],
    ['another', { reason: 'x' }],
  ]);
  await clock.advance(10_000);
  warn('refused', { count: 1002 });
  t.strictSame(taken(), [['refused', { count: 1002 }]]);
});
