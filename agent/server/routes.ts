// The table of the node's API (wire 17.1): which paths there are, with which methods, and under which sub-resources of
// the node they are allowed. Streaming and log endpoints are not offered and answer 404.

import type { Metrics } from '../../shared/process/metrics.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Runtime } from '../cri/runtime.ts';
import { type BoundPods, runningPods } from '../pod/pod-view.ts';
import { json } from './answer.ts';
import { type HealthCheck, healthEndpoints } from './health.ts';
import type { Endpoint, Route } from './route.ts';

export interface RouteOptions {
  readonly vendor: Vendor;
  readonly healthChecks: readonly HealthCheck[];
  readonly pods: BoundPods;
  readonly runtime: Runtime;
  readonly metrics: Metrics;
  /** What `/configz` shows: the configuration in force, without kind and version. */
  readonly configuration: object;
  /** Undefined when the feature gate ContainerCheckpoint is off: the path then does not exist. */
  readonly checkpoint: Endpoint | undefined;
  /** Whether narrow sub-resources are asked for before the wide `proxy` (gate KubeletFineGrainedAuthz). */
  readonly fineGrained: boolean;
}

export function nodeRoutes(options: RouteOptions): readonly Route[] {
  const { vendor, pods, runtime, metrics, configuration } = options;
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
      endpoint: async ({ signal }) => json(podList(await runningPods(runtime, signal))),
    },
    {
      pattern: '/metrics',
      methods: read,
      subresources: ['metrics'],
      endpoint: async () => ({ status: 200, contentType: metrics.contentType, body: await metrics.render() }),
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
            endpoint: options.checkpoint,
          },
        ]),
  ];
}

function podList(items: readonly object[]): object {
  return { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: items.length === 0 ? null : items };
}
