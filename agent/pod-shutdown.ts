// How pods end before the host goes down, composed.

import type { AgentParts } from './agent-parts.ts';
import type { NodeLoops } from './node-loops.ts';
import type { Verdict } from './pod/eviction/verdict.ts';
import type { StatusWriter } from './pod/status/status-writer.ts';
import type { Pods } from './pod/worker/pods.ts';
import type { Logind } from './shutdown/logind.ts';
import { NodeShutdown } from './shutdown/node-shutdown.ts';
import { stepsOf } from './shutdown/shutdown-order.ts';
import { systemdLogind } from './shutdown/systemd-logind.ts';

const message = 'Pod was terminated in response to imminent node shutdown.';
const verdict: Verdict = { reason: 'Terminated', message, disruption: message, quiet: true };
const fault = 'node is shutting down';

/** Undefined: a shutdown of the host does not wait for pods. */
export function nodeShutdown(
  { settings, environment, faults }: AgentParts,
  node: NodeLoops,
  pods: () => Pods,
  statuses: StatusWriter,
  logind: Logind = systemdLogind(),
): NodeShutdown | undefined {
  const {
    shutdownGracePeriod: whole,
    shutdownGracePeriodCriticalPods: critical,
    shutdownGracePeriodByPodPriority: byPriority,
  } = settings.loaded.configuration;
  const steps =
    byPriority.length === 0
      ? stepsOf({ whole, critical })
      : byPriority.map(({ priority, shutdownGracePeriodSeconds: seconds }) => ({ priority, period: seconds * 1000 }));
  if (steps.every(({ period }) => period === 0)) return undefined;
  const { clock, log } = environment;
  return new NodeShutdown({
    logind,
    steps,
    pods: () =>
      pods()
        .evictable()
        .map((one) => ({
          priority: one.pod.spec?.priority ?? 0,
          end: (grace) => one.evict(verdict, grace),
          hasEnded: () => one.hasEnded() && statuses.isSettled(one.pod.metadata.uid ?? ''),
        })),
    changed: (shuttingDown) => {
      if (shuttingDown) faults.add(fault);
      else faults.delete(fault);
      const what = shuttingDown ? 'event' : 'cancellation';
      node.tell('Normal', 'NodeShutdown', `Shutdown manager detected shutdown ${what}`);
      node.lookNow();
    },
    clock,
    log,
  });
}
