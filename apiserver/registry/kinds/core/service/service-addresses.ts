// The addresses of a service within the cluster: one of each family at most, the first of them never changes.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import {
  duplicateValue,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { checkIp } from '../../../../../shared/schema/format.ts';
import type { ServiceSpec } from './service.ts';

const path = 'spec.clusterIPs';
const families = ['IPv4', 'IPv6'];
const policies = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

/** `kept`: addresses that are stored already, which may stay as they are. */
export function addressErrors(spec: ServiceSpec, kept: readonly string[] = []): readonly FieldError[] {
  const { clusterIP = '', clusterIPs = [], ipFamilies = [], ipFamilyPolicy } = spec;
  const errors: FieldError[] = [];
  if (clusterIP === '') {
    if (clusterIPs.length > 0) {
      const detail = 'must be empty when `clusterIP` is not specified';
      errors.push(invalidValue(path, clusterIPs, detail));
    }
  } else if (clusterIPs.length === 0) errors.push(required(path));
  else if (clusterIPs[0] !== clusterIP)
    errors.push(invalidValue(path, clusterIPs, 'first value must match `clusterIP`'));
  for (const [index, family] of ipFamilies.entries()) {
    const at = `spec.ipFamilies[${index}]`;
    if (!families.includes(family)) errors.push(notSupported(at, family, families));
    if (ipFamilies.indexOf(family) < index) errors.push(duplicateValue(at, family));
  }
  if (ipFamilyPolicy !== undefined && !policies.includes(ipFamilyPolicy))
    errors.push(notSupported('spec.ipFamilyPolicy', ipFamilyPolicy, policies));
  const wrong = listErrors(clusterIPs, kept);
  return wrong.length > 0 ? [...errors, ...wrong] : [...errors, ...familyErrors(clusterIPs, ipFamilies)];
}

function listErrors(addresses: readonly string[], kept: readonly string[]): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, address] of addresses.entries()) {
    if (index === 0 && address === 'None') {
      if (addresses.length > 1) errors.push(invalidValue(path, addresses, "'None' must be the first and only value"));
    } else if (!kept.includes(address)) {
      for (const fault of checkIp(address)) errors.push(invalidValue(`${path}[${index}]`, address, fault));
    }
  }
  if (errors.length > 0 && addresses.length > 2)
    errors.push(invalidValue(path, addresses, 'may only hold up to 2 values'));
  return errors;
}

function familyErrors(addresses: readonly string[], asked: readonly string[]): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (addresses.length > 2) errors.push(invalidValue(path, addresses, 'may only hold up to 2 values'));
  const found = addresses.map((address) => (address.includes(':') ? 'IPv6' : 'IPv4'));
  if (addresses.length > 1 && new Set(found).size !== addresses.length)
    errors.push(invalidValue(path, addresses, 'may specify no more than one IP for each IP family'));
  if (addresses[0] === 'None') return errors;
  for (const [index, family] of found.entries()) {
    const wanted = asked[index];
    if (wanted === undefined || !families.includes(wanted) || wanted === family) continue;
    const detail = `expected an ${wanted} value as indicated by \`ipFamilies[${index}]\``;
    errors.push(invalidValue(`${path}[${index}]`, addresses[index], detail));
  }
  return errors;
}

/** A second address may come and go; the first stays while the service has addresses. */
export function addressChangeErrors(spec: ServiceSpec, before: ServiceSpec): readonly FieldError[] {
  if (spec.type === 'ExternalName' || before.type === 'ExternalName') return [];
  if (spec.clusterIP === 'None' && before.clusterIP === 'None') return [];
  const [now, then] = [spec.clusterIPs ?? [], before.clusterIPs ?? []];
  const changed = (index: number): FieldError => invalidValue(`${path}[${index}]`, now, 'may not change once set');
  if (now.length === then.length)
    return then.flatMap((address, index) => (now[index] === address ? [] : [changed(index)]));
  const errors: FieldError[] = [];
  if (now.length === 0) errors.push(invalidValue(`${path}[0]`, now, 'primary clusterIP can not be unset'));
  else if (then.length > 0 && now[0] !== then[0]) errors.push(changed(0));
  if (now.length === 1 && then.length > 1 && spec.ipFamilyPolicy !== 'SingleStack') {
    const detail = "must be set to 'SingleStack' when releasing the secondary clusterIP";
    errors.push(invalidValue('spec.ipFamilyPolicy', spec.ipFamilyPolicy, detail));
  }
  return errors;
}
