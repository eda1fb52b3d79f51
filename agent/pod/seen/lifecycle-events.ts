// Detects changes in the runtime: lists its sandboxes and containers every second, and reports which pods have changed since
// the last list. The durations of lists are exported under the metric names that alerts for slow runtimes use.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Metrics } from '../../../shared/process/metric/metrics.ts';
import { criLabels } from '../../../shared/vendor/cri-labels.ts';
import type { Runtime } from '../../cri/runtime.ts';
import { relist } from '../../cri/relist.ts';

export interface LifecycleEventsOptions {
  readonly runtime: Pick<Runtime, 'listSandboxes' | 'listContainers'>;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Milliseconds between the end of a list and the next. Default 1,000. */
  readonly period?: number;
  /** Called after each list, with the uids of the pods that changed, and of all pods with a running sandbox or container. */
  readonly changed: (changed: ReadonlySet<string>, running: ReadonlySet<string>) => void;
}

/** A failed list reports nothing: the next one finds the changes. */
export function lifecycleEvents({ runtime, metrics, clock, period = 1_000, changed }: LifecycleEventsOptions): Loop {
  /** By the id of a sandbox or container: its pod and state. */
  let before = new Map<string, { readonly uid: string; readonly state: string }>();
  let sandboxStates: [string, { readonly uid: string; readonly state: string }][] = [];
  const running = new Set<string>();
  const noted: Pick<Runtime, 'listSandboxes' | 'listContainers'> = {
    listSandboxes: async (labels, signal) => {
      const found = await runtime.listSandboxes(labels, signal);
      running.clear();
      sandboxStates = found.map(({ id, labels: own, ready }) => {
        const uid = own.get(criLabels.podUid) ?? '';
        if (ready && uid !== '') running.add(uid);
        return [id, { uid, state: ready ? 'ready' : 'stopped' }];
      });
      return found;
    },
    listContainers: async (labels, signal) => {
      const found = await runtime.listContainers(labels, signal);
      const now = new Map(sandboxStates);
      for (const { id, labels: own, state } of found) {
        const uid = own.get(criLabels.podUid) ?? '';
        if (state === 'running' && uid !== '') running.add(uid);
        now.set(id, { uid, state });
      }
      const uids = new Set<string>();
      for (const [id, { uid, state }] of now) if (before.get(id)?.state !== state) uids.add(uid);
      for (const [id, { uid }] of before) if (!now.has(id)) uids.add(uid);
      before = now;
      changed(uids, running);
      return found;
    },
  };
  return relist({ runtime: noted, metrics, clock, period });
}
