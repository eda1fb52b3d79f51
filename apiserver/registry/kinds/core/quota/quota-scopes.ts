// Which objects a resource quota counts: its scopes, which have to exist, to hold for what is counted, and not to exclude
// each other, whether they are listed or chosen by a selector.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { invalidValue, required } from '../../../../../shared/object/field-error-message.ts';

export interface Requirement {
  readonly scopeName?: string | null;
  readonly operator?: string | null;
  readonly values?: readonly string[];
}

export interface ScopedSpec {
  readonly scopes?: readonly string[];
  readonly scopeSelector?: { readonly matchExpressions?: readonly Requirement[] };
}

const ofPods = ['pods', 'cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];

/** What can be counted in each scope, of the system's own resources. */
const counted: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['BestEffort', new Set(['pods'])],
  ['CrossNamespacePodAffinity', new Set(ofPods)],
  ['NotBestEffort', new Set(ofPods)],
  ['NotTerminating', new Set(ofPods)],
  ['PriorityClass', new Set(ofPods)],
  ['Terminating', new Set(ofPods)],
  ['VolumeAttributesClass', new Set(['persistentvolumeclaims', 'requests.storage'])],
]);

/** Scopes that an object is in or is not; the others have values. */
const withoutValues: ReadonlySet<string> = new Set([
  'BestEffort',
  'CrossNamespacePodAffinity',
  'NotBestEffort',
  'NotTerminating',
  'Terminating',
]);

const opposites = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;

/** `resources` are those of the system that the quota limits. */
export function scopeErrors(spec: ScopedSpec, resources: readonly string[]): readonly FieldError[] {
  const { scopes = [], scopeSelector } = spec;
  return [
    ...listErrors(scopes, resources),
    ...(scopeSelector === undefined ? [] : selectorErrors(spec, scopeSelector, resources)),
  ];
}

function listErrors(scopes: readonly string[], resources: readonly string[]): readonly FieldError[] {
  const given = new Set(scopes);
  const faults: string[] = [];
  if (scopes.some((scope) => !counted.has(scope))) faults.push('unsupported scope');
  if (countsOthers(given, resources)) faults.push('unsupported scope applied to resource');
  if (contradicts(given)) faults.push('conflicting scopes');
  return faults.map((fault) => invalidValue('spec.scopes', scopes, fault));
}

function selectorErrors(
  { scopes = [] }: ScopedSpec,
  selector: NonNullable<ScopedSpec['scopeSelector']>,
  resources: readonly string[],
): readonly FieldError[] {
  const path = 'spec.scopeSelector.matchExpressions';
  const requirements = selector.matchExpressions ?? [];
  const given = new Set(requirements.map(({ scopeName }) => scopeName ?? ''));
  const errors: FieldError[] = requirements.flatMap((requirement) => requirementErrors(requirement, path));
  if (countsOthers(given, resources)) {
    errors.push(invalidValue(path, selector, 'unsupported scope applied to resource'));
  }
  if (contradicts(given)) errors.push(invalidValue(path, scopes, 'conflicting scopes'));
  return errors;
}

function requirementErrors({ scopeName, operator, values = [] }: Requirement, path: string): readonly FieldError[] {
  const scope = scopeName ?? '';
  const errors: FieldError[] = [];
  const refuse = (name: string, value: unknown, detail: string): void => {
    errors.push(invalidValue(`${path}.${name}`, value, detail));
  };
  if (!counted.has(scope)) refuse('scopeName', scope, 'unsupported scope');
  if (withoutValues.has(scope) && operator !== 'Exists') {
    refuse(
      'operator',
      operator ?? '',
      "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity",
    );
  }
  if (operator === 'In' || operator === 'NotIn') {
    const detail = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    if (values.length === 0) errors.push(required(`${path}.values`, detail));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    const detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    if (values.length > 0) refuse('values', values, detail);
  } else refuse('operator', operator ?? '', 'not a valid selector operator');
  return errors;
}

function countsOthers(scopes: ReadonlySet<string>, resources: readonly string[]): boolean {
  return [...scopes].some((scope) => {
    const own = counted.get(scope);
    return own !== undefined && resources.some((name) => !own.has(name));
  });
}

function contradicts(scopes: ReadonlySet<string>): boolean {
  return opposites.some((pair) => pair.every((scope) => scopes.has(scope)));
}
