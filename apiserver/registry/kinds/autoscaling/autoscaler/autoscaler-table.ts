// The table of autoscalers: targets beside current values.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { TablePrinter } from '../../../contract/resource.ts';
import { column } from '../../printers/columns.ts';
import { age, made, name, number, printer, text, textAt, valueAt } from '../../printers/fields.ts';

interface MetricSource {
  readonly name?: string;
  readonly metric?: { readonly name?: string };
  readonly target?: Amount;
  readonly current?: Amount;
}

interface Amount {
  readonly averageUtilization?: number;
  readonly averageValue?: string;
  readonly value?: string;
}

interface Metric {
  readonly type?: string;
  readonly [source: string]: unknown;
}

const mostTargets = 2;

/** Where a metric of each type keeps its source. */
const sources = new Map([
  ['Resource', 'resource'],
  ['ContainerResource', 'containerResource'],
  ['Pods', 'pods'],
  ['Object', 'object'],
  ['External', 'external'],
]);

function sourceOf(metric: Metric | undefined): MetricSource | undefined {
  const source = metric?.[sources.get(metric.type ?? '') ?? ''];
  return typeof source === 'object' && source !== null ? source : undefined;
}

function targets(object: ApiObject): string {
  const cpu = valueAt(object, 'spec.targetCPUUtilizationPercentage');
  if (typeof cpu === 'number') {
    const current = valueAt(object, 'status.currentCPUUtilizationPercentage');
    return `cpu: ${typeof current === 'number' ? `${current}%` : '<unknown>'}/${cpu}%`;
  }
  const metrics = valueAt(object, 'spec.metrics');
  const current = valueAt(object, 'status.currentMetrics');
  const wanted = Array.isArray(metrics) ? (metrics as readonly Metric[]) : [];
  const seen = Array.isArray(current) ? (current as readonly Metric[]) : [];
  if (wanted.length === 0) return '<none>';
  const texts = wanted.map((metric, index) => {
    const source = sourceOf(metric);
    const now = sourceOf(seen[index])?.current;
    const lead = source?.name === undefined ? '' : `${source.name}: `;
    const average = metric.type === 'Object' || metric.type === 'External' ? ' (avg)' : '';
    const text = (value: Amount | undefined): string | undefined => amount(value, source?.target, average);
    return `${lead}${text(now) ?? '<unknown>'}/${text(source?.target) ?? '<auto>'}`;
  });
  const shown = texts.slice(0, mostTargets).join(', ');
  return texts.length > mostTargets ? `${shown} + ${texts.length - mostTargets} more...` : shown;
}

/** In the measure that the target is given in; an average over pods is marked by `average`. */
function amount(value: Amount | undefined, like: Amount | undefined, average: string): string | undefined {
  if (like?.averageUtilization !== undefined) {
    return value?.averageUtilization === undefined ? undefined : `${value.averageUtilization}%`;
  }
  if (like?.averageValue !== undefined)
    return value?.averageValue === undefined ? undefined : `${value.averageValue}${average}`;
  return value?.value;
}

export const autoscalerPrinter: TablePrinter = printer(
  name,
  made(column('Reference', 'string', 'What is scaled.'), (object) => {
    return `${textAt(object, 'spec.scaleTargetRef.kind')}/${textAt(object, 'spec.scaleTargetRef.name')}`;
  }),
  made(column('Targets', 'string', 'Measures now, and as wanted.'), targets),
  text('MinPods', 'spec.minReplicas', '<unset>'),
  number('MaxPods', 'spec.maxReplicas'),
  number('Replicas', 'status.currentReplicas'),
  age,
);
