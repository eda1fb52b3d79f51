// What deployments and their kin must hold: a selector that selects the pods of the template, and a rollout that can move.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../../../shared/object/label-selector.ts';
import type { PodRules } from '../../core/pod/pod-spec-validation.ts';
import type { PodTemplate } from '../../core/pod/spec/pod-spec.ts';
import type { ClaimTemplate } from '../../rule/claim-validation.ts';
import {
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { labelMap, labelSelectorOf } from '../../../../../shared/object/label-selector.ts';
import { checkDns1123Label } from '../../../../../shared/object/names.ts';
import { templateMismatch } from '../../core/pod/template-labels.ts';
import { claimErrors } from '../../rule/claim-validation.ts';
import { labelSelectorErrors } from '../../rule/label-selector-validation.ts';
import { isZeroShare, overWholeErrors, shareErrors } from '../../rule/shares.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';

export interface UpdateStrategy {
  type?: string;
  rollingUpdate?: Record<string, unknown> | null;
}

export interface WorkloadSpec {
  selector?: LabelSelectorObject;
  template?: PodTemplate;
  replicas?: number;
  strategy?: UpdateStrategy;
  updateStrategy?: UpdateStrategy;
  minReadySeconds?: number;
  serviceName?: string;
  volumeClaimTemplates?: ClaimTemplate[];
  [field: string]: unknown;
}

type Kind = 'Deployment' | 'ReplicaSet' | 'StatefulSet' | 'DaemonSet';

/** What refusals call the kind: deployments leave the pods to replica sets. */
const names: Readonly<Record<Kind, { readonly selector: string; readonly deadline: string; readonly bad?: string }>> = {
  Deployment: { selector: 'deployment', deadline: 'ReplicaSet', bad: 'invalid label selector' },
  ReplicaSet: { selector: 'deployment', deadline: 'ReplicaSet', bad: 'invalid label selector' },
  StatefulSet: { selector: 'statefulset', deadline: 'StatefulSet', bad: '' },
  DaemonSet: { selector: 'daemonset', deadline: 'DaemonSet' },
};

export function workloadErrors(kind: Kind, spec: WorkloadSpec, rules: PodRules): readonly FieldError[] {
  const { template } = spec;
  const selector = spec.selector ?? undefined; // Null when it was left out.
  const errors: FieldError[] = [];
  const faults = labelSelectorErrors(selector, 'spec.selector');
  addAll(errors, faults);
  const { selector: called, deadline, bad } = names[kind];
  if (selector === undefined) {
    if (kind !== 'DaemonSet') errors.push(required('spec.selector'));
  } else if (isEmpty(selector)) {
    errors.push(invalidValue('spec.selector', selector, `empty selector is invalid for ${called}`));
  }
  if (faults.length > 0) {
    // Without a selector that can be read, the template is not looked at.
    if (bad !== undefined)
      return [...errors, { ...invalidValue('spec.selector', selector, bad), hides: 'spec.template' }];
  } else {
    // One that is not there selects nothing, one that is empty everything.
    const labels = template?.metadata?.labels;
    if (selector === undefined || (!isEmpty(selector) && !labelSelectorOf(selector).matches(labelMap(labels))))
      errors.push(templateMismatch(labels));
  }
  for (const fault of rules.template(
    kind === 'StatefulSet' ? asItsPods(template, spec.volumeClaimTemplates ?? []) : template,
    'spec.template',
    ['Always'],
    deadline,
  ))
    errors.push(fault);
  return errors;
}

function isEmpty(selector: LabelSelectorObject): boolean {
  return Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions?.length ?? 0) === 0;
}

/** Pods of a stateful set have a volume for each of its claims, and the names that it gives them. */
function asItsPods(template: PodTemplate | undefined, claims: readonly ClaimTemplate[]): PodTemplate | undefined {
  if (template?.spec === undefined) return template;
  const { hostname: _name, subdomain: _domain, ...spec } = template.spec;
  const taken = new Set(claims.map(({ metadata }) => metadata?.name ?? ''));
  const volumes = [...taken].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  if (volumes.length === 0) return { ...template, spec };
  const others = (spec.volumes ?? []).filter(({ name = '' }) => !taken.has(name));
  return { ...template, spec: { ...spec, volumes: [...volumes, ...others] } };
}

const rolling = 'RollingUpdate';

/** Of a deployment: its progress deadline is longer than the time until a pod counts as available. */
export function deploymentErrors({ strategy, minReadySeconds = 0, ...spec }: WorkloadSpec): readonly FieldError[] {
  const errors: FieldError[] = [];
  const update = strategy?.rollingUpdate ?? undefined;
  const path = 'spec.strategy';
  const { maxSurge, maxUnavailable } = update ?? {};
  if (strategy?.type === 'Recreate') {
    const detail = "may not be specified when strategy `type` is 'Recreate'";
    if (update !== undefined) errors.push(forbiddenField(`${path}.rollingUpdate`, detail));
  } else if (strategy?.type === rolling) {
    const at = { surge: `${path}.rollingUpdate.maxSurge`, unavailable: `${path}.rollingUpdate.maxUnavailable` };
    errors.push(...shareErrors(maxUnavailable, at.unavailable), ...shareErrors(maxSurge, at.surge));
    if (isZeroShare(maxSurge) && isZeroShare(maxUnavailable))
      errors.push(invalidValue(at.unavailable, maxUnavailable, 'may not be 0 when `maxSurge` is 0'));
    addAll(errors, overWholeErrors(maxUnavailable, at.unavailable));
  } else errors.push(notSupported(path, readBack(strategy), ['Recreate', rolling]));
  const deadline = spec['progressDeadlineSeconds'];
  if (typeof deadline === 'number' && deadline <= minReadySeconds) {
    const place = 'spec.progressDeadlineSeconds';
    if (deadline < 0) errors.push(invalidValue(place, deadline, 'must be greater than or equal to 0'));
    errors.push(invalidValue(place, deadline, 'must be greater than minReadySeconds'));
  }
  return errors;
}

export function daemonSetErrors({ updateStrategy: strategy }: WorkloadSpec): readonly FieldError[] {
  const path = 'spec.updateStrategy';
  if (strategy?.type === 'OnDelete') return [];
  if (strategy?.type !== rolling) return [notSupported(path, readBack(strategy), [rolling, 'OnDelete'])];
  const { maxSurge, maxUnavailable } = strategy.rollingUpdate ?? {};
  const at = { surge: `${path}.rollingUpdate.maxSurge`, unavailable: `${path}.rollingUpdate.maxUnavailable` };
  const errors = [
    ...shareErrors(maxUnavailable, at.unavailable),
    ...shareErrors(maxSurge, at.surge),
    ...overWholeErrors(maxUnavailable, at.unavailable),
    ...overWholeErrors(maxSurge, at.surge),
  ];
  const [unavailable, surge] = [!isZeroShare(maxUnavailable), !isZeroShare(maxSurge)];
  if (unavailable && surge)
    errors.push(invalidValue(at.surge, maxSurge, 'may not be set when maxUnavailable is non-zero'));
  if (!unavailable && !surge) errors.push(required(at.unavailable, 'cannot be 0 when maxSurge is 0'));
  return errors;
}

export function statefulSetErrors(spec: WorkloadSpec, isNew: boolean): readonly FieldError[] {
  const { updateStrategy: strategy, serviceName = '', podManagementPolicy: order } = spec;
  const errors: FieldError[] = [];
  if (typeof order === 'string' && order !== 'OrderedReady' && order !== 'Parallel')
    errors.push(invalidValue('spec.podManagementPolicy', order, "must be 'OrderedReady' or 'Parallel'"));
  const path = 'spec.updateStrategy';
  const update = strategy?.rollingUpdate ?? undefined;
  if (strategy?.type === rolling) {
    addAll(errors, shareErrors(update?.['partition'], `${path}.rollingUpdate.partition`));
    const [unavailable, at] = [update?.['maxUnavailable'], `${path}.rollingUpdate.maxUnavailable`];
    if (unavailable !== undefined) {
      addAll(errors, shareErrors(unavailable, at));
      if (isZeroShare(unavailable)) errors.push(invalidValue(at, unavailable, 'cannot be 0'));
      addAll(errors, overWholeErrors(unavailable, at));
    }
  } else if (strategy?.type === 'OnDelete') {
    const detail = "only allowed for updateStrategy 'RollingUpdate'";
    if (update !== undefined) errors.push(invalidValue(`${path}.rollingUpdate`, capitalized(update), detail));
  } else {
    errors.push(invalidValue(path, readBack(strategy), "must be 'RollingUpdate' or 'OnDelete'"));
  }
  if (isNew && serviceName !== '')
    addAll(
      errors,
      checkDns1123Label(serviceName).map((fault) => invalidValue('spec.serviceName', serviceName, fault)),
    );
  for (const [index, { spec: claim }] of (isNew ? (spec.volumeClaimTemplates ?? []) : []).entries())
    addAll(errors, claimErrors(claim, `spec.volumeClaimTemplates[${index}].spec`));
  const start = (spec['ordinals'] as { start?: number } | undefined)?.start ?? 0;
  if (start < 0) errors.push(invalidValue('spec.ordinals.start', start, 'must be greater than or equal to 0'));
  return errors;
}

/** Refusals of a whole strategy show it as the kind is defined: capitalized, nothing left out. */
function readBack({ type = '', rollingUpdate }: UpdateStrategy = {}): Record<string, unknown> {
  return { Type: type, RollingUpdate: rollingUpdate ? capitalized(rollingUpdate) : null };
}

function capitalized(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`${name[0]?.toUpperCase()}${name.slice(1)}`, value]),
  );
}
