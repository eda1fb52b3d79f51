// The names of a pod: its host name, and the hosts file that its containers share. Pure.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { HostAlias, Pod } from '../object/pod.ts';

const longestName = 63;

/** `domain`: '' if the pod has none. */
export interface PodNames {
  readonly hostname: string;
  readonly domain: string;
}

export function namesOf({ metadata, spec }: Pod, clusterDomain: string): PodNames {
  if (spec?.hostnameOverride !== undefined) return { hostname: spec.hostnameOverride, domain: '' };
  const hostname = (spec?.hostname ?? metadata.name ?? '').slice(0, longestName).replace(/[-.]+$/, '');
  const subdomain = spec?.subdomain ?? '';
  const domain = subdomain === '' ? '' : `${subdomain}.${metadata.namespace ?? 'default'}.svc.${clusterDomain}`;
  return { hostname, domain };
}

export function hostsFile(
  ips: readonly string[],
  { hostname, domain }: PodNames,
  aliases: readonly HostAlias[],
  vendor: Vendor,
): string {
  const names = domain === '' ? hostname : `${hostname}.${domain}\t${hostname}`;
  const lines = [
    vendor.fill('# {Maker}-managed hosts file.'),
    '127.0.0.1\tlocalhost',
    '::1\tlocalhost ip6-localhost ip6-loopback',
    'fe00::0\tip6-localnet',
    'fe00::0\tip6-mcastprefix',
    'fe00::1\tip6-allnodes',
    'fe00::2\tip6-allrouters',
    ...ips.map((ip) => `${ip}\t${names}`),
  ];
  return `${lines.join('\n')}\n${aliasLines(aliases)}`;
}

/** For a pod in the host's network: the hosts file of the host, with the aliases of the pod. */
export function hostNetworkHostsFile(hosts: string, aliases: readonly HostAlias[], vendor: Vendor): string {
  return `${vendor.fill('# {Maker}-managed hosts file (host network).')}\n${hosts}${aliasLines(aliases)}`;
}

function aliasLines(aliases: readonly HostAlias[]): string {
  if (aliases.length === 0) return '';
  const lines = aliases.map(({ ip, hostnames = [] }) => `${ip}\t${hostnames.join('\t')}`);
  return `\n# Entries added by HostAliases.\n${lines.join('\n')}\n`;
}
