// The families of a service's addresses. There is one range of addresses, of IPv4; a service without an address and without a
// selector may name both families, for its endpoints are whatever somebody else makes them.

import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';
import { invalidValue } from '../../../../../shared/object/field-error-message.ts';
import type { ServiceSpec } from './service.ts';

const served = 'IPv4';
const single = 'SingleStack';
const policyPath = 'spec.ipFamilyPolicy';

interface Several {
  readonly policy: string | undefined;
  readonly clusterIPs: readonly string[];
  readonly ipFamilies: readonly string[];
}

/** What the client left out; `before`: what is stored, for an update. Of two families one given up stays away, to be refused. */
export function completeFamilies(spec: ServiceSpec, before?: ServiceSpec): void {
  if (spec.type === 'ExternalName') return;
  spec.ipFamilyPolicy ??= before?.ipFamilyPolicy ?? (isFree(spec) ? 'RequireDualStack' : single);
  if (before !== undefined) dropSecond(spec, before);
  const families = (spec.ipFamilies = [...(spec.ipFamilies ?? [])]);
  if (families.length === 0) families.push(served);
  else if (before?.ipFamilies?.length === 2) return;
  const [first] = families;
  if (isFree(spec) && families.length === 1 && spec.ipFamilyPolicy !== single)
    families.push(first === 'IPv6' ? 'IPv4' : 'IPv6');
}

/** A service that is to have one family loses the second one, unless the client changed the families too. */
function dropSecond(spec: ServiceSpec, before: ServiceSpec): void {
  if (spec.ipFamilyPolicy !== single || (before.ipFamilyPolicy ?? single) === single) return;
  if (isDeepStrictEqual(spec.ipFamilies, before.ipFamilies)) spec.ipFamilies = (spec.ipFamilies ?? []).slice(0, 1);
}

/** Whether policy and families fit each other and the cluster. */
export function familyChangeErrors(spec: ServiceSpec, before: ServiceSpec): readonly FieldError[] {
  if (spec.type === 'ExternalName') return [];
  const { ipFamilyPolicy: policy, clusterIPs = [], ipFamilies = [] } = spec;
  const errors: FieldError[] = [];
  const unfit = (detail: string): void => void errors.push(invalidValue(policyPath, policy, detail));
  if (policy !== single) {
    const less = (then: readonly string[] | undefined, now: readonly string[]) =>
      then?.length === 2 && now.length === 1;
    if (less(before.clusterIPs, clusterIPs)) unfit("must be 'SingleStack' to release the secondary cluster IP");
    if (less(before.ipFamilies, ipFamilies)) unfit("must be 'SingleStack' to release the secondary IP family");
  }
  addAll(errors, severalErrors({ policy, clusterIPs, ipFamilies }));
  return errors.length > 0 ? errors : unservedErrors(spec);
}

/** What a new service has more than one of, and may not have. */
export function newFamilyErrors(spec: ServiceSpec): readonly FieldError[] {
  if (spec.type === 'ExternalName') return [];
  const { ipFamilyPolicy: policy, clusterIPs = [], ipFamilies = [] } = spec;
  const errors = severalErrors({ policy, clusterIPs, ipFamilies });
  return errors.length > 0 ? errors : unservedErrors(spec);
}

function severalErrors({ policy, clusterIPs, ipFamilies }: Several): readonly FieldError[] {
  if (policy !== single) return [];
  const counts = { 'cluster IPs': clusterIPs.length, 'IP families': ipFamilies.length };
  return Object.entries(counts)
    .filter(([, count]) => count === 2)
    .map(([what]) => {
      const detail = `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`;
      return invalidValue(policyPath, policy, detail);
    });
}

/** What the cluster does not have. */
export function unservedErrors(spec: ServiceSpec): readonly FieldError[] {
  if (spec.type === 'ExternalName' || isFree(spec)) return [];
  const { ipFamilyPolicy: policy, ipFamilies = [] } = spec;
  const errors = [...ipFamilies.entries()]
    .filter(([, family]) => family !== served)
    .map(([index, family]) => invalidValue(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster'));
  if (policy === 'RequireDualStack')
    errors.push(invalidValue(policyPath, policy, 'this cluster is not configured for dual-stack services'));
  return errors;
}

/** Whether others say which endpoints it has. */
function isFree({ clusterIP, selector = {} }: ServiceSpec): boolean {
  return clusterIP === 'None' && Object.keys(selector).length === 0;
}
