// What a server answers at paths that are no resources: discovery, schema documents, version, metrics, health.

import { healthMetrics } from '../../shared/process/metric/health-metrics.ts';
import { createMetrics } from '../../shared/process/metric/metrics.ts';
import { apiVersionOf } from '../../shared/object/group-version.ts';
import type { Schemas } from '../../shared/schema/builtin.ts';
import type { RemoteGroups } from '../discovery/remote-groups.ts';
import { discoveryMounts } from '../discovery/discovery.ts';
import { openApiMounts } from '../discovery/openapi.ts';
import { metricsResponse } from '../endpoint/metrics.ts';
import { pathIndex, pathIndexOf } from '../endpoint/path-index.ts';
import { documentInOneForm } from '../endpoint/document.ts';
import { apiVersion, versionResponse } from '../endpoint/version.ts';
import { healthMounts } from '../health/health-endpoint.ts';
import { HealthLog } from '../health/health-log.ts';
import type { HealthCheck } from '../health/health-check.ts';
import type { Readiness } from '../health/readiness.ts';
import { serverChecks } from '../health/server-checks.ts';
import type { Mount } from '../http/contract/path-handler.ts';
import { alsoWithSlash } from '../http/request/path-table.ts';
import { makeProtobufCodec } from '../registry/representation/output/protobuf-codec.ts';
import type { Resource, Resources } from '../registry/contract/resource.ts';
import { derived } from '../registry/derived.ts';
import type { ServerContext } from '../context/server-context.ts';

export interface PathSettings
  extends Pick<ServerContext, 'vendor' | 'clock' | 'log' | 'metrics' | 'store' | 'storeChecks' | 'options'> {
  readonly schemas: Schemas;
  /** Versions of groups that other servers answer. */
  readonly remote: RemoteGroups;
  /** Host and port as clients reach the server; asked once it listens. */
  readonly serverAddress: () => string;
}

/** `resources` are those that are served; `issuer` answers for the issuer of service account tokens. */
export function serverPaths(
  { vendor, log, clock, store, storeChecks, metrics, options, schemas, remote, serverAddress }: PathSettings,
  resources: Resources,
  issuer: readonly Mount[],
  readiness: Readiness,
): readonly Mount[] {
  const { major, minor } = apiVersion;
  const documents = openApiMounts({
    vendor,
    resources,
    remote,
    schemas,
    issuerPaths: issuer.map(({ path }) => path),
    version: `${major}.${minor}`,
    now: () => clock.now(),
  });
  const { healthSummary: summary } = vendor.behaviour;
  const { livezGracePeriod = 0 } = options;
  const { live, ready, healthy } = serverChecks({ store, storeChecks, clock, readiness, livezGracePeriod });
  const healthOnly = createMetrics();
  const note = healthMetrics([metrics, healthOnly], vendor);
  const healthLog = new HealthLog({ log, expected: () => !readiness.ready });
  const health = Object.entries({ livez: live, readyz: ready, healthz: healthy });
  const mounts = [
    ...discoveryMounts({ vendor, resources, remote, protobuf: makeProtobufCodec(schemas), serverAddress }),
    ...documents,
    ...[{ path: '/version', answer: versionResponse() }, ...issuer].flatMap((mount) =>
      alsoWithSlash(documentInOneForm(vendor, mount)),
    ),
    { path: '/metrics', answer: metricsResponse(metrics) },
    { path: '/metrics/slis', answer: metricsResponse(healthOnly) },
    ...health.flatMap(([name, checks]) => healthMounts({ name, checks, summary, log: healthLog, note })),
  ];
  const fixed = [
    ...mounts.map(({ path }) => path).filter((path) => path === '/apis/' || !path.endsWith('/')),
    ...health.flatMap(([name, checks]) => checksBelow(name, checks)),
  ];
  const answer = pathIndex(derived(resources, (all) => pathIndexOf([...fixed, ...discoveryPaths(all)])));
  return [...mounts, { path: '/', answer }, { path: '/index.html', answer }];
}

/** Groups and their versions. */
function discoveryPaths(all: readonly Resource[]): readonly string[] {
  return all.flatMap(({ group, version }) =>
    group === '' ? [`/api/${version}`] : [`/apis/${group}`, `/apis/${apiVersionOf(group, version)}`],
  );
}

function checksBelow(name: string, checks: readonly HealthCheck[]): readonly string[] {
  return checks.map((check) => `/${name}/${check.name}`);
}
