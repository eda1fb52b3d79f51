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

/** What a metric says as one of this type, whatever it calls itself. */
function sourceOf(metric: Metric | undefined, type: string): MetricSource | undefined {
  const source = metric?.[sources.get(type) ?? ''];
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
    const { type = '' } = metric;
    const source = sourceOf(metric, type);
    const measured = sourceOf(seen[index], type);
    const lead = source?.name === undefined ? '' : `${source.name}: `;
    const marked = type === 'Object' || type === 'External';
    const text = (value: Amount | undefined): string | undefined => amount(value, source?.target);
    const now =
      text(measured?.current) ?? (measured === undefined || mayBeMissing(source, marked) ? '<unknown>' : '<nil>');
    const average = marked && source?.target?.averageValue !== undefined ? ' (avg)' : '';
    return `${lead}${now}/${text(source?.target) ?? '<auto>'}${average}`;
  });
  const shown = texts.slice(0, mostTargets).join(', ');
  return texts.length > mostTargets ? `${shown} + ${texts.length - mostTargets} more...` : shown;
}

/** Whether a status that measures something without this amount shows it as not known, rather than as no quantity. */
function mayBeMissing({ name, target = {} }: MetricSource = {}, marked: boolean): boolean {
  return marked ? target.averageValue !== undefined : name !== undefined && target.averageValue === undefined;
}

/** In the measure that the target is given in. */
function amount(value: Amount | undefined, like: Amount | undefined): string | undefined {
  if (like?.averageValue !== undefined) return value?.averageValue;
  if (like?.averageUtilization !== undefined) {
    return value?.averageUtilization === undefined ? undefined : `${value.averageUtilization}%`;
  }
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
