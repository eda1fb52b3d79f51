// The DNS resolver configuration of a pod's containers, by the DNS policy of the pod. Pure.

import type { Pod } from '../object/pod.ts';

export interface DnsSettings {
  readonly clusterDns: readonly string[];
  /** '' where the cluster has no domain. */
  readonly clusterDomain: string;
  /** Of the host. */
  readonly host: Resolver;
}

export interface Resolver {
  readonly servers: readonly string[];
  readonly searches: readonly string[];
  readonly options: readonly string[];
}

const mostServers = 3;
const mostSearches = 32;

/** `lacksCluster`: the pod asks for the cluster's DNS, but `clusterDNS` is not configured; it gets the resolver of the host. */
export function resolverOf(
  { metadata, spec }: Pod,
  { clusterDns, clusterDomain, host }: DnsSettings,
): { readonly resolver: Resolver; readonly lacksCluster: boolean } {
  const policy = spec?.dnsPolicy ?? 'ClusterFirst';
  const wantsCluster =
    policy === 'ClusterFirstWithHostNet' || (policy === 'ClusterFirst' && spec?.hostNetwork !== true);
  const lacksCluster = wantsCluster && clusterDns.length === 0;
  const none: Resolver = { servers: [], searches: [], options: [] };
  const domains =
    clusterDomain === ''
      ? []
      : [`${metadata.namespace ?? 'default'}.svc.${clusterDomain}`, `svc.${clusterDomain}`, clusterDomain];
  const base: Resolver =
    policy === 'None'
      ? none
      : wantsCluster && !lacksCluster
        ? { servers: clusterDns, searches: [...domains, ...host.searches], options: ['ndots:5'] }
        : host;
  const own = spec?.dnsConfig;
  const added = (own?.options ?? []).map(({ name = '', value }) => (value === undefined ? name : `${name}:${value}`));
  const names = new Set(added.map(optionName));
  return {
    resolver: {
      servers: unique([...base.servers, ...(own?.nameservers ?? [])]).slice(0, mostServers),
      searches: unique([...base.searches, ...(own?.searches ?? [])]).slice(0, mostSearches),
      options: [...base.options.filter((option) => !names.has(optionName(option))), ...added],
    },
    lacksCluster,
  };
}

function optionName(option: string): string {
  return option.replace(/:.*/, '');
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

/** The text of a `resolv.conf`. */
export function parseResolver(text: string): Resolver {
  const lines = text
    .split('\n')
    .map((line) =>
      line
        .replace(/[#;].*/, '')
        .trim()
        .split(/\s+/),
    )
    .filter(([first]) => first !== '');
  const last = (name: string): readonly string[] => lines.findLast(([first]) => first === name)?.slice(1) ?? [];
  return {
    servers: lines.filter(([first]) => first === 'nameserver').flatMap(([, address = '']) => [address]),
    searches: last('search').map((name) => name.replace(/(?<=.)\.$/, '')),
    options: last('options'),
  };
}
