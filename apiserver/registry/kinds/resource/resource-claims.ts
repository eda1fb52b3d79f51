// Claims of devices and their templates: a request for a number of devices that does not say how many asks for one. What
// was asked for never changes.

import { isDeepStrictEqual } from 'node:util';
import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import {
  duplicateValue,
  immutable,
  invalidValue,
  notSupported,
  required,
} from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkDns1123Subdomain } from '../../../../shared/object/names.ts';
import type { Strategy } from '../../contract/resource.ts';
import { ownMetadata } from '../../object/metadata.ts';
import { addAll } from '../../../../shared/object/add-all.ts';

interface DeviceRequest {
  name?: string;
  exactly?: Counted;
  firstAvailable?: Counted[];
}

interface Counted {
  name?: string;
  deviceClassName?: string;
  allocationMode?: string;
  count?: number;
}

interface ClaimSpec {
  devices?: { requests?: DeviceRequest[] };
}

type Claim = ApiObject & { spec?: ClaimSpec };
type Template = ApiObject & { spec?: { spec?: ClaimSpec } };

export const resourceClaimStrategy: Strategy = {
  deleteReturnsObject: true,
  statusKeeps: ownMetadata,
  applyDefaults: (object) => countDevices((object as Claim).spec),
  validateCreate: (object) => claimErrors((object as Claim).spec, 'spec'),
  validateUpdate: (object, old) => [...specChange(object, old), ...claimErrors((object as Claim).spec, 'spec')],
};

export const resourceClaimTemplateStrategy: Strategy = {
  deleteReturnsObject: true,
  applyDefaults: (object) => countDevices((object as Template).spec?.spec),
  validateCreate: (object) => claimErrors((object as Template).spec?.spec, 'spec.spec'),
  validateUpdate: (object, old) => [
    ...specChange(object, old),
    ...claimErrors((object as Template).spec?.spec, 'spec.spec'),
  ],
};

function countDevices(spec: ClaimSpec | undefined): void {
  for (const { exactly, firstAvailable = [] } of spec?.devices?.requests ?? []) {
    for (const part of exactly === undefined ? firstAvailable : [exactly, ...firstAvailable]) {
      part.allocationMode ??= 'ExactCount';
      if (part.allocationMode === 'ExactCount' && (part.count ?? 0) === 0) part.count = 1;
    }
  }
}

function specChange(object: ApiObject, old: ApiObject): readonly FieldError[] {
  return isDeepStrictEqual(object['spec'], old['spec']) ? [] : [immutable('spec', object['spec'])];
}

function claimErrors(spec: ClaimSpec | undefined, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  for (const [index, request] of (spec?.devices?.requests ?? []).entries()) {
    const place = `${path}.devices.requests[${index}]`;
    addAll(errors, requestErrors(request, place));
    const { name = '' } = request;
    if (names.has(name)) errors.push(duplicateValue(`${place}.name`, name));
    names.add(name);
  }
  return errors;
}

function requestErrors({ name = '', exactly, firstAvailable = [] }: DeviceRequest, path: string): FieldError[] {
  const errors = nameErrors(name, `${path}.name`);
  const oneOf = 'exactly one of `exactly` or `firstAvailable` is required';
  for (const [index, part] of firstAvailable.entries()) {
    const place = `${path}.firstAvailable[${index}]`;
    errors.push(...nameErrors(part.name ?? '', `${place}.name`), ...countErrors(part, place));
  }
  if (exactly !== undefined) addAll(errors, countErrors(exactly, `${path}.exactly`));
  if (exactly === undefined && firstAvailable.length === 0) errors.push(required(path, oneOf));
  if (exactly !== undefined && firstAvailable.length > 0)
    errors.push(invalidValue(path, null, `${oneOf}, but multiple fields are set`));
  return errors;
}

function nameErrors(name: string, path: string): FieldError[] {
  return checkDns1123Label(name).map((fault) => invalidValue(path, name, fault));
}

const modes = ['All', 'ExactCount'];

function countErrors({ deviceClassName = '', allocationMode = '', count = 0 }: Counted, path: string): FieldError[] {
  const place = `${path}.deviceClassName`;
  const errors =
    deviceClassName === ''
      ? [required(place)]
      : checkDns1123Subdomain(deviceClassName).map((fault) => invalidValue(place, deviceClassName, fault));
  if (!modes.includes(allocationMode)) errors.push(notSupported(`${path}.allocationMode`, allocationMode, modes));
  else if (allocationMode === 'ExactCount' && count <= 0)
    errors.push(invalidValue(`${path}.count`, count, 'must be greater than zero'));
  else if (allocationMode === 'All' && count !== 0)
    errors.push(invalidValue(`${path}.count`, count, "must not be specified when allocationMode is 'All'"));
  return errors;
}
