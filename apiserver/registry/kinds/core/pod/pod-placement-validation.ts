// Validation of the placement of a pod: node selection and tolerations, pod affinity and anti-affinity, spread constraints, and
// scheduling gates.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Toleration } from '../../../../../shared/object/toleration.ts';
import type { PodSpec } from './spec/pod-spec.ts';
import type { Affinity, AffinityTerm, KeyedSelector, PodAffinity, SpreadConstraint } from './spec/pod-spec-parts.ts';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkLabelValue, checkQualifiedName } from '../../../../../shared/object/names.ts';
import { labelErrors } from '../../../object/metadata-validation.ts';
import { labelSelectorErrors } from '../../rule/label-selector-validation.ts';
import { nodeSelectorErrors, nodeSelectorTermErrors } from '../../rule/node-selector-validation.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';

export function placementErrors(spec: PodSpec, path: string): readonly FieldError[] {
  const { nodeSelector, affinity, tolerations, schedulingGates, readinessGates, topologySpreadConstraints } = spec;
  const errors: FieldError[] = [];
  if (spec.preemptionPolicy === '') errors.push(required(`${path}.preemptionPolicy`));
  if (nodeSelector !== undefined) addAll(errors, labelErrors(nodeSelector, `${path}.nodeSelector`));
  if (affinity !== undefined) addAll(errors, affinityErrors(affinity, `${path}.affinity`));
  for (const [index, gate] of (readinessGates ?? []).entries()) {
    const [type, place] = [gate.conditionType ?? '', `${path}.readinessGates[${index}].conditionType`];
    addAll(
      errors,
      checkQualifiedName(type).map((fault) => invalidValue(place, type, fault)),
    );
  }
  const gates = new Set<string>();
  for (const [index, { name = '' }] of (schedulingGates ?? []).entries()) {
    const place = `${path}.schedulingGates[${index}]`;
    addAll(
      errors,
      checkQualifiedName(name).map((fault) => invalidValue(place, name, fault)),
    );
    if (gates.has(name)) errors.push(duplicateValue(place, name));
    gates.add(name);
  }
  if (topologySpreadConstraints !== undefined)
    addAll(errors, spreadErrors(topologySpreadConstraints, `${path}.topologySpreadConstraints`));
  for (const [index, toleration] of (tolerations ?? []).entries()) {
    for (const fault of tolerationErrors(toleration, `${path}.tolerations[${index}]`)) errors.push(fault);
  }
  return errors;
}

const taintEffects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export function tolerationErrors(toleration: Toleration, path: string): readonly FieldError[] {
  const { key = '', operator = '', value = '', effect, tolerationSeconds } = toleration;
  const errors: FieldError[] = [];
  if (key !== '')
    addAll(
      errors,
      checkQualifiedName(key).map((fault) => invalidValue(`${path}.key`, key, fault)),
    );
  const place = `${path}.operator`;
  if (key === '' && operator !== 'Exists') {
    const fault = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    errors.push(invalidValue(place, operator, fault));
  }
  if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
    const fault = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    errors.push(invalidValue(`${path}.effect`, effect ?? '', fault));
  }
  if (operator === 'Equal' || operator === '') {
    const faults = checkLabelValue(value);
    if (faults.length > 0) errors.push(invalidValue(place, value, faults.join(';')));
  } else if (operator === 'Exists') {
    if (value !== '') errors.push(invalidValue(place, value, "value must be empty when `operator` is 'Exists'"));
  } else errors.push(notSupported(place, operator, ['Equal', 'Exists']));
  if ((effect ?? '') !== '' && !taintEffects.includes(effect ?? ''))
    errors.push(notSupported(`${path}.effect`, effect, taintEffects));
  return errors;
}

function affinityErrors({ nodeAffinity, podAffinity, podAntiAffinity }: Affinity, path: string) {
  const errors: FieldError[] = [];
  const required = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const preferred = nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const place = (kind: 'required' | 'preferred') =>
    `${path}.nodeAffinity.${kind}DuringSchedulingIgnoredDuringExecution`;
  if (required !== undefined) addAll(errors, nodeSelectorErrors(required, place('required'), true));
  for (const [index, { weight = 0, preference = {} }] of preferred.entries()) {
    const at = `${place('preferred')}[${index}]`;
    addAll(errors, weightErrors(weight, at));
    addAll(errors, nodeSelectorTermErrors(preference, `${at}.preference`, false));
  }
  for (const [field, terms] of Object.entries({ podAffinity, podAntiAffinity })) {
    if (terms !== undefined) addAll(errors, podAffinityErrors(terms, `${path}.${field}`));
  }
  return errors;
}

function podAffinityErrors(affinity: PodAffinity, path: string): readonly FieldError[] {
  const required = affinity.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  const preferred = affinity.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return [
    ...required.flatMap((term, index) =>
      termErrors(term, `${path}.requiredDuringSchedulingIgnoredDuringExecution[${index}]`),
    ),
    ...preferred.flatMap(({ weight = 0, podAffinityTerm = {} }, index) => {
      const at = `${path}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`;
      return [...weightErrors(weight, at), ...termErrors(podAffinityTerm, `${at}.podAffinityTerm`)];
    }),
  ];
}

function weightErrors(weight: number, path: string): readonly FieldError[] {
  return weight >= 1 && weight <= 100 ? [] : [invalidValue(`${path}.weight`, weight, 'must be in the range 1-100')];
}

function termErrors(term: AffinityTerm, path: string): readonly FieldError[] {
  const { topologyKey = '', namespaces = [] } = term;
  const place = `${path}.topologyKey`;
  return [
    ...labelSelectorErrors(term.labelSelector, `${path}.labelSelector`),
    ...labelSelectorErrors(term.namespaceSelector, `${path}.namespaceSelector`),
    ...namespaces.flatMap((name) =>
      checkDns1123Label(name).map((fault) => invalidValue(`${path}.namespace`, name, fault)),
    ),
    ...keyErrors(term, path),
    ...(topologyKey === '' ? [required(place, 'can not be empty')] : []),
    ...checkQualifiedName(topologyKey).map((fault) => invalidValue(place, topologyKey, fault)),
  ];
}

/** Keys of labels that the pod's own values are looked up for: only beside a selector, and never for and against. */
function keyErrors({ labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] }: KeyedSelector, path: string) {
  const errors: FieldError[] = [];
  for (const [field, keys] of Object.entries({ matchLabelKeys, mismatchLabelKeys })) {
    const place = `${path}.${field}`;
    if (keys.length > 0 && (labelSelector ?? undefined) === undefined) {
      errors.push(forbiddenField(place, 'must not be specified when labelSelector is not set'));
      continue;
    }
    for (const [index, key] of keys.entries())
      addAll(
        errors,
        checkQualifiedName(key).map((fault) => invalidValue(`${place}[${index}]`, key, fault)),
      );
  }
  // A pod selects by its own keys already: an expression with one of them would select twice.
  const selected = new Set(Object.keys(labelSelector?.matchLabels ?? {}));
  for (const { key = '' } of labelSelector?.matchExpressions ?? []) {
    const index = matchLabelKeys.lastIndexOf(key);
    if (index >= 0 && selected.has(key))
      errors.push(invalidValue(`${path}[${index}]`, key, 'exists in both matchLabelKeys and labelSelector'));
    selected.add(key);
  }
  for (const [index, key] of matchLabelKeys.entries()) {
    if (mismatchLabelKeys.includes(key))
      errors.push(
        invalidValue(`${path}.matchLabelKeys[${index}]`, key, 'exists in both matchLabelKeys and mismatchLabelKeys'),
      );
  }
  return errors;
}

/** Constraints of one identity must not be given twice. */
function identityOf({ topologyKey = '', whenUnsatisfiable = '' }: SpreadConstraint): string {
  return JSON.stringify([topologyKey, whenUnsatisfiable]);
}

function spreadErrors(constraints: readonly SpreadConstraint[], path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const positive = 'must be greater than zero';
  const whens = ['DoNotSchedule', 'ScheduleAnyway'];
  const left = new Map<string, number>();
  for (const constraint of constraints) left.set(identityOf(constraint), (left.get(identityOf(constraint)) ?? 0) + 1);
  for (const [index, constraint] of constraints.entries()) {
    const at = `${path}[${index}]`;
    const { maxSkew = 0, minDomains, topologyKey = '', whenUnsatisfiable: when = '' } = constraint;
    if (maxSkew <= 0) errors.push(invalidValue(`${at}.maxSkew`, maxSkew, positive));
    if (topologyKey === '') errors.push(required(`${at}.topologyKey`, 'can not be empty'));
    if (!whens.includes(when)) errors.push(notSupported(`${at}.whenUnsatisfiable`, when, whens));
    const following = (left.get(identityOf(constraint)) ?? 1) - 1;
    left.set(identityOf(constraint), following);
    if (following > 0)
      errors.push(duplicateValue(`${at}.{topologyKey, whenUnsatisfiable}`, `{${topologyKey}, ${when}}`));
    if (minDomains !== undefined) {
      const place = `${at}.minDomains`;
      if (minDomains <= 0) errors.push(invalidValue(place, minDomains, positive));
      const only = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${when}`;
      if (when !== 'DoNotSchedule') errors.push(invalidValue(place, minDomains, only));
    }
    addAll(errors, keyErrors(constraint, at));
    addAll(errors, labelSelectorErrors(constraint.labelSelector, `${at}.labelSelector`));
  }
  return errors;
}
