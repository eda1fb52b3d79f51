import t from 'tap';

import type { Log } from '../log/log.ts';
import { silentLog } from '../log/log.ts';
import { createMetrics } from '../metric/metrics.ts';
import { runLoops } from './run-loops.ts';

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

t.test('a failed loop is logged and counted, and the others continue until the signal', async (t) => {
  const controller = new AbortController();
  const metrics = createMetrics();
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (message, fields) => errors.push(`${message}: ${String(fields?.['loop'])}`) };
  let stopped = false;
  const running = runLoops(
    [
      {
        name: 'healthy',
        run: async (signal) => {
          await untilAborted(signal);
          stopped = true;
        },
      },
      { name: 'broken', run: () => Promise.reject(new Error('defect')) },
    ],
    { signal: controller.signal, log, metrics },
  );
  await new Promise((resolve) => setImmediate(resolve));
  t.strictSame(errors, ['a background loop failed: broken']);
  const text = await metrics.render();
  t.match(text, 'background_loop_failures_total{loop="broken"} 1');
  t.match(text, 'background_loops_running{loop="healthy"} 1');
  t.notOk(stopped);
  controller.abort();
  await running;
  t.ok(stopped);
  t.match(await metrics.render(), 'background_loops_running{loop="healthy"} 0');
});

t.test('a loop that ends with the reason of the signal has not failed', async (t) => {
  const controller = new AbortController();
  const metrics = createMetrics();
  const running = runLoops(
    [{ name: 'a', run: async (signal) => (await untilAborted(signal), signal.throwIfAborted()) }],
    {
      signal: controller.signal,
      log: { ...silentLog, error: (message) => t.fail(message) },
      metrics,
    },
  );
  controller.abort();
  await running;
  t.match(await metrics.render(), 'background_loop_failures_total{loop="a"} 0');
});
