// Which kernel parameters a pod may set: those that act inside its own namespaces and cannot harm its node, and further ones that the
// administrator allows. Pure.

import {
  dottedParameter,
  parameterNamespace,
  type ParameterNamespace,
} from '../../shared/object/node/kernel-parameter.ts';

/** Parameters of one pod that no other pod notices, and that cannot use up the node. */
const safe: ReadonlyMap<string, ParameterNamespace> = new Map([
  ['kernel.shm_rmid_forced', 'ipc'],
  ...[
    'ip_local_port_range',
    'tcp_syncookies',
    'ping_group_range',
    'ip_unprivileged_port_start',
    'ip_local_reserved_ports',
    'tcp_keepalive_time',
    'tcp_fin_timeout',
    'tcp_keepalive_intvl',
    'tcp_keepalive_probes',
    'tcp_rmem',
    'tcp_wmem',
  ].map((name) => [`net.ipv4.${name}`, 'net'] as const),
]);

/** Why this cannot be allowed: a name, or the beginning of names before `*`. Undefined: it can. */
export function patternFault(pattern: string): string | undefined {
  if (!/^[a-z0-9](?:[\w./-]*[a-z0-9_])?(?:[./]?\*)?$/.test(pattern))
    return `"${pattern}" is no name of a kernel parameter`;
  const isShared = parameterNamespace(dottedParameter(pattern).replace(/\*$/, '')) === undefined;
  return isShared ? `"${pattern}" is not a parameter that a pod has of its own` : undefined;
}

/**
 * Why a pod may not set one of these; undefined: it may set all. `shared`: what it shares with its host. `allowed`: names and patterns
 * beyond the safe ones.
 */
export function parameterFault(
  names: readonly string[],
  shared: Readonly<Record<ParameterNamespace, boolean>>,
  allowed: readonly string[],
): string | undefined {
  for (const name of names.map(dottedParameter)) {
    const own =
      safe.get(name) ?? (allowed.some((pattern) => covers(pattern, name)) ? parameterNamespace(name) : undefined);
    if (own === undefined) return `"${name}" not allowlisted`;
    if (shared[own]) return `"${name}" not allowed with host ${own} enabled`;
  }
  return undefined;
}

function covers(pattern: string, name: string): boolean {
  const wanted = dottedParameter(pattern);
  return wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted;
}
