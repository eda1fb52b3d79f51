// What an autoscaler must hold: bounds that fit together, metrics that are distinguished by their type, rules of scaling that can
// be followed. The fields are those of the newer version.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import {
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkPathSegment } from '../../../../../shared/object/names.ts';
import { parseQuantity } from '../../../../../shared/object/quantity.ts';
import type { ResourceNames } from '../../rule/resource-names.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';

interface Target {
  readonly type?: string;
  readonly value?: string;
  readonly averageValue?: string;
  readonly averageUtilization?: number;
}

interface Source {
  readonly name?: string;
  readonly container?: string;
  readonly target?: Target;
}

/** A metric of pods, of another object, or of something outside the cluster. */
interface Measured {
  readonly metric?: { readonly name?: string };
  readonly describedObject?: Reference;
  readonly target?: Target;
}

interface Reference {
  readonly kind?: string;
  readonly name?: string;
  readonly apiVersion?: string;
}

interface Metric {
  readonly type?: string;
  readonly resource?: Source;
  readonly containerResource?: Source;
  readonly pods?: Measured;
  readonly object?: Measured;
  readonly external?: Measured;
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
  scaleTargetRef?: Reference;
  metrics?: unknown[] | null;
  /** Of the older version: the first of its metrics. */
  targetCPUUtilizationPercentage?: number;
  behavior?: { scaleUp?: object; scaleDown?: object };
}

/** `before`: the stored object, for an update. Values that were accepted before stay valid. */
export function scalingErrors(
  spec: CheckedScaling | undefined,
  names: ResourceNames,
  before?: CheckedScaling,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { minReplicas = 1, maxReplicas = 0, scaleTargetRef: target, metrics, behavior } = spec ?? {};
  const path = 'spec.maxReplicas';
  if (minReplicas < 1 && before?.minReplicas !== 0)
    errors.push(invalidValue('spec.minReplicas', minReplicas, 'must be greater than or equal to 1'));
  if (maxReplicas < 1) errors.push(invalidValue(path, maxReplicas, 'must be greater than 0'));
  if (maxReplicas < minReplicas)
    errors.push(invalidValue(path, maxReplicas, 'must be greater than or equal to `minReplicas`'));
  addAll(errors, referenceErrors(target ?? {}, 'spec.scaleTargetRef', before?.scaleTargetRef));
  const share = spec?.targetCPUUtilizationPercentage;
  if (share !== undefined && share < 1)
    errors.push(invalidValue('spec.metrics[0].resource.target.averageUtilization', share, 'must be greater than 0'));
  const known = (metrics ?? []) as readonly Metric[];
  for (const [index, metric] of known.entries()) addAll(errors, metricErrors(metric, `spec.metrics[${index}]`, names));
  if (minReplicas === 0 && !known.some(({ type }) => type === 'Object' || type === 'External')) {
    const detail = 'must specify at least one Object or External metric to support scaling to zero replicas';
    errors.push(forbiddenField('spec.metrics', detail));
  }
  for (const field of ['scaleUp', 'scaleDown'] as const) {
    const rules = behavior?.[field];
    if (rules !== undefined) addAll(errors, ruleErrors(rules, `spec.behavior.${field}`));
  }
  return errors;
}

/** What has replicas is of a group, apart from the one kind of the core that has. */
function referenceErrors(
  { kind = '', name = '', apiVersion = '' }: Reference,
  path: string,
  before: Reference | undefined,
): FieldError[] {
  const errors: FieldError[] = [];
  addAll(errors, partErrors({ kind, name }, path));
  const same = kind === before?.kind && apiVersion === (before.apiVersion ?? '');
  if (same || kind === 'ReplicationController') return errors;
  const [group = '', version, ...more] = apiVersion.split('/');
  const detail =
    more.length > 0 ? `unexpected GroupVersion string: ${apiVersion}` : 'apiVersion must specify API group';
  if (more.length > 0 || version === undefined || group === '')
    errors.push(invalidValue(`${path}.apiVersion`, apiVersion, detail));
  return errors;
}

function partErrors(parts: Readonly<Record<string, string>>, path: string): readonly FieldError[] {
  return Object.entries(parts).flatMap(([field, text]) =>
    text === ''
      ? [required(`${path}.${field}`)]
      : checkPathSegment(text).map((fault) => invalidValue(`${path}.${field}`, text, fault)),
  );
}

const sources = new Map([
  ['ContainerResource', 'containerResource'],
  ['External', 'external'],
  ['Object', 'object'],
  ['Pods', 'pods'],
  ['Resource', 'resource'],
]);

function metricErrors(metric: Metric, path: string, names: ResourceNames): readonly FieldError[] {
  const { type = '', resource, containerResource, pods, object, external } = metric;
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
  // Only the first source is validated.
  if (object !== undefined) addAll(errors, objectErrors(object, `${path}.object`));
  else if (external !== undefined) addAll(errors, externalErrors(external, `${path}.external`));
  else if (pods !== undefined) addAll(errors, podsErrors(pods, `${path}.pods`));
  else if (resource !== undefined) addAll(errors, sourceErrors(resource, `${path}.resource`));
  else if (containerResource !== undefined)
    addAll(errors, containerErrors(containerResource, `${path}.containerResource`, names));
  return errors.map((fault) => (given.length > 1 ? { ...fault, hides: path } : fault));
}

function podsErrors(source: Measured, path: string): FieldError[] {
  const errors = measuredErrors(source, path);
  if (source.target?.averageValue === undefined)
    errors.push(required(`${path}.target.averageValue`, 'must specify a positive target averageValue'));
  return errors;
}

function objectErrors(source: Measured, path: string): FieldError[] {
  const { kind = '', name = '' } = source.describedObject ?? {};
  const errors: FieldError[] = [];
  addAll(errors, partErrors({ kind, name }, `${path}.describedObject`));
  addAll(errors, measuredErrors(source, path));
  if (source.target?.value === undefined && source.target?.averageValue === undefined)
    errors.push(required(`${path}.target.averageValue`, 'must set either a target value or averageValue'));
  return errors;
}

function externalErrors(source: Measured, path: string): FieldError[] {
  const errors = measuredErrors(source, path);
  const { value, averageValue } = source.target ?? {};
  if (value === undefined && averageValue === undefined) {
    const detail = 'must set either a target value for metric or a per-pod target';
    errors.push(required(`${path}.target.averageValue`, detail));
  }
  if (value !== undefined && averageValue !== undefined) {
    const detail = 'may not set both a target value for metric and a per-pod target';
    errors.push(forbiddenField(`${path}.target.value`, detail));
  }
  return errors;
}

function measuredErrors({ metric, target = {} }: Measured, path: string): FieldError[] {
  const name = metric?.name ?? '';
  const place = `${path}.metric.name`;
  const errors =
    name === ''
      ? [required(place, 'must specify a metric name')]
      : checkPathSegment(name).map((fault) => invalidValue(place, name, fault));
  return [...errors, ...targetErrors(target, `${path}.target`)];
}

function containerErrors(source: Source, path: string, names: ResourceNames): readonly FieldError[] {
  const { name = '', container = '' } = source;
  const place = `${path}.container`;
  return [
    ...(name === '' ? [] : names.ofContainer(name, `${path}.name`)),
    ...(container === ''
      ? [required(place, 'must specify a container')]
      : checkDns1123Label(container).map((fault) => invalidValue(place, container, fault))),
    ...sourceErrors(source, path),
  ];
}

function sourceErrors({ name = '', target = {} }: Source, path: string): readonly FieldError[] {
  const errors = name === '' ? [required(`${path}.name`, 'must specify a resource name')] : [];
  const { averageUtilization: share, averageValue: value } = target;
  const at = `${path}.target`;
  addAll(errors, targetErrors(target, at));
  if (share === undefined && value === undefined)
    errors.push(required(`${at}.averageUtilization`, 'must set either a target raw value or a target utilization'));
  if (share !== undefined && value !== undefined)
    errors.push(forbiddenField(`${at}.averageValue`, 'may not set both a target raw value and a target utilization'));
  return errors;
}

function targetErrors(target: Target, at: string): FieldError[] {
  const { averageUtilization: share, type = '' } = target;
  const errors: FieldError[] = [];
  if (type === '') errors.push(required(`${at}.type`, 'must specify a metric target type'));
  if (!['Utilization', 'Value', 'AverageValue'].includes(type))
    errors.push(invalidValue(`${at}.type`, type, 'must be either Utilization, Value, or AverageValue'));
  for (const field of ['value', 'averageValue'] as const) {
    const amount = parseQuantity(target[field] ?? '');
    if (amount !== undefined && amount.nano <= 0n)
      errors.push(invalidValue(`${at}.${field}`, target[field], 'must be positive'));
  }
  if (share !== undefined && share < 1)
    errors.push(invalidValue(`${at}.averageUtilization`, share, 'must be greater than 0'));
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
