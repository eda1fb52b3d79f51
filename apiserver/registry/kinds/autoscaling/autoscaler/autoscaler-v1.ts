// Autoscalers in version v1, stored as v2. What v1 has no field for travels in annotations, as the real system does, so
// that an update through v1 loses nothing.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import { stringifyJson } from '../../../../../shared/codec/json/json.ts';
import { completeMetrics, cpuMetric } from './autoscaler-defaults.ts';
import type { Converter } from '../../../contract/kind.ts';

interface Metric {
  readonly type?: string;
  readonly resource?: {
    readonly name?: string;
    readonly target?: { readonly type?: string; readonly averageUtilization?: number };
    readonly current?: { readonly averageUtilization?: number };
  };
}

interface Autoscaler extends ApiObject {
  spec?: {
    metrics?: Metric[];
    behavior?: unknown;
    targetCPUUtilizationPercentage?: number;
    [field: string]: unknown;
  };
  status?: {
    currentMetrics?: Metric[];
    currentReplicas?: number;
    conditions?: unknown[];
    currentCPUUtilizationPercentage?: number;
    [field: string]: unknown;
  };
}

/** Annotation, the part of the object it holds, and the field there. */
const carried = [
  ['metrics', 'spec', 'metrics'],
  ['behavior', 'spec', 'behavior'],
  ['current-metrics', 'status', 'currentMetrics'],
  ['conditions', 'status', 'conditions'],
] as const;

export function autoscalerConverter(vendor: Vendor): Converter {
  const annotation = (name: string): string => vendor.fill(`autoscaling.alpha.{label}/${name}`);
  return {
    stored: { group: 'autoscaling', version: 'v2' },
    fromStored(object) {
      const scaler = object as Autoscaler;
      scaler.apiVersion = 'autoscaling/v1';
      const target = cpuUtilization(scaler.spec?.metrics)?.resource?.target?.averageUtilization;
      const current = cpuUtilization(scaler.status?.currentMetrics)?.resource?.current?.averageUtilization;
      const rest = (metrics: readonly Metric[] | undefined): readonly Metric[] =>
        (metrics ?? []).filter((metric) => metric !== cpuUtilization(metrics));
      const values = {
        metrics: rest(scaler.spec?.metrics),
        behavior: scaler.spec?.behavior,
        'current-metrics': rest(scaler.status?.currentMetrics),
        conditions: scaler.status?.conditions,
      };
      for (const [name, part, field] of carried) {
        const value = values[name];
        const empty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
        if (!empty) {
          scaler.metadata.annotations = { ...scaler.metadata.annotations, [annotation(name)]: stringifyJson(value) };
        }
        const owner = scaler[part];
        if (owner !== undefined) delete owner[field];
      }
      if (scaler.spec !== undefined && target !== undefined) scaler.spec.targetCPUUtilizationPercentage = target;
      // A zero is written in v1 and not in v2: clients with required fields refuse an answer without it.
      if (scaler.status !== undefined) scaler.status.currentReplicas ??= 0;
      if (scaler.status !== undefined && current !== undefined) scaler.status.currentCPUUtilizationPercentage = current;
      return scaler;
    },
    toStored(object) {
      const scaler = object as Autoscaler;
      scaler.apiVersion = 'autoscaling/v2';
      for (const [name, part, field] of carried) {
        const value = takeAnnotation(scaler, annotation(name));
        const owner: Record<string, unknown> | undefined = scaler[part];
        if (value !== undefined && owner !== undefined) owner[field] = value;
      }
      const target = scaler.spec?.targetCPUUtilizationPercentage;
      if (scaler.spec !== undefined && target !== undefined) {
        scaler.spec.metrics = [cpuMetric(target), ...(scaler.spec.metrics ?? [])];
        delete scaler.spec.targetCPUUtilizationPercentage;
      }
      if (scaler.spec !== undefined) completeMetrics(scaler.spec);
      const current = scaler.status?.currentCPUUtilizationPercentage;
      if (scaler.status !== undefined && current !== undefined) {
        const cpu = { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: current } } };
        scaler.status.currentMetrics = [cpu, ...(scaler.status.currentMetrics ?? [])];
        delete scaler.status.currentCPUUtilizationPercentage;
      }
      return scaler;
    },
  };
}

/** The metric that v1 has a field for: utilization of cpu. */
function cpuUtilization(metrics: readonly Metric[] | undefined): Metric | undefined {
  return metrics?.find(
    ({ type, resource }) =>
      type === 'Resource' &&
      resource?.name === 'cpu' &&
      (resource.target?.averageUtilization ?? resource.current?.averageUtilization) !== undefined,
  );
}

/** Removes the annotation and answers what it held; undefined when it is absent or no JSON. */
function takeAnnotation(object: ApiObject, name: string): unknown {
  const { annotations } = object.metadata;
  if (annotations === undefined || !Object.hasOwn(annotations, name)) return undefined;
  const { [name]: text = '', ...others } = annotations;
  if (Object.keys(others).length === 0) delete object.metadata.annotations;
  else object.metadata.annotations = others;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
