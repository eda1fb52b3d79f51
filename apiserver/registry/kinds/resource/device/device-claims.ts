// The specification of claims: requests of devices, constraints between them, and configurations.

import { addAll } from '../../../../../shared/object/add-all.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { invalidValue, notSupported, required } from '../../../../../shared/object/field-error-message.ts';
import {
  type CheckExpression,
  type Configuration,
  configurationErrors,
  mostConfigurations,
  mostRequests,
  type Selector,
  selectorsErrors,
  type Toleration,
  tolerationsErrors,
} from './device-configuration.ts';
import {
  byName,
  classNameErrors,
  fullAttributeNameErrors,
  itself,
  labelNameErrors,
  listErrors,
  setErrors,
} from './device-names.ts';

export interface CountedRequest {
  name?: string;
  deviceClassName?: string;
  allocationMode?: string;
  count?: number | bigint;
  readonly selectors?: readonly Selector[];
  readonly tolerations?: readonly Toleration[];
}

interface Request {
  readonly name?: string;
  readonly exactly?: CountedRequest;
  readonly firstAvailable?: CountedRequest[];
}

interface Constraint {
  readonly requests?: readonly string[];
  readonly matchAttribute?: string;
  readonly distinctAttribute?: string;
}

export interface RequestedConfiguration extends Configuration {
  readonly requests?: readonly string[];
}

export interface ClaimSpec {
  readonly devices?: {
    readonly requests?: readonly Request[] | null;
    readonly constraints?: readonly Constraint[];
    readonly config?: readonly RequestedConfiguration[];
  };
}

const mostAlternatives = 8;
const mostConstraints = 32;
const modes = ['All', 'ExactCount'];

/** What of a claim can be referred to: requests, and below them their alternatives. */
export type RequestNames = ReadonlySet<string>;

export function requestNamesOf(spec: ClaimSpec | undefined): RequestNames {
  const names = new Set<string>();
  for (const { name = '', firstAvailable = [] } of spec?.devices?.requests ?? []) {
    names.add(name);
    for (const alternative of firstAvailable) names.add(`${name}/${alternative.name ?? ''}`);
  }
  return names;
}

/** All selectors of a claim. */
export function selectorsOf(spec: ClaimSpec | undefined): readonly Selector[] {
  return (spec?.devices?.requests ?? []).flatMap(({ exactly, firstAvailable = [] }) =>
    [...(exactly === undefined ? [] : [exactly]), ...firstAvailable].flatMap(({ selectors }) => selectors ?? []),
  );
}

/** `stored`: as it was taken once, and cannot be changed. `check`: of expressions of selectors. */
export function claimErrors(
  spec: ClaimSpec | undefined,
  path: string,
  stored: boolean,
  check: CheckExpression,
): readonly FieldError[] {
  const { requests, constraints, config } = spec?.devices ?? {};
  const names = requestNamesOf(spec);
  const place = `${path}.devices`;
  return [
    ...setErrors(
      requests ?? [],
      `${place}.requests`,
      mostRequests,
      (request, at) => requestErrors(request, at, check),
      byName,
    ),
    ...listErrors(constraints ?? [], `${place}.constraints`, mostConstraints, (constraint, at) =>
      constraintErrors(constraint, at, names),
    ),
    ...listErrors(config ?? [], `${place}.config`, mostConfigurations, (one, at) =>
      requestedConfigurationErrors(one, at, names, stored),
    ),
  ];
}

function requestErrors(
  { name = '', exactly, firstAvailable = [] }: Request,
  path: string,
  check: CheckExpression,
): readonly FieldError[] {
  const errors = [...labelNameErrors(name, `${path}.name`)];
  const oneOf = 'exactly one of `exactly` or `firstAvailable` is required';
  const place = `${path}.firstAvailable`;
  const alternative = (request: CountedRequest, at: string): readonly FieldError[] => [
    ...labelNameErrors(request.name ?? '', `${at}.name`),
    ...countedErrors(request, at, check),
  ];
  addAll(errors, setErrors(firstAvailable, place, mostAlternatives, alternative, byName));
  if (exactly !== undefined) addAll(errors, countedErrors(exactly, `${path}.exactly`, check));
  if (exactly === undefined && firstAvailable.length === 0) errors.push(required(path, oneOf));
  if (exactly !== undefined && firstAvailable.length > 0)
    errors.push(invalidValue(path, null, `${oneOf}, but multiple fields are set`));
  return errors;
}

function countedErrors(request: CountedRequest, path: string, check: CheckExpression): readonly FieldError[] {
  const { deviceClassName = '', allocationMode = '', count = 0, selectors, tolerations } = request;
  const errors = [
    ...classNameErrors(deviceClassName, `${path}.deviceClassName`),
    ...selectorsErrors(selectors, `${path}.selectors`, check),
  ];
  if (!modes.includes(allocationMode)) errors.push(notSupported(`${path}.allocationMode`, allocationMode, modes));
  else if (allocationMode === 'ExactCount' && count <= 0)
    errors.push(invalidValue(`${path}.count`, count, 'must be greater than zero'));
  else if (allocationMode === 'All' && Number(count) !== 0)
    errors.push(invalidValue(`${path}.count`, count, "must not be specified when allocationMode is 'All'"));
  addAll(errors, tolerationsErrors(tolerations, `${path}.tolerations`));
  return errors;
}

function constraintErrors(
  { requests = [], matchAttribute, distinctAttribute }: Constraint,
  path: string,
  names: RequestNames,
): readonly FieldError[] {
  const errors = [...requestRefsErrors(requests, `${path}.requests`, names)];
  if (matchAttribute !== undefined) addAll(errors, fullAttributeNameErrors(matchAttribute, `${path}.matchAttribute`));
  else if (distinctAttribute !== undefined)
    addAll(errors, fullAttributeNameErrors(distinctAttribute, `${path}.distinctAttribute`));
  else errors.push(required(`${path}.matchAttribute`));
  return errors;
}

/** A configuration for some of the requests. */
export function requestedConfigurationErrors(
  config: RequestedConfiguration,
  path: string,
  names: RequestNames,
  stored: boolean,
): readonly FieldError[] {
  return [
    ...requestRefsErrors(config.requests ?? [], `${path}.requests`, names),
    ...configurationErrors(config, path, stored),
  ];
}

function requestRefsErrors(refs: readonly string[], path: string, names: RequestNames): readonly FieldError[] {
  return setErrors(refs, path, mostRequests, (ref, place) => requestRefErrors(ref, place, names), itself);
}

/** `request` or `request/alternative`, of those that the claim has. */
export function requestRefErrors(ref: string, path: string, names: RequestNames): readonly FieldError[] {
  const segments = ref.split('/');
  const rule = 'must be the name of a request in the claim or the name of a request and a subrequest separated by';
  const unknown = invalidValue(path, ref, `${rule} '/'`);
  if (segments.length > 2) return [unknown];
  const errors = segments.flatMap((segment) => labelNameErrors(segment, path));
  return names.has(ref) ? errors : [...errors, unknown];
}
