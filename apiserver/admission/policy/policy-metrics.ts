// Metrics of validating policies, under the names that dashboards know.

import type { Metrics } from '../../../shared/process/metric/metrics.ts';

export type PolicyEnforcement = 'deny' | 'warn' | 'audit';

export interface PolicyMetrics {
  /** `failed`: an expression could not be decided. */
  enforced(policy: string, binding: string, action: PolicyEnforcement, failed: boolean): void;
}

export function policyMetrics(metrics: Metrics): PolicyMetrics {
  const checks = metrics.counter({
    name: 'apiserver_validating_admission_policy_check_total',
    help: 'Objections of validating policies, by policy, binding, what was done, and whether an expression failed.',
    labels: ['policy', 'policy_binding', 'error_type', 'enforcement_action'],
    stability: 'BETA',
  });
  return {
    enforced: (policy, binding, action, failed) =>
      checks.increment({
        policy,
        policy_binding: binding,
        error_type: failed ? 'invalid_error' : 'no_error',
        enforcement_action: action,
      }),
  };
}
