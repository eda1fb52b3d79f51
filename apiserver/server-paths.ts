// What a server answers at paths that are no resources: discovery, schema documents, version, metrics, health.

import { healthMetrics } from '../shared/process/health-metrics.ts';
import { createMetrics } from '../shared/process/metrics.ts';
import { discoveryMounts } from './discovery/discovery.ts';
import { openApiMounts } from './discovery/openapi.ts';
import { metricsAnswer } from './endpoint/metrics.ts';
import { apiVersion, versionAnswer } from './endpoint/version.ts';
import { healthMounts } from './health/health-endpoint.ts';
import { HealthLog } from './health/health-log.ts';
import type { Readiness } from './health/readiness.ts';
import { serverChecks } from './health/server-checks.ts';
import type { Mount } from './http/answer-path.ts';
import { alsoWithSlash } from './http/path-table.ts';
import type { Resources } from './registry/resource.ts';
import type { Foundations } from './server-foundations.ts';

export interface PathSettings extends Pick<Foundations, 'vendor' | 'clock' | 'log' | 'metrics' | 'store' | 'options'> {
  /** Host and port as clients reach the server; asked once it listens. */
  readonly serverAddress: () => string;
}

/** `resources` are those that are served; `issuer` answers for the issuer of service account tokens. */
export function serverPaths(
  { vendor, log, clock, store, metrics, options, serverAddress }: PathSettings,
  resources: Resources,
  issuer: readonly Mount[],
  readiness: Readiness,
): readonly Mount[] {
  const { major, minor, patch } = apiVersion;
  const documents = openApiMounts({
    vendor,
    resources: resources.all,
    version: `v${major}.${minor}.${patch}`,
    now: () => clock.now(),
  });
  const { healthSummary: summary } = vendor.behaviour;
  const { live, ready } = serverChecks({ store, clock, readiness, livezGracePeriod: options.livezGracePeriod ?? 0 });
  const healthOnly = createMetrics();
  const note = healthMetrics([metrics, healthOnly], vendor);
  const healthLog = new HealthLog({ log, expected: () => !readiness.ready });
  return [
    ...discoveryMounts({ vendor, resources: resources.all, serverAddress }),
    ...documents,
    ...alsoWithSlash({ path: '/version', answer: versionAnswer() }),
    { path: '/metrics', answer: metricsAnswer(metrics) },
    { path: '/metrics/slis', answer: metricsAnswer(healthOnly) },
    ...issuer.flatMap(alsoWithSlash),
    ...healthMounts({ name: 'livez', checks: live, summary, log: healthLog, note }),
    ...healthMounts({ name: 'readyz', checks: ready, summary, log: healthLog, note }),
    ...healthMounts({ name: 'healthz', checks: live, summary, log: healthLog, note }),
  ];
}
