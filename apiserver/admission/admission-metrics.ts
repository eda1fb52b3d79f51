// Metrics of admission, under the names that dashboards know: how long each phase took, and each plug-in in it, and whether it
// refused. A hook source measures the calls of its own hooks.

import type { Metrics } from '../../shared/process/metric/metrics.ts';
import type { Histogram } from '../../shared/process/metric/metric.ts';
import { type CallObserver, keptByLabels } from '../../shared/process/metric/observed-call.ts';
import type { Operation } from './contract/admission.ts';

/** The phases as their metrics call them: mutating, and validating. */
export type Phase = 'admit' | 'validate';

export interface AdmissionMetrics {
  /** Of a whole phase. */
  step(phase: Phase, operation: Operation): CallObserver;
  /** Of one plug-in; for keeping, since it is found anew each time. */
  plugin(name: string, phase: Phase, operation: Operation): CallObserver;
}

const buckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5];

export function admissionMetrics(metrics: Metrics): AdmissionMetrics {
  const steps = metrics.histogram({
    name: 'apiserver_admission_step_admission_duration_seconds',
    help: 'Time that all plug-ins took together, by phase and operation, and whether one refused.',
    labels: ['type', 'operation', 'rejected'],
    buckets,
    stability: 'STABLE',
  });
  const plugins = metrics.histogram({
    name: 'apiserver_admission_controller_admission_duration_seconds',
    help: 'Time that each plug-in took, by phase and operation, and whether it refused.',
    labels: ['name', 'type', 'operation', 'rejected'],
    buckets,
    stability: 'STABLE',
  });
  const step = keptByLabels((type, operation) => observer(steps, { type, operation }));
  return {
    step,
    plugin: (name, type, operation) => observer(plugins, { name, type, operation }),
  };
}

function observer(histogram: Histogram, labels: Readonly<Record<string, string>>): CallObserver {
  const admitted = histogram.series({ ...labels, rejected: 'false' });
  const rejected = histogram.series({ ...labels, rejected: 'true' });
  return {
    succeeded: (seconds) => admitted.observe(seconds),
    failed: (seconds) => rejected.observe(seconds),
  };
}
