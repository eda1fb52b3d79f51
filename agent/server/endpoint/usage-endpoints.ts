// The endpoints about usage: `/stats/summary`, `/metrics/resource`, `/metrics/cadvisor` and `/metrics/probes`.

import type { Clock } from '../../../shared/process/time/clock.ts';
import { RuntimeError } from '../../cri/runtime.ts';
import type { HostFacts } from '../../host/host-facts.ts';
import { containerMetrics } from '../../stats/container-metrics.ts';
import { expositionType } from '../../stats/exposition.ts';
import { resourceMetrics } from '../../stats/resource-metrics.ts';
import { summary } from '../../stats/summary.ts';
import type { UsageReader } from '../../stats/usage-reader.ts';
import { type Response, internalError, json } from '../contract/response.ts';
import type { Endpoint } from '../contract/route.ts';

/** With `?only_cpu_and_memory=true` nothing but these. 500 with the reason when runtime or host cannot be read. */
export function summaryEndpoint(usage: UsageReader): Endpoint {
  return async ({ query, signal }) => {
    try {
      return json(summary(await usage.summary(signal), query.get('only_cpu_and_memory') === 'true'));
    } catch (error) {
      return internalError(error);
    }
  };
}

/** If the runtime does not respond, `resource_scrape_error` is 1, and the metrics of the node itself are still served. */
export function resourceMetricsEndpoint(usage: UsageReader): Endpoint {
  return async ({ signal }) => {
    const pods = await usage.pods(signal).catch(unanswered);
    return metricsText(resourceMetrics(await usage.host(), pods));
  };
}

/** If the runtime does not respond, `container_scrape_error` is 1, and the metrics of host and machine are still served. */
export function containerMetricsEndpoint(usage: UsageReader, facts: HostFacts, clock: Clock): Endpoint {
  return async ({ signal }) => {
    const pods = await usage.pods(signal).catch(unanswered);
    const containerDisk = await usage.containerDisk(signal).catch(unanswered);
    const host = await usage.host();
    return metricsText(
      containerMetrics({
        facts,
        host,
        pods,
        ...(containerDisk === undefined ? {} : { containerDisk }),
        now: clock.now(),
      }),
    );
  };
}

/** This agent runs no probes, so there are no metrics of any. */
export function probeMetricsEndpoint(): Endpoint {
  return () => metricsText('');
}

function metricsText(body: string): Response {
  return { status: 200, contentType: expositionType, body };
}

/** For a runtime that does not respond; other failures are thrown. */
function unanswered(error: unknown): undefined {
  if (error instanceof RuntimeError) return undefined;
  throw error;
}
