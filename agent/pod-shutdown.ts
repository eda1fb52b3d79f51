// How pods end before the host goes down, composed.

import type { AgentParts } from './agent-parts.ts';
import type { NodeLoops } from './node-loops.ts';
import type { Verdict } from './pod/eviction/verdict.ts';
import type { StatusWriter } from './pod/status/status-writer.ts';
import type { Pods } from './pod/worker/pods.ts';
import type { Logind } from './shutdown/logind.ts';
import { NodeShutdown } from './shutdown/node-shutdown.ts';
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
  const { shutdownGracePeriod: whole, shutdownGracePeriodCriticalPods: critical } = settings.loaded.configuration;
  if (whole === 0) return undefined;
  const { clock, log } = environment;
  return new NodeShutdown({
    logind,
    whole,
    critical,
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
