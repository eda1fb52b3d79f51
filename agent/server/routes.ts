// The table of the node's API (wire 17.1): which paths there are, with which methods, and under which sub-resources of
// the node they are allowed. What is known but not served stands in `refused-endpoints.ts`.

import type { Clock } from '../../shared/process/clock.ts';
import type { Metrics } from '../../shared/process/metrics.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { type Runtime, RuntimeError } from '../cri/runtime.ts';
import type { HostFacts } from '../node/host-facts.ts';
import { type BoundPods, runningPods } from '../pod/pod-view.ts';
import { runningMetrics } from '../stats/running-metrics.ts';
import type { UsageReader } from '../stats/usage-reader.ts';
import type { ArchiveFolder } from '../checkpoint/archive-folder.ts';
import { internalError, json } from './answer.ts';
import { archiveRoutes } from './archive-endpoints.ts';
import { type HealthCheck, healthEndpoints } from './health.ts';
import { openApiEndpoint } from './openapi.ts';
import { refusedRoutes } from './refused-endpoints.ts';
import type { Endpoint, Route } from './route.ts';
import {
  containerMetricsEndpoint,
  probeMetricsEndpoint,
  resourceMetricsEndpoint,
  summaryEndpoint,
} from './usage-endpoints.ts';

export interface RouteOptions {
  readonly vendor: Vendor;
  readonly healthChecks: readonly HealthCheck[];
  readonly pods: BoundPods;
  readonly runtime: Runtime;
  readonly metrics: Metrics;
  /** Of health alone, for `/metrics/slis`. */
  readonly healthMetrics: Metrics;
  readonly usage: UsageReader;
  readonly facts: HostFacts;
  readonly clock: Clock;
  readonly logs: Endpoint;
  /** What `/configz` shows: the configuration in force, without kind and version. */
  readonly configuration: object;
  /** Undefined when the feature gate ContainerCheckpoint is off: these paths then do not exist. */
  readonly checkpoint: { readonly endpoint: Endpoint; readonly folder: ArchiveFolder } | undefined;
  /** Whether narrow sub-resources are asked for before the wide `proxy` (gate KubeletFineGrainedAuthz). */
  readonly fineGrained: boolean;
}

export function nodeRoutes(options: RouteOptions): readonly Route[] {
  const { vendor, pods, runtime, metrics, usage, configuration } = options;
  const narrow = (subresource: string): readonly string[] => (options.fineGrained ? [subresource, 'proxy'] : ['proxy']);
  const read = ['GET', 'HEAD'];
  return [
    ...healthEndpoints(options.healthChecks, vendor).map((health) => ({
      ...health,
      methods: read,
      subresources: narrow('healthz'),
    })),
    { pattern: '/pods', methods: read, subresources: narrow('pods'), endpoint: () => json(podList(pods.list())) },
    {
      pattern: '/runningpods',
      methods: read,
      subresources: narrow('pods'),
      endpoint: runningPodsEndpoint(runtime),
    },
    {
      pattern: '/metrics',
      methods: read,
      subresources: ['metrics'],
      endpoint: rendered(metrics, runningMetrics(runtime, metrics, options.clock)),
    },
    { pattern: '/metrics/slis', methods: read, subresources: ['metrics'], endpoint: rendered(options.healthMetrics) },
    {
      pattern: '/metrics/resource',
      methods: read,
      subresources: ['metrics'],
      endpoint: resourceMetricsEndpoint(usage),
    },
    {
      pattern: '/metrics/cadvisor',
      methods: read,
      subresources: ['metrics'],
      endpoint: containerMetricsEndpoint(usage, options.facts, options.clock),
    },
    { pattern: '/metrics/probes', methods: read, subresources: ['metrics'], endpoint: probeMetricsEndpoint() },
    { pattern: '/stats/summary', methods: read, subresources: ['stats'], endpoint: summaryEndpoint(usage) },
    {
      pattern: '/containerLogs/{namespace}/{pod}/{container}',
      methods: read,
      subresources: ['proxy'],
      endpoint: options.logs,
    },
    {
      pattern: '/openapi/v3',
      methods: read,
      subresources: narrow('configz'),
      endpoint: openApiEndpoint(),
    },
    {
      pattern: '/configz',
      methods: read,
      subresources: narrow('configz'),
      endpoint: () => json({ kubeletconfig: configuration }),
    },
    ...(options.checkpoint === undefined
      ? []
      : [
          {
            pattern: '/checkpoint/{namespace}/{pod}/{container}',
            methods: ['POST'],
            subresources: ['checkpoint'],
            endpoint: options.checkpoint.endpoint,
          },
          ...archiveRoutes(options.checkpoint.folder),
        ]),
    ...refusedRoutes(),
  ];
}

/** A runtime that cannot be asked is the reason of a 500, and no fault of the agent to be logged. */
function runningPodsEndpoint(runtime: Runtime): Endpoint {
  return async ({ signal }) => {
    try {
      return json(podList(await runningPods(runtime, signal)));
    } catch (error) {
      if (error instanceof RuntimeError) return internalError(error);
      throw error;
    }
  };
}

/** `gather` brings what is to be asked for at each scrape. */
function rendered(metrics: Metrics, gather?: () => Promise<void>): Endpoint {
  return async () => {
    await gather?.();
    return { status: 200, contentType: metrics.contentType, body: await metrics.render() };
  };
}

function podList(items: readonly object[]): object {
  return { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: items.length === 0 ? null : items };
}
