// The endpoints about usage: `/stats/summary` and `/metrics/resource` (wire 17.1).

import { RuntimeError } from '../cri/runtime.ts';
import { exposition, resourceMetrics } from '../stats/resource-metrics.ts';
import { summary } from '../stats/summary.ts';
import type { UsageReader } from '../stats/usage-reader.ts';
import { json, text } from './answer.ts';
import type { Endpoint } from './route.ts';

/** With `?only_cpu_and_memory=true` nothing but these. 500 with the reason when runtime or host cannot be read. */
export function summaryEndpoint(usage: UsageReader): Endpoint {
  return async ({ query, signal }) => {
    try {
      return json(summary(await usage.summary(signal), query.get('only_cpu_and_memory') === 'true'));
    } catch (error) {
      return text(500, `Internal Error: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
}

/** A runtime that cannot be asked shows in `resource_scrape_error`, and the node's own figures are there all the same. */
export function resourceMetricsEndpoint(usage: UsageReader): Endpoint {
  return async ({ signal }) => {
    const pods = await usage.pods(signal).catch((error: unknown) => {
      if (error instanceof RuntimeError) return undefined;
      throw error;
    });
    return { status: 200, contentType: exposition, body: resourceMetrics(await usage.host(), pods) };
  };
}
