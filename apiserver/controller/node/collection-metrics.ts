// The pods that are deleted without their node's agent as figures, under the names that dashboards know.

import type { Metrics } from '../../../shared/process/metric/metrics.ts';

/**
 * Why a pod goes: its node is gone; it is being deleted and was never bound; it is being deleted and its node was taken out
 * of service; it is finished and there are too many.
 */
export type CollectionReason = 'orphaned' | 'unscheduled' | 'out-of-service' | 'terminated';

/** Called by the collector; for metrics. */
export interface CollectionObserver {
  /** A pod is about to be deleted. */
  collecting(namespace: string, reason: CollectionReason): void;
  /** It was not; it is tried again. */
  failed(namespace: string, reason: CollectionReason): void;
}

export function collectionMetrics(metrics: Metrics): CollectionObserver {
  const labels = ['namespace', 'reason'];
  const counter = (name: string, help: string) =>
    metrics.counter({ name: `pod_gc_collector_${name}`, help, labels, stability: 'ALPHA' });
  const deletions = counter('force_delete_pods_total', 'Pods that were to be deleted without the agent of their node.');
  const failures = counter('force_delete_pod_errors_total', 'Such deletions that failed.');
  return {
    collecting: (namespace, reason) => deletions.increment({ namespace, reason }),
    failed: (namespace, reason) => failures.increment({ namespace, reason }),
  };
}
