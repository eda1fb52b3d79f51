// Notices what changes in the runtime, and says which pods have changed. The runtime tells by events where it can; its sandboxes and
// containers are listed besides, seldom while events come and every second while none do, because an event may be lost. The lists are
// timed under the names by which alerts find runtimes that have become slow.

import type { Clock } from '../../../shared/process/time/clock.ts';
import { type BackOff, backOffDelay } from '../../../shared/process/time/back-off.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Metrics } from '../../../shared/process/metric/metrics.ts';
import type { ContainerEvent, PodRuntime } from '../../cri/pod-runtime.ts';
import { relist } from '../../cri/relist.ts';
import { type Runtime, RuntimeError } from '../../cri/runtime.ts';

export interface LifecycleEventsOptions {
  readonly runtime: Pick<Runtime, 'sandboxStates' | 'containerStates'>;
  readonly podRuntime: Pick<PodRuntime, 'followEvents'>;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Milliseconds between the end of a list and the next while no events come. Default 1,000. */
  readonly period?: number;
  /** The same while they do. Default 10,000. */
  readonly calmPeriod?: number;
  /** Pods of which something changed, by uid, and all that the runtime has something of that runs, as far as it is known. */
  readonly changed: (changed: ReadonlySet<string>, running: ReadonlySet<string>) => void;
}

/** A stream that has not failed for so long counts as open (milliseconds): a runtime need not say anything at its begin. */
const settled = 2_000;
const backOff: BackOff = { initial: 1_000, cap: 30_000 };
/** Until a runtime without events is asked again: another version may run then. */
const withoutEvents = 300_000;

interface Known {
  readonly uid: string;
  readonly state: string;
}

/** What fails says nothing: what changed meanwhile is noticed with the next list. */
export function lifecycleEvents(options: LifecycleEventsOptions): Loop {
  const { runtime, podRuntime, metrics, clock, period = 1_000, calmPeriod = 10_000, changed } = options;
  /** By the id of a sandbox or container. */
  let before = new Map<string, Known>();
  let sandboxes = new Map<string, Known>();
  const running = new Set<string>();
  let following = false;
  const counted = (name: string, help: string) =>
    metrics.counter({ name: `kubelet_evented_pleg_connection_${name}_count`, help, stability: 'ALPHA' });
  const successes = counted('success', 'Streams of container events that the runtime accepted.');
  const failures = counted('error', 'Streams of container events that failed.');

  const noted: Pick<Runtime, 'sandboxStates' | 'containerStates'> = {
    sandboxStates: async (signal) => {
      const found = await runtime.sandboxStates(signal);
      running.clear();
      sandboxes = new Map(found.map(({ id, podUid: uid, ready }) => [id, { uid, state: ready ? 'ready' : 'stopped' }]));
      for (const { podUid, ready } of found) if (ready && podUid !== '') running.add(podUid);
      return found;
    },
    containerStates: async (signal) => {
      const found = await runtime.containerStates(signal);
      const now = new Map(sandboxes);
      for (const { id, sandboxId, state } of found) {
        const uid = sandboxes.get(sandboxId)?.uid ?? before.get(id)?.uid ?? '';
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
  const lists = relist({ runtime: noted, metrics, clock, period: () => (following ? calmPeriod : period) });

  const opened = (): void => {
    if (following) return;
    following = true;
    successes.increment();
  };
  const received = (event: ContainerEvent): void => {
    opened();
    const uid = event.podUid ?? before.get(event.id)?.uid;
    if (uid === undefined) return lists.wake();
    if (event.what === 'deleted') before.delete(event.id);
    else before.set(event.id, { uid, state: stateAfter(event) });
    changed(new Set([uid]), nothing);
  };
  const follow = async (signal: AbortSignal): Promise<void> => {
    for (let failed = 0; !signal.aborted; ) {
      const end = new AbortController();
      const both = AbortSignal.any([signal, end.signal]);
      void clock.sleep(settled, both).then(opened, () => undefined);
      const failure = await podRuntime.followEvents(received, both).catch((error: unknown) => error);
      end.abort();
      if (signal.aborted) return;
      failures.increment();
      failed = following ? 1 : failed + 1;
      const isWithout = failure instanceof RuntimeError && failure.failure === 'unimplemented';
      // What happened since the stream broke is to be noticed at once.
      if (following) lists.wake();
      following = false;
      await clock.sleep(isWithout ? withoutEvents : backOffDelay(backOff, failed), signal).catch(() => undefined);
    }
  };
  return {
    name: lists.name,
    run: async (signal) => {
      await Promise.all([lists.run(signal), follow(signal)]);
    },
  };
}

const nothing: ReadonlySet<string> = new Set();

/** As a list would show it. */
function stateAfter({ what, isSandbox }: ContainerEvent): string {
  if (isSandbox) return what === 'stopped' ? 'stopped' : 'ready';
  return what === 'created' ? 'created' : what === 'started' ? 'running' : 'exited';
}
