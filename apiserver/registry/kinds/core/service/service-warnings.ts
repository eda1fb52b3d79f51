// What the writer of a service is told of it: fields that have no effect, and addresses that others may read otherwise.

import type { AddressWarnings } from '../../rule/address-warnings.ts';
import type { ServiceSpec } from './service.ts';

export function serviceWarnings(spec: ServiceSpec, addresses: AddressWarnings): readonly string[] {
  const { clusterIP = '', clusterIPs = [], externalIPs = [], loadBalancerIP = '', externalName = '' } = spec;
  const { loadBalancerSourceRanges: ranges = [], sessionAffinity = 'None', type = '' } = spec;
  const warnings: string[] = [];
  if (clusterIP !== '' && clusterIP !== 'None')
    for (const [index, address] of clusterIPs.entries())
      warnings.push(...addresses.ofIp(address, `spec.clusterIPs[${index}]`));
  if (type === 'ClusterIP' && clusterIP === 'None') {
    const ignored = 'is ignored for headless services';
    if (loadBalancerIP !== '') warnings.push(`spec.loadBalancerIP ${ignored}`);
    if (externalIPs.length > 0) warnings.push(`spec.externalIPs ${ignored}`);
    if (sessionAffinity !== 'None') warnings.push(`spec.SessionAffinity ${ignored}`);
  }
  for (const [index, address] of externalIPs.entries())
    warnings.push(...addresses.ofIp(address, `spec.externalIPs[${index}]`));
  warnings.push(...addresses.ofIp(loadBalancerIP, 'spec.loadBalancerIP'));
  for (const [index, range] of ranges.entries())
    warnings.push(...addresses.ofCidr(range, `spec.loadBalancerSourceRanges[${index}]`));
  if (type === 'ExternalName' && externalIPs.length > 0)
    warnings.push('spec.externalIPs is ignored when spec.type is "ExternalName"');
  if (type !== 'ExternalName' && externalName !== '')
    warnings.push('spec.externalName is ignored when spec.type is not "ExternalName"');
  return warnings;
}
