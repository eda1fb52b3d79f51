// Under which names and addresses clients may reach the server: what its certificate must cover.

import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { Vendor } from '../../../shared/vendor/vendor.ts';

export interface ServingNames {
  readonly dnsNames: readonly string[];
  readonly ipAddresses: readonly string[];
}

/** Names of this host, of the API's own service, and `further` ones. */
export function servingNames(vendor: Vendor, serviceRange: string, further: readonly string[]): ServingNames {
  const maker = vendor.fill('{maker}');
  const dnsNames = new Set(['localhost', maker, `${maker}.default`, `${maker}.default.svc`]);
  const ipAddresses = new Set(['127.0.0.1', '::1', firstAddress(serviceRange)]);
  const host = hostname().toLowerCase();
  if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host)) {
    dnsNames.add(host);
  }
  for (const entry of Object.values(networkInterfaces()).flat()) {
    if (entry !== undefined && !entry.address.startsWith('fe80')) {
      ipAddresses.add(entry.address);
    }
  }
  for (const name of further) {
    if (isWildcard(name)) {
      continue;
    }
    (isIP(name) === 0 ? dnsNames : ipAddresses).add(name);
  }
  return { dnsNames: [...dnsNames], ipAddresses: [...ipAddresses] };
}

/** Whether this address means all addresses of the host. */
export function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

/** The first usable IPv4 address of a range: the API's own service has it. */
export function firstAddress(range: string): string {
  const [network = '', bits = ''] = range.split('/');
  const octets = network.split('.').map(Number);
  if (octets.length !== 4 || bits === '' || octets.some((octet) => !(octet >= 0 && octet <= 255))) {
    throw new Error(`the service range ${JSON.stringify(range)} is no IPv4 range such as 10.0.0.0/24`);
  }
  const [a = 0, b = 0, c = 0, d = 0] = octets;
  return `${a}.${b}.${c}.${d + 1}`;
}
