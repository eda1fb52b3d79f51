// The number of running pods and containers, from the runtime at each scrape, under the names that dashboards of node agents ask
// for. What the runtime does not report in time is left out: an old value would look like a new one.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { Metrics } from '../../shared/process/metric/metrics.ts';
import type { ContainerState, Runtime } from '../cri/runtime.ts';

/** Milliseconds that a scrape waits for the runtime: the other figures matter most while it hangs. */
const patience = 1000;

const states: readonly ContainerState[] = ['created', 'running', 'exited', 'unknown'];

/** To be awaited before each scrape. Never rejects. */
export function runningMetrics(runtime: Runtime, metrics: Metrics, clock: Clock): () => Promise<void> {
  const pods = metrics.gauge({
    name: 'kubelet_running_pods',
    help: 'Pods with a sandbox that is ready.',
    stability: 'ALPHA',
  });
  const containers = metrics.gauge({
    name: 'kubelet_running_containers',
    help: 'Containers that the runtime has, by state.',
    labels: ['container_state'],
    stability: 'ALPHA',
  });
  return async () => {
    const limit = new AbortController();
    const over = clock.sleep(patience, limit.signal).catch(() => {});
    void over.then(() => limit.abort());
    try {
      const [sandboxes, held] = await Promise.all([
        runtime.listSandboxes(undefined, limit.signal),
        runtime.listContainers(undefined, limit.signal),
      ]);
      pods.set(new Set(sandboxes.filter(({ ready }) => ready).map(({ podUid }) => podUid)).size);
      for (const state of states) {
        containers.set(held.filter((one) => one.state === state).length, { container_state: state });
      }
    } catch {
      pods.remove({});
      for (const state of states) containers.remove({ container_state: state });
    } finally {
      limit.abort();
    }
  };
}
