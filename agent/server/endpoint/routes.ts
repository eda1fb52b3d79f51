// The routes of the node's API: paths, methods, and the sub-resources of the node that authorize them. `refused-endpoints.ts`
// has the paths that are not served. As in other agents, metrics and health accept any method, lists and logs only their own.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Metrics } from '../../../shared/process/metric/metrics.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { PodRuntime } from '../../cri/pod-runtime.ts';
import { type Runtime, RuntimeError } from '../../cri/runtime.ts';
import { withoutUnset } from '../../config/zero-fields.ts';
import type { HostFacts } from '../../host/host-facts.ts';
import type { Pod } from '../../pod/object/pod.ts';
import { type BoundPods, runningPods } from '../../pod/pod-view.ts';
import { runningMetrics } from '../../stats/running-metrics.ts';
import type { UsageReader } from '../../stats/usage-reader.ts';
import type { ArchiveFolder } from '../../checkpoint/archive-folder.ts';
import { internalError, json, jsonLine, type Response } from '../contract/response.ts';
import { archiveRoutes } from './archive-endpoints.ts';
import { type HealthCheck, healthEndpoints } from './health.ts';
import { openApiEndpoint } from '../openapi/openapi.ts';
import { disabled, refusedRoutes, refusedStreams } from './refused-endpoints.ts';
import type { Endpoint, Route } from '../contract/route.ts';
import { streamRoutes } from './stream-endpoints.ts';
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
  /** Streams into containers are served through it; undefined: they are refused. */
  readonly podRuntime?: PodRuntime | undefined;
  /** Milliseconds for which a stream may be idle. Default four hours. */
  readonly streamIdle?: number;
  readonly metrics: Metrics;
  /** Of health alone, for `/metrics/slis`. */
  readonly healthMetrics: Metrics;
  readonly usage: UsageReader;
  readonly facts: HostFacts;
  readonly clock: Clock;
  readonly logs: Endpoint;
  /** The log files of the host; undefined when they are not served. */
  readonly hostLogs: Endpoint | undefined;
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
  const whole = (pattern: string, subresources: readonly string[], endpoint: Endpoint): Route => ({
    pattern,
    methods: 'any',
    subresources,
    endpoint,
  });
  return [
    ...healthEndpoints(options.healthChecks, vendor).map(({ pattern, endpoint }) =>
      whole(pattern, narrow('healthz'), endpoint),
    ),
    whole('/metrics', ['metrics'], rendered(metrics, runningMetrics(runtime, metrics, options.clock))),
    whole('/metrics/slis', ['metrics'], rendered(options.healthMetrics)),
    whole('/metrics/resource', ['metrics'], resourceMetricsEndpoint(usage)),
    whole('/metrics/cadvisor', ['metrics'], containerMetricsEndpoint(usage, options.facts, options.clock)),
    whole('/metrics/probes', ['metrics'], probeMetricsEndpoint()),
    whole('/configz', narrow('configz'), () => json({ kubeletconfig: withoutUnset(configuration) })),
    whole('/openapi/v3', narrow('configz'), openApiEndpoint({ streams: options.podRuntime !== undefined })),
    {
      pattern: '/pods',
      part: '/pods',
      methods: ['GET'],
      subresources: narrow('pods'),
      endpoint: () => podList(pods.list()),
    },
    {
      pattern: '/runningpods/',
      part: '/runningpods/',
      methods: ['GET'],
      subresources: narrow('pods'),
      endpoint: runningPodsEndpoint(runtime),
    },
    {
      pattern: '/stats/summary',
      part: '/stats/',
      methods: ['GET', 'POST'],
      subresources: ['stats'],
      endpoint: summaryEndpoint(usage),
    },
    {
      pattern: '/containerLogs/{namespace}/{pod}/{container}',
      part: '/containerLogs',
      methods: ['GET'],
      subresources: ['proxy'],
      endpoint: options.logs,
    },
    options.hostLogs === undefined
      ? disabled('/logs/{path:*}', 'logs endpoint is disabled.', 'log')
      : {
          pattern: '/logs/{path:*}',
          part: '/logs/',
          methods: ['GET'],
          subresources: ['log'],
          endpoint: options.hostLogs,
        },
    ...(options.checkpoint === undefined
      ? []
      : [
          {
            pattern: '/checkpoint/{namespace}/{pod}/{container}',
            part: '/checkpoint/',
            methods: ['POST'],
            subresources: ['checkpoint'],
            endpoint: options.checkpoint.endpoint,
          },
          ...archiveRoutes(options.checkpoint.folder),
        ]),
    ...(options.podRuntime === undefined
      ? refusedStreams()
      : streamRoutes({ pods, runtime, podRuntime: options.podRuntime, idle: options.streamIdle ?? 4 * 60 * 60_000 })),
    ...refusedRoutes(),
  ];
}

/** If the runtime does not respond, the response is a 500 with the reason; it is not logged as an error of the agent. */
function runningPodsEndpoint(runtime: Runtime): Endpoint {
  return async ({ signal }) => {
    try {
      return podList(await runningPods(runtime, signal));
    } catch (error) {
      if (error instanceof RuntimeError) return internalError(error);
      throw error;
    }
  };
}

/** `gather` updates the metrics that are measured at each scrape. */
function rendered(metrics: Metrics, gather?: () => Promise<void>): Endpoint {
  return async () => {
    await gather?.();
    return { status: 200, contentType: metrics.contentType, body: await metrics.render() };
  };
}

/** What the list says of all, its kind, no item says again. */
function podList(pods: readonly Pod[]): Response {
  const items = pods.map(({ apiVersion: _version, kind: _kind, ...pod }) => pod);
  return jsonLine({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: items.length === 0 ? null : items });
}
