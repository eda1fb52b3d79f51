// Admission with metrics: how long each of its two phases took, and whether it refused.

import type { Metrics } from '../../shared/process/metric/metrics.ts';
import type { HistogramSeries } from '../../shared/process/metric/metric.ts';
import type { Admission, AdmissionAttributes, Admitted } from './contract/admission.ts';

const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 2.5];

type Phase = 'admit' | 'validate';

/** `now`: milliseconds of a monotonic clock. */
export function measuredAdmission(admission: Admission, metrics: Metrics, now: () => number): Admission {
  const duration = metrics.histogram({
    name: 'apiserver_admission_step_admission_duration_seconds',
    help: 'Time that all plug-ins took together, by phase and operation, and whether one refused.',
    labels: ['type', 'operation', 'rejected'],
    buckets: durationBuckets,
    stability: 'STABLE',
  });
  const kept = new Map<string, HistogramSeries>();
  const observe = (type: Phase, operation: string, rejected: boolean, started: number): void => {
    const key = `${type} ${operation} ${rejected}`;
    let series = kept.get(key);
    if (series === undefined) {
      series = duration.series({ type, operation, rejected: String(rejected) });
      kept.set(key, series);
    }
    series.observe((now() - started) / 1000);
  };
  const timed = (type: Phase, { operation }: AdmissionAttributes, step: () => Admitted): Admitted => {
    const started = now();
    const refused = (error: unknown): never => {
      observe(type, operation, true, started);
      throw error;
    };
    let admitted: Admitted;
    try {
      admitted = step();
    } catch (error) {
      return refused(error);
    }
    if (admitted !== undefined) return admitted.then(() => observe(type, operation, false, started), refused);
    observe(type, operation, false, started);
    return undefined;
  };
  return {
    mutate: (attributes, request) => timed('admit', attributes, () => admission.mutate(attributes, request)),
    validate: (attributes, request) => timed('validate', attributes, () => admission.validate(attributes, request)),
  };
}
