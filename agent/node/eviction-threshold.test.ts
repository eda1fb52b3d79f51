// Soft thresholds over time.

import t from 'tap';
import { type CrossedSince, nextCrossedSince, parseThreshold, softPressures } from './eviction-threshold.ts';
import { sampleFigures } from './sample-host.ts';

const soft = [{ threshold: parseThreshold('memory.available', '5Gi'), gracePeriod: 90_000 }];
const low = sampleFigures;
const plenty = { ...sampleFigures, memory: { total: 8 * 1024 ** 3, available: 6 * 1024 ** 3 } };

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
      t.same([...softPressures(since, now)], pressure ? ['MemoryPressure'] : [], `at ${now}`);
    }
  },
);
