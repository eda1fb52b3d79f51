// What an autoscaler does that does not say it: 80 % of the cpu asked for, and rules of scaling for those that say a part
// of them. Without any rules none are filled in; the controller has the same ones.

export interface ScalingSpec {
  metrics?: unknown[] | null;
  behavior?: { scaleUp?: object; scaleDown?: object };
}

/** The metric for a target in percent of the cpu requests. */
export function cpuMetric(averageUtilization: number): object {
  return { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } };
}

export function completeMetrics(spec: Pick<ScalingSpec, 'metrics'>): void {
  if ((spec.metrics ?? []).length === 0) spec.metrics = [cpuMetric(80)];
}

export function completeBehavior({ behavior }: ScalingSpec): void {
  if (behavior === undefined) return;
  const doubling = { type: 'Percent', value: 100, periodSeconds: 15 };
  const four = { type: 'Pods', value: 4, periodSeconds: 15 };
  const up = { stabilizationWindowSeconds: 0, selectPolicy: 'Max', policies: [four, doubling] };
  behavior.scaleUp = { ...up, ...behavior.scaleUp };
  behavior.scaleDown = { selectPolicy: 'Max', policies: [doubling], ...behavior.scaleDown };
}
