// The scheduler as figures, under the names that dashboards know.

import type { Metrics } from '../../../shared/process/metric/metrics.ts';

export type AttemptResult = 'scheduled' | 'unschedulable' | 'error';

/** Called by the scheduler; for metrics. */
export interface SchedulingObserver {
  /** A pod had its turn, which took so many milliseconds. */
  attempted(result: AttemptResult, took: number): void;
  /** How many pods wait for their turn, and how many for a change. */
  waiting(active: number, unschedulable: number): void;
}

export function schedulingMetrics(metrics: Metrics): SchedulingObserver {
  const attempts = metrics.counter({
    name: 'scheduler_schedule_attempts_total',
    help: 'Attempts to give pods a node, by result.',
    labels: ['profile', 'result'],
    stability: 'STABLE',
  });
  const duration = metrics.histogram({
    name: 'scheduler_scheduling_attempt_duration_seconds',
    help: 'Seconds of an attempt, its binding included.',
    labels: ['profile', 'result'],
    buckets: [0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1.024, 2.048, 4.096, 8.192],
    stability: 'STABLE',
  });
  const pending = metrics.gauge({
    name: 'scheduler_pending_pods',
    help: 'Pods without a node, by whether they wait for their turn or for a change.',
    labels: ['queue'],
    stability: 'STABLE',
  });
  const profile = schedulerName;
  return {
    attempted: (result, took) => {
      attempts.increment({ profile, result });
      duration.observe(took / 1000, { profile, result });
    },
    waiting: (active, unschedulable) => {
      pending.set(active, { queue: 'active' });
      pending.set(unschedulable, { queue: 'unschedulable' });
    },
  };
}

/** Whose pods it places: those that name no other scheduler. */
export const schedulerName = 'default-scheduler';
