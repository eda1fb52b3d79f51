// Deployments, replica sets, stateful sets, daemon sets and replication controllers: selectors that select their own
// template and never change, and the defaults of their update strategies.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../shared/object/label-selector.ts';
import type { Strategy } from '../resource.ts';
import type { PodTemplate } from './pod-spec.ts';
import { isDeepStrictEqual } from 'node:util';
import { forbiddenField, immutable, invalidValue, required } from '../../../shared/object/field-error-message.ts';
import { labelMap, labelSelectorOf } from '../../../shared/object/label-selector.ts';
import { labelSelectorErrors } from './label-selector-validation.ts';
import { defaultPodSpec } from './pod-spec.ts';
import { validatePodTemplate } from './pod-spec-validation.ts';

export interface Workload extends ApiObject {
  spec?: {
    selector?: LabelSelectorObject;
    template?: PodTemplate;
    replicas?: number;
    strategy?: UpdateStrategy;
    updateStrategy?: UpdateStrategy;
    minReadySeconds?: number;
    [field: string]: unknown;
  };
}

interface UpdateStrategy {
  type?: string;
  rollingUpdate?: Record<string, unknown> | null;
}

const anyDeployment = workload((spec) => {
  spec.revisionHistoryLimit ??= 10;
  spec.progressDeadlineSeconds ??= 600;
  defaultRolling((spec.strategy ??= {}), { maxUnavailable: '25%', maxSurge: '25%' });
});

export const deploymentStrategy: Strategy = {
  ...anyDeployment,
  validateCreate: (object) => [...(anyDeployment.validateCreate?.(object) ?? []), ...rolloutErrors(object)],
  validateUpdate: (object, old) => [...(anyDeployment.validateUpdate?.(object, old) ?? []), ...rolloutErrors(object)],
  generationCounts: ['annotations'],
};

/** A rollout must be able to move, and is given up later than a pod is taken for available. */
function rolloutErrors({ spec }: Workload): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { strategy, minReadySeconds = 0, progressDeadlineSeconds } = spec ?? {};
  const rolling = strategy?.rollingUpdate ?? undefined;
  if (strategy?.type === 'Recreate' && rolling !== undefined) {
    const detail = "may not be specified when strategy `type` is 'Recreate'";
    errors.push(forbiddenField('spec.strategy.rollingUpdate', detail));
  } else if (isZero(rolling?.['maxSurge']) && isZero(rolling?.['maxUnavailable'])) {
    const place = 'spec.strategy.rollingUpdate.maxUnavailable';
    errors.push(invalidValue(place, rolling?.['maxUnavailable'], 'may not be 0 when `maxSurge` is 0'));
  }
  if (typeof progressDeadlineSeconds === 'number' && progressDeadlineSeconds <= minReadySeconds) {
    const detail = 'must be greater than minReadySeconds';
    errors.push(invalidValue('spec.progressDeadlineSeconds', progressDeadlineSeconds, detail));
  }
  return errors;
}

function isZero(share: unknown): boolean {
  return share === 0 || share === '0%';
}

/** How often the template of a daemon set has changed: controllers read it to tell old pods from new ones. */
const templateGeneration = 'deprecated.daemonset.template.generation';

export const daemonSetStrategy: Strategy = {
  ...workload((spec) => {
    spec.revisionHistoryLimit ??= 10;
    defaultRolling((spec.updateStrategy ??= {}), { maxUnavailable: 1, maxSurge: 0 });
  }),
  prepareCreate(object) {
    annotate(object, '1');
  },
  prepareUpdate(object, old) {
    const before = Number.parseInt(old.metadata.annotations?.[templateGeneration] ?? '', 10) || 1;
    const changed = !isDeepStrictEqual((object as Workload).spec?.template, (old as Workload).spec?.template);
    annotate(object, String(changed ? before + 1 : before));
  },
};

function annotate({ metadata }: ApiObject, generation: string): void {
  metadata.annotations = { ...metadata.annotations, [templateGeneration]: generation };
}

export const podTemplateStrategy: Strategy = {
  deleteReturnsObject: true,
  applyDefaults(object) {
    const { template } = object as ApiObject & { template?: PodTemplate };
    if (template?.spec !== undefined) defaultPodSpec(template.spec);
  },
};

/** What a workload was like once: kept to go back to, so it never changes. */
export const controllerRevisionStrategy: Strategy = {
  validateCreate: ({ data }) => (data === undefined || data === null ? [required('data', 'data is mandatory')] : []),
  validateUpdate: ({ data }, old) => (isDeepStrictEqual(data, old.data) ? [] : [immutable('data', data)]),
};

export const replicaSetStrategy: Strategy = workload(() => {});

const mutableOfStatefulSets = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

export const statefulSetStrategy: Strategy = workload(
  (spec) => {
    spec.revisionHistoryLimit ??= 10;
    spec.podManagementPolicy ??= 'OrderedReady';
    defaultRolling((spec.updateStrategy ??= {}), { partition: 0 });
    spec.persistentVolumeClaimRetentionPolicy ??= { whenDeleted: 'Retain', whenScaled: 'Retain' };
  },
  (spec, before) => {
    const names = new Set([...Object.keys(spec), ...Object.keys(before)]);
    const changed = [...names].some(
      (name) => !mutableOfStatefulSets.includes(name) && !isDeepStrictEqual(spec[name], before[name]),
    );
    if (!changed) return [];
    const list = mutableOfStatefulSets.map((name) => `'${name}'`);
    const detail = `updates to statefulset spec for fields other than ${list.slice(0, -1).join(', ')} and ${list.at(-1)} are forbidden`;
    return [forbiddenField('spec', detail)];
  },
);

/** The oldest of them: its selector is a plain map and follows from the template. */
export const replicationControllerStrategy: Strategy = {
  applyDefaults(object) {
    const spec = (object as ApiObject & { spec?: { selector?: Record<string, string>; template?: PodTemplate } }).spec;
    const labels = spec?.template?.metadata?.labels;
    if (spec?.template?.spec !== undefined) defaultPodSpec(spec.template.spec);
    if (spec === undefined || labels === undefined) return;
    if (spec.selector === undefined || Object.keys(spec.selector).length === 0) spec.selector = { ...labels };
    if (object.metadata.labels === undefined) object.metadata.labels = { ...labels };
  },
  validateCreate: (object) => controllerErrors(object),
  validateUpdate: (object) => controllerErrors(object),
};

type Spec = NonNullable<Workload['spec']>;

function workload(
  defaults: (spec: Spec) => void,
  changes: (spec: Spec, before: Spec) => readonly FieldError[] = (spec, before) =>
    isDeepStrictEqual(spec.selector, before.selector) ? [] : [immutable('spec.selector', spec.selector)],
): Strategy {
  return {
    applyDefaults(object) {
      const { spec } = object as Workload;
      if (spec === undefined) return;
      defaults(spec);
      if (spec.template?.spec !== undefined) defaultPodSpec(spec.template.spec);
    },
    validateCreate: (object) => workloadErrors((object as Workload).spec),
    validateUpdate: (object, old) => [
      ...workloadErrors((object as Workload).spec),
      ...changes((object as Workload).spec ?? {}, (old as Workload).spec ?? {}),
    ],
  };
}

function defaultRolling(strategy: UpdateStrategy, rolling: Record<string, unknown>): void {
  strategy.type ??= 'RollingUpdate';
  if (strategy.type !== 'RollingUpdate') return;
  strategy.rollingUpdate = { ...rolling, ...strategy.rollingUpdate };
}

function workloadErrors(spec: Spec | undefined): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { selector, template } = spec ?? {};
  const selectorErrors = labelSelectorErrors(selector, 'spec.selector');
  const empty =
    Object.keys(selector?.matchLabels ?? {}).length === 0 && (selector?.matchExpressions?.length ?? 0) === 0;
  if (selector === undefined) errors.push(required('spec.selector'));
  else if (empty) errors.push(invalidValue('spec.selector', selector, 'empty selector is invalid for deployment'));
  else if (selectorErrors.length > 0) errors.push(...selectorErrors);
  else if (!labelSelectorOf(selector).matches(labelMap(template?.metadata?.labels))) {
    errors.push(
      invalidValue(
        'spec.template.metadata.labels',
        template?.metadata?.labels ?? null,
        '`selector` does not match template `labels`',
      ),
    );
  }
  for (const field of ['replicas', 'minReadySeconds'] as const) {
    const value = spec?.[field];
    if (value !== undefined && value < 0)
      errors.push(invalidValue(`spec.${field}`, value, 'must be greater than or equal to 0'));
  }
  for (const fault of validatePodTemplate(template, 'spec.template', ['Always'])) errors.push(fault);
  return errors;
}

function controllerErrors(object: ApiObject): readonly FieldError[] {
  const spec = (object as ApiObject & { spec?: { selector?: Record<string, string>; template?: PodTemplate } }).spec;
  const errors: FieldError[] = [];
  const selector = spec?.selector ?? {};
  if (Object.keys(selector).length === 0) errors.push(required('spec.selector'));
  if (spec?.template === undefined) return [...errors, required('spec.template')];
  if (!labelSelectorOf({ matchLabels: selector }).matches(labelMap(spec.template.metadata?.labels))) {
    const labels = spec.template.metadata?.labels ?? null;
    errors.push(invalidValue('spec.template.metadata.labels', labels, '`selector` does not match template `labels`'));
  }
  return [...errors, ...validatePodTemplate(spec.template, 'spec.template', ['Always'])];
}
