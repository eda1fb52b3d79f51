// The metrics of pod security, under the names that dashboards know.

import type { Counter, Metrics } from '../../../shared/process/metric/metrics.ts';
import type { AdmissionAttributes } from '../contract/admission.ts';
import { type LevelVersion, versionText } from './level.ts';
import type { Mode } from './policy.ts';
import { newestRules } from './standard.ts';

export type Decision = 'allow' | 'deny';

export interface PodSecurityMetrics {
  evaluated(decision: Decision, level: LevelVersion, mode: Mode, attributes: AdmissionAttributes): void;
  exempted(attributes: AdmissionAttributes): void;
  /** `fatal`: the request was not judged. */
  failed(fatal: boolean, attributes: AdmissionAttributes): void;
}

export function podSecurityMetrics(metrics: Metrics): PodSecurityMetrics {
  const request = ['request_operation', 'resource', 'subresource'];
  const counter = (name: string, help: string, labels: readonly string[]): Counter =>
    metrics.counter({ name: `pod_security_${name}_total`, help, labels: [...labels, ...request], stability: 'ALPHA' });
  const evaluations = counter('evaluations', 'Pods and workloads that were judged, by policy and decision.', [
    'decision',
    'policy_level',
    'policy_version',
    'mode',
  ]);
  const exemptions = counter('exemptions', 'Requests that were exempt.', []);
  const errors = counter('errors', 'Policies that could not be read; such a pod must keep the strictest level.', [
    'fatal',
  ]);
  return {
    evaluated: (decision, { level, version }, mode, attributes) =>
      evaluations.increment({
        decision,
        policy_level: level,
        policy_version: shownVersion(level, version),
        mode,
        ...requestLabels(attributes),
      }),
    exempted: (attributes) => exemptions.increment(requestLabels(attributes)),
    failed: (fatal, attributes) => errors.increment({ fatal: String(fatal), ...requestLabels(attributes) }),
  };
}

/** Clients write versions into labels: those that this server does not have are one value. */
function shownVersion(level: LevelVersion['level'], version: LevelVersion['version']): string {
  if (level === 'privileged' || version === 'latest') return 'latest';
  return version > newestRules ? 'future' : versionText(version);
}

function requestLabels({ operation, group, resource, subresource }: AdmissionAttributes) {
  const known = group === '' ? { pods: 'pod', namespaces: 'namespace' }[resource] : undefined;
  return { request_operation: operation.toLowerCase(), resource: known ?? 'controller', subresource };
}
