// What alerts see of a runtime that lists its pods slowly, fails, or hangs.

import t, { type Test } from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { createMetrics } from '../../shared/process/metric/metrics.ts';
import { relist } from './relist.ts';
import { RuntimeError } from './runtime.ts';

function scene(t: Test, list: (clock: FakeClock, signal: AbortSignal | undefined) => Promise<void>) {
  const clock = new FakeClock();
  const metrics = createMetrics();
  const stop = new AbortController();
  const runtime = {
    sandboxStates: async (signal?: AbortSignal) => {
      await list(clock, signal);
      return [];
    },
    containerStates: async () => [],
  };
  const running = relist({ runtime, metrics, clock, period: 1_000 }).run(stop.signal);
  t.teardown(() => stop.abort());
  const figure = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(await metrics.render())?.[1]);
  return { clock, stop, running, figure };
}

t.test('each list is timed, and the time between two', async (t) => {
  const { clock, stop, running, figure } = scene(t, (clock, signal) => clock.sleep(12_000, signal));
  await clock.untilSleeping();
  await clock.advance(12_000);
  await clock.untilSleeping();
  t.equal(await figure('kubelet_pleg_relist_duration_seconds_sum'), 12);
  t.equal(await figure('kubelet_pleg_relist_duration_seconds_bucket{le="10"}'), 0, 'an alert on ten seconds sees it');
  t.notOk((await figure('kubelet_pleg_relist_interval_seconds_count')) > 0);
  t.equal(await figure('kubelet_pleg_last_seen_seconds'), Math.floor(clock.now() / 1000));
  await clock.advance(1_000);
  await clock.untilSleeping();
  t.equal(await figure('kubelet_pleg_relist_interval_seconds_sum'), 13);
  stop.abort();
  await running;
  t.equal(await figure('kubelet_pleg_relist_duration_seconds_count'), 1, 'the list that the end cut short is none');
});

t.test('a list that fails is timed and does not count as seen', async (t) => {
  const { clock, figure } = scene(t, async () => {
    throw new RuntimeError('unavailable', 'gone');
  });
  await clock.untilSleeping();
  await clock.advance(1_000);
  await clock.untilSleeping();
  t.equal(await figure('kubelet_pleg_relist_duration_seconds_count'), 2);
  t.ok(!((await figure('kubelet_pleg_last_seen_seconds')) > 0));
});
