// `/metrics`: the server's own metrics in text form.

import type { Metrics } from '../../shared/process/metrics.ts';
import type { AnswerPath } from '../http/answer-path.ts';
import { documentAnswer } from './document.ts';

export function metricsAnswer(metrics: Metrics): AnswerPath {
  return async () => documentAnswer(metrics.contentType, await metrics.render());
}
