// What a pod asks for as a whole: cpu, memory and huge pages, no less than its containers ask for together.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { PodSpec } from './spec/pod-spec.ts';
import { forbiddenField, invalidValue, notSupported } from '../../../../../shared/object/field-error-message.ts';
import { compareQuantities, formatQuantity, parseQuantity } from '../../../../../shared/object/quantity.ts';
import { isHugePages, type ResourceNames } from '../../rule/resource-names.ts';
import { resourceErrors } from './container-resources.ts';
import { totalOf } from './pod-resources.ts';

const supported = ['cpu', 'hugepages-', 'memory'];

/** `claims`: names of the pod's claims. */
export function podResourceErrors(
  spec: PodSpec,
  path: string,
  names: ResourceNames,
  claims: readonly string[],
): readonly FieldError[] {
  const { resources = {} } = spec;
  if (spec.os?.name === 'windows') return [forbiddenField(path, 'may not be set for a windows pod')];
  const nameErrors = (name: string, place: string): readonly FieldError[] => {
    const errors = names.any(name, place);
    if (errors.length > 0 || name === 'cpu' || name === 'memory' || isHugePages(name)) return errors;
    return [notSupported(place, name, supported)];
  };
  return [
    ...(resources.claims === undefined
      ? []
      : [forbiddenField(`${path}.claims`, 'claims may not be set for Resources at pod-level')]),
    ...resourceErrors(resources, path, names, claims, nameErrors),
    ...togetherErrors(spec, 'requests', path, () => true),
    ...togetherErrors(spec, 'limits', path, isHugePages),
    ...singleErrors(spec, path),
  ];
}

/** What the containers ask for together is no more than the pod does. */
function togetherErrors(
  spec: PodSpec,
  part: 'limits' | 'requests',
  path: string,
  counts: (name: string) => boolean,
): readonly FieldError[] {
  const own = spec.resources?.[part] ?? {};
  const errors: FieldError[] = [];
  for (const [name, total] of totalOf(spec, part)) {
    const text = Object.hasOwn(own, name) && counts(name) ? own[name] : undefined;
    const amount = text === undefined ? undefined : parseQuantity(text);
    if (amount === undefined || compareQuantities(total, amount) <= 0) continue;
    const detail = `must be greater than or equal to aggregate container ${part} of ${formatQuantity(total)}`;
    errors.push(invalidValue(`${path}.${part}[${name}]`, text, detail));
  }
  return errors;
}

/** No container has a limit beyond that of its pod. */
function singleErrors({ containers, resources }: PodSpec, path: string): readonly FieldError[] {
  const own = resources?.limits ?? {};
  const errors: FieldError[] = [];
  for (const [index, container] of (containers ?? []).entries()) {
    for (const [name, text] of Object.entries(container.resources?.limits ?? {})) {
      const most = Object.hasOwn(own, name) ? own[name] : undefined;
      const [limit, bound] = [parseQuantity(text), most === undefined ? undefined : parseQuantity(most)];
      if (limit === undefined || bound === undefined || compareQuantities(limit, bound) <= 0) continue;
      const detail = `must be less than or equal to pod limits of ${most}`;
      errors.push(invalidValue(`${path}.containers[${index}][${name}].limits`, text, detail));
    }
  }
  return errors;
}
