// The metric of the features that are on: one series per gate, 1 or 0.

import type { FeatureGates, Maturity } from '../command-line/feature-gates.ts';
import type { Metrics } from './metrics.ts';

/** How the metric names each maturity; a stable feature has no stage any more. */
const stages: Readonly<Record<Maturity, string>> = {
  alpha: 'ALPHA',
  beta: 'BETA',
  stable: '',
  deprecated: 'DEPRECATED',
};

/** `name`: of the metric, with the maker's word filled in. Gates never change while a program runs: set once. */
export function recordFeatureGates(gates: FeatureGates, metrics: Metrics, name: string): void {
  const gauge = metrics.gauge({
    name,
    help: 'Whether a feature is on (1) or off (0), by its gate and the stage it is in.',
    labels: ['name', 'stage'],
    stability: 'BETA',
  });
  for (const gate of gates.list()) gauge.set(gate.enabled ? 1 : 0, { name: gate.name, stage: stages[gate.maturity] });
}
