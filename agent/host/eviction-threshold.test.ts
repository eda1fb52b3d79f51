// Thresholds over time.

import t from 'tap';
import {
  type CrossedSince,
  nextCrossedSince,
  parseReclaim,
  parseThreshold,
  parseThresholds,
  pressuresOf,
  type Threshold,
} from './eviction-threshold.ts';
import { sampleHostMetrics } from '../../fixtures/agent/host.fixture.ts';

function memoryBelow(value: string): Threshold {
  const threshold = parseThreshold('memory.available', value);
  if (threshold === undefined) throw new Error(`${value} is off`);
  return threshold;
}

const soft = [{ threshold: memoryBelow('5Gi'), gracePeriod: 90_000 }];
const low = sampleHostMetrics;
const plenty = { ...sampleHostMetrics, memory: { total: 8 * 1024 ** 3, available: 6 * 1024 ** 3 } };

t.test(
  'a soft threshold makes its pressure when its grace period is over, and begins anew after a break (NSTAT-022)',
  async (t) => {
    const steps = [
      { now: 0, figures: low, pressure: false },
      { now: 89_999, figures: low, pressure: false },
      { now: 90_000, figures: low, pressure: true },
      { now: 100_000, figures: plenty, pressure: false },
      { now: 110_000, figures: low, pressure: false },
      { now: 199_999, figures: low, pressure: false },
      { now: 200_000, figures: low, pressure: true },
    ];
    let since: CrossedSince = new Map();
    for (const { now, figures, pressure } of steps) {
      since = nextCrossedSince(since, soft, figures, now);
      t.strictSame([...pressuresOf(since, now)], pressure ? ['MemoryPressure'] : [], `at ${now}`);
    }
  },
);

t.test('a minimum reclaim keeps the pressure, of hard thresholds and of soft ones in effect', async (t) => {
  const gibibyte = 1024 ** 3;
  const free = (amount: number) => ({
    ...sampleHostMetrics,
    memory: { total: 8 * gibibyte, available: amount * gibibyte },
  });
  const minimumReclaim = parseReclaim('memory.available', '12.5%');
  const hard = { threshold: memoryBelow('2Gi'), gracePeriod: 0, minimumReclaim };
  const slow = { threshold: memoryBelow('4Gi'), gracePeriod: 60_000, minimumReclaim };
  const steps = [
    { now: 0, free: 2.5, crossed: [slow], pressure: false },
    { now: 10_000, free: 4.5, crossed: [], pressure: false },
    { now: 20_000, free: 1.9, crossed: [hard, slow], pressure: true },
    { now: 30_000, free: 2.9, crossed: [hard, slow], pressure: true },
    { now: 40_000, free: 3, crossed: [slow], pressure: false },
    { now: 80_000, free: 3, crossed: [slow], pressure: true },
    { now: 90_000, free: 4.9, crossed: [slow], pressure: true },
    { now: 100_000, free: 5, crossed: [], pressure: false },
  ];
  let since: CrossedSince = new Map();
  for (const { now, free: amount, crossed, pressure } of steps) {
    since = nextCrossedSince(since, [hard, slow], free(amount), now);
    t.strictSame([...since.keys()], crossed, `at ${now}`);
    t.equal(pressuresOf(since, now).size, pressure ? 1 : 0);
  }
});

t.test('0% and 100% switch a signal off; amounts of nothing are refused (NSTAT-022)', async (t) => {
  const off = { 'memory.available': '100%', 'nodefs.available': '0%', 'imagefs.available': '100.0%' };
  t.strictSame(parseThresholds(off), []);
  t.strictSame(
    parseThresholds({ ...off, 'pid.available': '99.5%' }).map(({ signal }) => signal),
    ['pid.available'],
  );
  for (const value of ['0', '-1Gi', '0.0', '101%', '-5%', 'much']) {
    t.throws(
      () => parseThreshold('memory.available', value),
      { message: /eviction threshold memory.available/ },
      value,
    );
  }
});

t.test('a minimum reclaim may be the amount 0 or the share 100%', async (t) => {
  t.match(parseReclaim('nodefs.available', '0'), { kind: 'amount', amount: 0 });
  t.match(parseReclaim('nodefs.available', '100%'), { kind: 'share', share: 1 });
  t.throws(() => parseReclaim('nodefs.available', '0%'), { message: /minimum reclaim nodefs.available/ });
  t.throws(() => parseReclaim('cpu.available', '1'), { message: /unknown eviction signal/ });
});
