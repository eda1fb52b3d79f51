// `/metrics`: the server's own metrics in text form.

import type { Metrics } from '../../shared/process/metric/metrics.ts';
import type { PathHandler } from '../http/contract/path-handler.ts';
import { documentResponse } from './document.ts';

export function metricsResponse(metrics: Metrics): PathHandler {
  return async () => documentResponse(metrics.contentType, await metrics.render());
}
