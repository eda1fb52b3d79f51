// What an autoscaler must hold: bounds that fit together, metrics that are told apart by their type, rules of scaling that can
// be followed. The fields are those of the newer version.

import type { FieldError } from '../../../shared/object/field-error.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../../../shared/object/field-error-message.ts';

interface Target {
  readonly type?: string;
  readonly averageValue?: string;
  readonly averageUtilization?: number;
}

interface Source {
  readonly name?: string;
  readonly container?: string;
  readonly target?: Target;
}

interface Metric {
  readonly type?: string;
  readonly resource?: Source;
  readonly containerResource?: Source;
  readonly [source: string]: unknown;
}

interface Rules {
  readonly stabilizationWindowSeconds?: number;
  readonly selectPolicy?: string;
  readonly policies?: readonly { readonly type?: string; readonly value?: number; readonly periodSeconds?: number }[];
}

export interface CheckedScaling {
  minReplicas?: number;
  maxReplicas?: number;
  scaleTargetRef?: { kind?: string; name?: string; apiVersion?: string };
  metrics?: unknown[] | null;
  behavior?: { scaleUp?: object; scaleDown?: object };
}

export function scalingErrors(spec: CheckedScaling | undefined): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { minReplicas = 1, maxReplicas = 0, scaleTargetRef: target, metrics, behavior } = spec ?? {};
  const path = 'spec.maxReplicas';
  if (minReplicas < 0) errors.push(invalidValue('spec.minReplicas', minReplicas, 'must be greater than or equal to 0'));
  if (maxReplicas < 1) errors.push(invalidValue(path, maxReplicas, 'must be greater than 0'));
  if (maxReplicas < minReplicas)
    errors.push(invalidValue(path, maxReplicas, 'must be greater than or equal to `minReplicas`'));
  for (const field of ['kind', 'name'] as const)
    if ((target?.[field] ?? '') === '') errors.push(required(`spec.scaleTargetRef.${field}`));
  const known = (metrics ?? []) as readonly Metric[];
  for (const [index, metric] of known.entries()) errors.push(...metricErrors(metric, `spec.metrics[${index}]`));
  if (minReplicas === 0 && !known.some(({ type }) => type === 'Object' || type === 'External')) {
    const detail = 'must specify at least one Object or External metric to support scaling to zero replicas';
    errors.push(forbiddenField('spec.metrics', detail));
  }
  for (const field of ['scaleUp', 'scaleDown'] as const) {
    const rules = behavior?.[field];
    if (rules !== undefined) errors.push(...ruleErrors(rules, `spec.behavior.${field}`));
  }
  return errors;
}

const sources = new Map([
  ['ContainerResource', 'containerResource'],
  ['External', 'external'],
  ['Object', 'object'],
  ['Pods', 'pods'],
  ['Resource', 'resource'],
]);

function metricErrors(metric: Metric, path: string): readonly FieldError[] {
  const { type = '', resource, containerResource } = metric;
  const errors: FieldError[] = [];
  if (type === '') errors.push(required(`${path}.type`, 'must specify a metric source type'));
  const expected = sources.get(type);
  if (expected === undefined) errors.push(notSupported(`${path}.type`, type, [...sources.keys()]));
  else if (metric[expected] === undefined)
    errors.push(required(`${path}.${expected}`, 'must populate information for the given metric source'));
  const given = [...sources.values()].filter((field) => metric[field] !== undefined);
  if (given.length > 1) {
    for (const field of given.filter((one) => one !== expected))
      errors.push(forbiddenField(`${path}.${field}`, 'must populate the given metric source only'));
  }
  if (resource !== undefined) errors.push(...sourceErrors(resource, `${path}.resource`));
  if (containerResource !== undefined) errors.push(...sourceErrors(containerResource, `${path}.containerResource`));
  return errors;
}

function sourceErrors({ name = '', target = {} }: Source, path: string): readonly FieldError[] {
  const errors = name === '' ? [required(`${path}.name`, 'must specify a resource name')] : [];
  const { averageUtilization: share, averageValue: value, type = '' } = target;
  const at = `${path}.target`;
  if (type === '') errors.push(required(`${at}.type`, 'must specify a metric target type'));
  if (!['Utilization', 'Value', 'AverageValue'].includes(type))
    errors.push(invalidValue(`${at}.type`, type, 'must be either Utilization, Value, or AverageValue'));
  if (share !== undefined && share < 1)
    errors.push(invalidValue(`${at}.averageUtilization`, share, 'must be greater than 0'));
  if (share === undefined && value === undefined)
    errors.push(required(`${at}.averageUtilization`, 'must set either a target raw value or a target utilization'));
  if (share !== undefined && value !== undefined)
    errors.push(forbiddenField(`${at}.averageValue`, 'may not set both a target raw value and a target utilization'));
  return errors;
}

const longestWindow = 3600;
const longestPeriod = 1800;

function ruleErrors({ stabilizationWindowSeconds: window, selectPolicy, policies = [] }: Rules, path: string) {
  const errors: FieldError[] = [];
  const at = `${path}.stabilizationWindowSeconds`;
  if (window !== undefined && window < 0)
    errors.push(invalidValue(at, window, 'must be greater than or equal to zero'));
  if (window !== undefined && window > longestWindow)
    errors.push(invalidValue(at, window, `must be less than or equal to ${longestWindow}`));
  const selections = ['Disabled', 'Max', 'Min'];
  if (selectPolicy !== undefined && !selections.includes(selectPolicy))
    errors.push(notSupported(`${path}.selectPolicy`, selectPolicy, selections));
  if (policies.length === 0) errors.push(required(`${path}.policies`, 'must specify at least one Policy'));
  for (const [index, { type = '', value = 0, periodSeconds = 0 }] of policies.entries()) {
    const place = `${path}.policies[${index}]`;
    if (type !== 'Percent' && type !== 'Pods') errors.push(notSupported(`${place}.type`, type, ['Percent', 'Pods']));
    if (value <= 0) errors.push(invalidValue(`${place}.value`, value, 'must be greater than zero'));
    if (periodSeconds <= 0)
      errors.push(invalidValue(`${place}.periodSeconds`, periodSeconds, 'must be greater than zero'));
    if (periodSeconds > longestPeriod)
      errors.push(
        invalidValue(`${place}.periodSeconds`, periodSeconds, `must be less than or equal to ${longestPeriod}`),
      );
  }
  return errors;
}
