// Metrics of authorization webhooks, by the names that dashboards have.

import type { Metrics } from '../../../shared/process/metric/metrics.ts';
import type { CallResult } from '../../outbound/review/review-failure.ts';

export interface WebhookMetrics {
  called(name: string, result: CallResult, seconds: number): void;
  /** A failure that counted as no opinion. */
  failedOpen(name: string, result: CallResult): void;
  /** Match conditions were evaluated. */
  matched(name: string, outcome: 'asked' | 'excluded' | 'failed', seconds: number): void;
}

const conditionBuckets = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];

export function webhookMetrics(metrics: Metrics): WebhookMetrics {
  const named = (name: string): string => `apiserver_authorization_${name}`;
  const calls = { labels: ['name', 'result'], stability: 'ALPHA' as const };
  const conditions = { labels: ['type', 'name'], stability: 'ALPHA' as const };
  const evaluations = metrics.counter({
    name: named('webhook_evaluations_total'),
    help: 'Calls of authorization webhooks.',
    ...calls,
  });
  const durations = metrics.histogram({
    name: named('webhook_duration_seconds'),
    help: 'How long calls of authorization webhooks took.',
    ...calls,
  });
  const failOpen = metrics.counter({
    name: named('webhook_evaluations_fail_open_total'),
    help: 'Failed calls of authorization webhooks that were taken for no opinion.',
    ...calls,
  });
  const errors = metrics.counter({
    name: named('match_condition_evaluation_errors_total'),
    help: 'Requests for which a match condition of an authorizer failed.',
    ...conditions,
  });
  const exclusions = metrics.counter({
    name: named('match_condition_exclusions_total'),
    help: 'Requests that the match conditions of an authorizer excluded.',
    ...conditions,
  });
  const evaluating = metrics.histogram({
    name: named('match_condition_evaluation_seconds'),
    help: 'How long match conditions of an authorizer took.',
    buckets: conditionBuckets,
    ...conditions,
  });
  return {
    called(name, result, seconds) {
      evaluations.increment({ name, result });
      durations.observe(seconds, { name, result });
    },
    failedOpen: (name, result) => failOpen.increment({ name, result }),
    matched(name, outcome, seconds) {
      const labels = { type: 'Webhook', name };
      evaluating.observe(seconds, labels);
      if (outcome === 'excluded') exclusions.increment(labels);
      if (outcome === 'failed') errors.increment(labels);
    },
  };
}
