// The status of a service: the addresses under which a load balancer publishes it.

import { isIP } from 'node:net';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import {
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain } from '../../../../../shared/object/names.ts';
import { checkIp } from '../../../../../shared/schema/format.ts';
import { isLoadBalancer, type LoadBalancerIngress, type Service } from './service.ts';

const path = 'status.loadBalancer.ingress';
const modes = ['Proxy', 'VIP'];

/** An address is one to which packets come as they were sent, unless the load balancer says otherwise. */
export function defaultServiceStatus({ spec, status }: Service): void {
  if (spec === undefined || !isLoadBalancer(spec)) return;
  for (const entry of status?.loadBalancer?.ingress ?? []) if ((entry.ip ?? '') !== '') entry.ipMode ??= 'VIP';
}

/** Only services that a load balancer publishes have its addresses. Addresses that `old` has may stay as they are. */
export function serviceStatusErrors({ spec, status }: Service, old: Service): readonly FieldError[] {
  const ingress = status?.loadBalancer?.ingress ?? [];
  if (ingress.length > 0 && (spec === undefined || !isLoadBalancer(spec)))
    return [forbiddenField(path, "may only be used when `spec.type` is 'LoadBalancer'")];
  const kept = new Set((old.status?.loadBalancer?.ingress ?? []).map(({ ip }) => ip));
  return ingress.flatMap((entry, index) => ingressErrors(entry, `${path}[${index}]`, kept));
}

function ingressErrors(
  { ip = '', ipMode, hostname = '' }: LoadBalancerIngress,
  at: string,
  kept: ReadonlySet<string | undefined>,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (ip !== '' && !kept.has(ip)) for (const fault of checkIp(ip)) errors.push(invalidValue(`${at}.ip`, ip, fault));
  if (ipMode === undefined) {
    if (ip !== '') errors.push(required(`${at}.ipMode`, 'must be specified when `ip` is set'));
  } else if (ip === '') {
    errors.push(forbiddenField(`${at}.ipMode`, 'may not be specified when `ip` is not set'));
  } else if (!modes.includes(ipMode)) {
    errors.push(notSupported(`${at}.ipMode`, ipMode, modes));
  }
  if (hostname === '') return errors;
  for (const fault of checkDns1123Subdomain(hostname)) errors.push(invalidValue(`${at}.hostname`, hostname, fault));
  if (isIP(hostname) !== 0)
    errors.push(invalidValue(`${at}.hostname`, hostname, 'must be a DNS name, not an IP address'));
  return errors;
}
