// Addresses under which a service is found: none of them means the host that reads it, and their names are labels.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { invalidValue } from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkQualifiedName } from '../../../../../shared/object/names.ts';
import { checkIp } from '../../../../../shared/schema/format.ts';

export interface EndpointPort {
  readonly name?: string;
  readonly port?: number;
  readonly appProtocol?: string;
}

export function protocolErrors(name: string | undefined, path: string): readonly FieldError[] {
  return name === undefined ? [] : checkQualifiedName(name).map((fault) => invalidValue(path, name, fault));
}

export function labelErrors(name: string, path: string): readonly FieldError[] {
  return checkDns1123Label(name).map((fault) => invalidValue(path, name, fault));
}

export function addressErrors(ip: string, path: string): readonly FieldError[] {
  const faults = checkIp(ip);
  if (faults.length > 0) return [...faults, 'must be a valid IP address'].map((fault) => invalidValue(path, ip, fault));
  const fault = ownAddressFault(ip);
  return fault === undefined ? [] : [invalidValue(path, ip, fault)];
}

/** Undefined: it can be another host. */
export function ownAddressFault(ip: string): string | undefined {
  if (ip === '0.0.0.0' || ip === '::') return `may not be unspecified (${ip})`;
  if (ip.startsWith('127.') || ip === '::1') return 'may not be in the loopback range (127.0.0.0/8, ::1/128)';
  if (ip.startsWith('169.254.') || /^fe[89ab][0-9a-f]:/i.test(ip))
    return 'may not be in the link-local range (169.254.0.0/16, fe80::/10)';
  if (ip.startsWith('224.0.0.') || /^ff02:/i.test(ip))
    return 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)';
  return undefined;
}
