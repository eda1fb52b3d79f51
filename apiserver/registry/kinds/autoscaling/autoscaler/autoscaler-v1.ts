// Autoscalers in version v1, stored as v2. What v1 has no field for travels in annotations, in the form that the real system
// writes there, so that an update through v1 loses nothing.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import { stringifyJson } from '../../../../../shared/codec/json/json.ts';
import { completeBehavior, completeMetrics, cpuMetric, type ScalingSpec } from './autoscaler-defaults.ts';
import { behaviorOf, behaviorText } from './behavior-form.ts';
import { AnnotationError, parseStructs, seen, text, wanted } from './metric-forms.ts';
import type { Converter } from '../../../contract/kind.ts';

interface Metric {
  readonly type?: string;
  readonly resource?: {
    readonly name?: string;
    readonly target?: { readonly type?: string; readonly averageUtilization?: number };
    readonly current?: { readonly averageUtilization?: number };
  };
  readonly [source: string]: unknown;
}

interface Autoscaler extends ApiObject {
  spec?: Omit<ScalingSpec, 'metrics'> & {
    metrics?: Metric[];
    targetCPUUtilizationPercentage?: number;
    [field: string]: unknown;
  };
  status?: {
    currentMetrics?: Metric[] | null;
    currentReplicas?: number;
    conditions?: object[];
    currentCPUUtilizationPercentage?: number;
    [field: string]: unknown;
  };
}

const names = ['metrics', 'behavior', 'current-metrics', 'conditions'] as const;
type Carried = (typeof names)[number];
type Texts = Partial<Record<Carried, string>>;

export function autoscalerConverter(vendor: Vendor): Converter {
  const annotation = (name: Carried): string => vendor.fill(`autoscaling.alpha.{label}/${name}`);
  return {
    stored: { group: 'autoscaling', version: 'v2' },
    fromStored(object) {
      const scaler = object as Autoscaler;
      scaler.apiVersion = 'autoscaling/v1';
      takeAnnotations(scaler, annotation);
      const texts = { ...fromSpec(scaler.spec), ...fromStatus(scaler.status) };
      for (const name of names) {
        const carried = texts[name];
        if (carried !== undefined)
          scaler.metadata.annotations = { ...scaler.metadata.annotations, [annotation(name)]: carried };
      }
      return scaler;
    },
    toStored(object) {
      const scaler = object as Autoscaler;
      scaler.apiVersion = 'autoscaling/v2';
      const texts = takeAnnotations(scaler, annotation);
      if (scaler.spec !== undefined) toSpec(scaler.spec, texts);
      toStatus(scaler, texts);
      return scaler;
    },
  };
}

/** In place. Answers what the annotations of the spec hold. */
function fromSpec(spec: Autoscaler['spec']): Texts {
  if (spec === undefined) return {};
  const { metrics = [], behavior } = spec;
  delete spec.metrics;
  delete spec.behavior;
  const share = metrics.find(isCpuShare)?.resource?.target?.averageUtilization;
  if (share !== undefined) spec.targetCPUUtilizationPercentage = share;
  const others = metrics.filter((metric) => !isCpuShare(metric));
  return {
    ...(others.length === 0 ? {} : { metrics: stringifyJson(wanted.older(others)) }),
    ...(behavior === undefined ? {} : { behavior: behaviorText(behavior) }),
  };
}

/** In place. Answers what the annotations of the status hold. */
function fromStatus(status: Autoscaler['status']): Texts {
  if (status === undefined) return {};
  const { conditions = [] } = status;
  const metrics = status.currentMetrics ?? [];
  delete status.currentMetrics;
  delete status.conditions;
  // A zero is written in v1 and not in v2: clients with required fields refuse an answer without it.
  status.currentReplicas ??= 0;
  const share = metrics.findLast(isCpuShare)?.resource?.current?.averageUtilization;
  if (share !== undefined) status.currentCPUUtilizationPercentage = share;
  return {
    ...(metrics.length === 0 ? {} : { 'current-metrics': stringifyJson(seen.older(metrics)) }),
    ...(conditions.length === 0 ? {} : { conditions: stringifyJson(conditions) }),
  };
}

/** In place. */
function toSpec(spec: NonNullable<Autoscaler['spec']>, texts: Texts): void {
  const share = spec.targetCPUUtilizationPercentage;
  delete spec.targetCPUUtilizationPercentage;
  const metrics = readable(texts.metrics, (json) => wanted.newer(parseStructs(json)));
  spec.metrics = [...(metrics ?? []), ...(share === undefined ? [] : [cpuMetric(share)])] as Metric[];
  const behavior = readable(texts.behavior, behaviorOf);
  if (behavior !== undefined) spec.behavior = behavior;
  completeMetrics(spec);
  completeBehavior(spec);
}

/** In place. What annotations hold says more than the field of v1 does. */
function toStatus(scaler: Autoscaler, texts: Texts): void {
  const share = scaler.status?.currentCPUUtilizationPercentage;
  delete scaler.status?.currentCPUUtilizationPercentage;
  const cpu = { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: share ?? 0 } } };
  const metrics =
    readable(texts['current-metrics'], (json) => seen.newer(parseStructs(json))) ?? (share === undefined ? [] : [cpu]);
  const conditions = readable(texts.conditions, (json) => parseStructs(json).map(conditionOf)) ?? [];
  if (metrics.length === 0 && conditions.length === 0) return;
  const status = (scaler.status ??= {});
  if (metrics.length > 0) status.currentMetrics = metrics as Metric[];
  if (conditions.length > 0) status.conditions = conditions;
}

function conditionOf(condition: Readonly<Record<string, unknown>>): object {
  const fields = ['type', 'status', 'lastTransitionTime', 'reason', 'message'];
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value = text(condition, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The metric that v1 has a field for: utilization of cpu. */
function isCpuShare({ type, resource }: Metric): boolean {
  const share = resource?.target?.averageUtilization ?? resource?.current?.averageUtilization;
  return type === 'Resource' && resource?.name === 'cpu' && share !== undefined;
}

/** Undefined: there is none, or it cannot be read. */
function readable<Value>(json: string | undefined, read: (json: string) => Value): Value | undefined {
  if (json === undefined) return undefined;
  try {
    return read(json);
  } catch (error) {
    if (!(error instanceof AnnotationError)) throw error;
    return undefined;
  }
}

/** Removes the annotations that carry parts of the object, and answers what they held. */
function takeAnnotations({ metadata }: ApiObject, annotation: (name: Carried) => string): Texts {
  const { annotations } = metadata;
  const texts: Texts = {};
  if (annotations === undefined) return texts;
  const rest = { ...annotations };
  for (const name of names) {
    const key = annotation(name);
    if (!Object.hasOwn(rest, key)) continue;
    texts[name] = rest[key] ?? '';
    delete rest[key];
  }
  if (Object.keys(rest).length === 0) delete metadata.annotations;
  else metadata.annotations = rest;
  return texts;
}
