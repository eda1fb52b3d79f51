// Metrics of policies, under the names that dashboards know.

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

export interface MutationMetrics {
  evaluated(
    policy: string,
    binding: string,
    outcome: { readonly failed: boolean; readonly milliseconds: number },
  ): void;
}

export function mutationMetrics(metrics: Metrics): MutationMetrics {
  const labels = ['policy', 'policy_binding', 'error_type'];
  const checks = metrics.counter({
    name: 'apiserver_mutating_admission_policy_check_total',
    help: 'Mutations by policies, by policy, binding, and whether an expression failed.',
    labels,
    stability: 'ALPHA',
  });
  const durations = metrics.histogram({
    name: 'apiserver_mutating_admission_policy_check_duration_seconds',
    help: 'Time of one mutation by a policy, by policy, binding, and whether an expression failed.',
    labels,
    buckets: [0.0000005, 0.001, 0.01, 0.1, 1],
    stability: 'ALPHA',
  });
  return {
    evaluated: (policy, binding, { failed, milliseconds }) => {
      const of = { policy, policy_binding: binding, error_type: failed ? 'invalid_error' : 'no_error' };
      checks.increment(of);
      durations.observe(milliseconds / 1000, of);
    },
  };
}
