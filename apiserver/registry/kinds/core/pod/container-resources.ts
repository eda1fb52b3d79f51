// The requests and limits of a container or a whole pod: valid resource names, requests within limits, and equal
// values for resources that cannot be overcommitted.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { ResourceRequirements } from './spec/pod-spec.ts';
import type { ResourceNames } from '../../rule/resource-names.ts';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  notFoundValue,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Label } from '../../../../../shared/object/names.ts';
import { compareQuantities, parseQuantity } from '../../../../../shared/object/quantity.ts';
import { isHugePages, isWholePages } from '../../rule/resource-names.ts';

/** `claims`: names of the pod's claims. `nameErrors`: what names may be asked for; default: those of containers. */
export function resourceErrors(
  resources: ResourceRequirements,
  path: string,
  names: ResourceNames,
  claims: readonly string[],
  nameErrors: ResourceNames['any'] = names.ofContainer,
): readonly FieldError[] {
  const { limits = {}, requests = {} } = resources;
  const errors: FieldError[] = [];
  for (const [part, amounts] of [['limits', limits] as const, ['requests', requests] as const]) {
    for (const [name, text] of Object.entries(amounts)) {
      const place = `${path}.${part}[${name}]`;
      for (const fault of nameErrors(name, place)) errors.push(fault);
      for (const fault of names.amount(name, text, place)) errors.push(fault);
      if (isHugePages(name) && !isWholePages(name, text)) {
        errors.push(invalidValue(place, text, `${text} is not positive integer multiple of ${name}`));
      }
    }
  }
  for (const [name, text] of Object.entries(requests)) {
    const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
    for (const fault of requestErrors(name, text, limit, path, names)) errors.push(fault);
  }
  const asked = [...Object.keys(limits), ...Object.keys(requests)];
  if (asked.some(isHugePages) && !asked.some((name) => name === 'cpu' || name === 'memory'))
    errors.push(forbiddenField(path, 'HugePages require cpu or memory'));
  for (const fault of claimErrors(resources.claims ?? [], `${path}.claims`, claims)) errors.push(fault);
  return errors;
}

function requestErrors(
  name: string,
  text: string,
  limitText: string | undefined,
  path: string,
  names: ResourceNames,
): readonly FieldError[] {
  const overcommitted = names.overcommitted(name);
  if (limitText === undefined) {
    const detail = 'Limit must be set for non overcommitable resources';
    return overcommitted ? [] : [required(`${path}.limits`, detail)];
  }
  const [request, limit] = [parseQuantity(text), parseQuantity(limitText)];
  if (request === undefined || limit === undefined) return [];
  const order = compareQuantities(request, limit);
  if (order !== 0 && !overcommitted)
    return [invalidValue(`${path}.requests`, text, `must be equal to ${name} limit of ${limitText}`)];
  if (order <= 0) return [];
  return [invalidValue(`${path}.requests`, text, `must be less than or equal to ${name} limit of ${limitText}`)];
}

function claimErrors(
  used: NonNullable<ResourceRequirements['claims']>,
  path: string,
  claims: readonly string[],
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const known = new Set(claims);
  /** Names that are used as a whole, names of which a request is used, and those requests as `name/request`. */
  const [whole, inPart, parts] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [index, { name = '', request = '' }] of used.entries()) {
    const place = `${path}[${index}]`;
    if (name === '') {
      errors.push(required(place));
      continue;
    }
    // A claim without a request means all of its requests: none of them can be used beside it.
    if (request === '' || whole.has(name)) {
      if (whole.has(name) || inPart.has(name)) errors.push(duplicateValue(place, name));
      whole.add(name);
    } else {
      const part = `${name}/${request}`;
      for (const fault of checkDns1123Label(request)) errors.push(invalidValue(`${place}.request`, request, fault));
      if (parts.has(part)) errors.push(duplicateValue(place, part));
      inPart.add(name);
      parts.add(part);
    }
    if (known.has(name)) continue;
    const detail =
      claims.length === 0
        ? 'must be one of the names in pod.spec.resourceClaims which is empty'
        : `must be one of the names in pod.spec.resourceClaims: ${claims.join(', ')}`;
    errors.push({ ...notFoundValue(place, name), detail });
  }
  return errors;
}
