// Metrics of admission webhooks, and of the match conditions of webhooks and policies, under the names that dashboards know.

import type { Metrics } from '../../../shared/process/metric/metrics.ts';
import type { Operation } from '../contract/admission.ts';

/** `admit`: of a mutating webhook. */
export type WebhookType = 'admit' | 'validating';

/** How a call ended. */
export type WebhookOutcome =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'refused'; readonly code: number }
  /** `open`: the write goes on. */
  | { readonly kind: 'failed'; readonly code: number; readonly open: boolean }
  /** Something went wrong on the side of the server. */
  | { readonly kind: 'broken' };

export interface WebhookMetrics {
  called(name: string, type: WebhookType, operation: Operation, outcome: WebhookOutcome, seconds: number): void;
  excluded(name: string, type: WebhookType, operation: Operation): void;
  conditionsFailed(name: string, type: WebhookType, operation: Operation, times: number): void;
}

const mostCode = 600;

export function webhookMetrics(metrics: Metrics): WebhookMetrics {
  const durations = metrics.histogram({
    name: 'apiserver_admission_webhook_admission_duration_seconds',
    help: 'Time that each webhook took, by type and operation, and whether it refused.',
    labels: ['name', 'type', 'operation', 'rejected'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25],
    stability: 'STABLE',
  });
  const counter = (name: string, help: string, labels: readonly string[]) =>
    metrics.counter({ name: `apiserver_admission_${name}`, help, labels: [...labels], stability: 'ALPHA' });
  const requests = counter('webhook_request_total', 'Calls of webhooks, by the code of their answer.', [
    'name',
    'type',
    'operation',
    'code',
    'rejected',
  ]);
  const rejections = counter('webhook_rejection_count', 'Writes that a webhook refused, or that failed with it.', [
    'name',
    'type',
    'operation',
    'error_type',
    'rejection_code',
  ]);
  const open = counter('webhook_fail_open_count', 'Failed calls of webhooks whose failures are ignored.', [
    'name',
    'type',
  ]);
  const conditionLabels = ['name', 'kind', 'type', 'operation'];
  const exclusions = counter(
    'match_condition_exclusions_total',
    'Writes that a webhook or a policy was not asked about because of a match condition.',
    conditionLabels,
  );
  const failures = counter('match_condition_evaluation_errors_total', 'Match conditions that failed.', conditionLabels);
  return {
    called(name, type, operation, outcome, seconds) {
      const { code, errorType } = resultOf(outcome);
      const rejected = outcome.kind !== 'allowed' && !(outcome.kind === 'failed' && outcome.open);
      durations.observe(seconds, { name, type, operation, rejected: String(rejected) });
      requests.increment({ name, type, operation, code, rejected: String(rejected) });
      if (rejected) rejections.increment({ name, type, operation, error_type: errorType, rejection_code: code });
      else if (outcome.kind === 'failed') open.increment({ name, type });
    },
    excluded: (name, type, operation) => exclusions.increment({ name, kind: 'webhook', type, operation }),
    conditionsFailed: (name, type, operation, times) =>
      failures.increment({ name, kind: 'webhook', type, operation }, times),
  };
}

function resultOf(outcome: WebhookOutcome): { readonly code: number; readonly errorType: string } {
  switch (outcome.kind) {
    case 'allowed':
      return { code: 200, errorType: 'no_error' };
    case 'refused':
      return { code: Math.min(outcome.code, mostCode), errorType: 'no_error' };
    case 'failed':
      return { code: Math.min(outcome.code, mostCode), errorType: 'calling_webhook_error' };
    case 'broken':
      return { code: 0, errorType: 'apiserver_internal_error' };
  }
}
