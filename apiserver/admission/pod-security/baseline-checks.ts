// The rules of level baseline about what a pod takes of its host: namespaces, paths, ports, privileges, kernel settings.

import type { Check, Finding } from './check.ts';
import { containersThat, plural, quoted, quotedList, settersOf, sorted } from './check.ts';
import { containersOf, type Handler, type SecuredContainer, type SecuredPod } from './secured-pod.ts';

const defaultCapabilities: ReadonlySet<string> = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);

const sysctls0 = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
];
const sysctls27 = [...sysctls0, 'net.ipv4.ip_local_reserved_ports'];
const sysctls29 = [
  ...sysctls27,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
];
const sysctls32 = [...sysctls29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'];

export const hostChecks: readonly Check[] = [
  { name: 'capabilities_baseline', level: 'baseline', editions: [{ since: 0, rule: addedCapabilities }] },
  { name: 'hostNamespaces', level: 'baseline', editions: [{ since: 0, rule: hostNamespaces }] },
  { name: 'hostPathVolumes', level: 'baseline', editions: [{ since: 0, rule: hostPaths }] },
  { name: 'hostPorts', level: 'baseline', editions: [{ since: 0, rule: hostPorts }] },
  { name: 'hostProbesAndHostLifecycle', level: 'baseline', editions: [{ since: 34, rule: probedHosts }] },
  { name: 'privileged', level: 'baseline', editions: [{ since: 0, rule: privileged }] },
  { name: 'procMount', level: 'baseline', editions: [{ since: 0, rule: procMounts }] },
  {
    name: 'sysctls',
    level: 'baseline',
    editions: [
      { since: 0, rule: (pod) => otherSysctls(pod, sysctls0) },
      { since: 27, rule: (pod) => otherSysctls(pod, sysctls27) },
      { since: 29, rule: (pod) => otherSysctls(pod, sysctls29) },
      { since: 32, rule: (pod) => otherSysctls(pod, sysctls32) },
    ],
  },
  { name: 'windowsHostProcess', level: 'baseline', editions: [{ since: 0, rule: hostProcesses }] },
];

function addedCapabilities(pod: SecuredPod): Finding | undefined {
  const added = ({ securityContext }: SecuredContainer): readonly string[] =>
    (securityContext?.capabilities?.add ?? []).filter((name) => !defaultCapabilities.has(name));
  const names = containersThat(pod, (container) => added(container).length > 0);
  if (names.length === 0) return undefined;
  const capabilities = sorted(containersOf(pod.spec).flatMap(added));
  return {
    reason: 'non-default capabilities',
    detail: `${quoted(names)} must not include ${quotedList(capabilities)} in securityContext.capabilities.add`,
  };
}

function hostNamespaces({ spec }: SecuredPod): Finding | undefined {
  const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((field) => spec[field] === true);
  if (shared.length === 0) return undefined;
  return { reason: 'host namespaces', detail: shared.map((field) => `${field}=true`).join(', ') };
}

function hostPaths({ spec }: SecuredPod): Finding | undefined {
  const names = (spec.volumes ?? []).filter((volume) => isSet(volume['hostPath'])).map(({ name }) => name);
  return names.length === 0 ? undefined : { reason: 'hostPath volumes', detail: quoted(names, 'volume') };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function hostPorts(pod: SecuredPod): Finding | undefined {
  const taken = ({ ports = [] }: SecuredContainer): readonly string[] =>
    ports.flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : [String(hostPort)]));
  const names = containersThat(pod, (container) => taken(container).length > 0);
  if (names.length === 0) return undefined;
  const ports = sorted(containersOf(pod.spec).flatMap(taken));
  const uses = plural(names.length, 'uses', 'use');
  return {
    reason: 'hostPort',
    detail: `${quoted(names)} ${uses} ${plural(ports.length, 'hostPort')} ${ports.join(', ')}`,
  };
}

function probedHosts(pod: SecuredPod): Finding | undefined {
  const hosts = (container: SecuredContainer): readonly string[] => {
    const { livenessProbe, readinessProbe, startupProbe, lifecycle } = container;
    const handlers = [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop];
    return handlers.flatMap((handler) => hostsOf(handler));
  };
  const names = sorted(containersThat(pod, (container) => hosts(container).length > 0));
  if (names.length === 0) return undefined;
  const found = sorted(containersOf(pod.spec).flatMap(hosts));
  const what = 'probe or lifecycle host';
  const uses = plural(names.length, 'uses', 'use');
  return { reason: what, detail: `${quoted(names)} ${uses} ${quoted(found, what)}` };
}

function hostsOf(handler: Handler | undefined): readonly string[] {
  return [handler?.httpGet?.host ?? '', handler?.tcpSocket?.host ?? ''].filter((host) => host !== '');
}

function privileged(pod: SecuredPod): Finding | undefined {
  const names = containersThat(pod, ({ securityContext }) => securityContext?.privileged === true);
  if (names.length === 0) return undefined;
  return { reason: 'privileged', detail: `${quoted(names)} must not set securityContext.privileged=true` };
}

function procMounts(pod: SecuredPod): Finding | undefined {
  const mountOf = ({ securityContext }: SecuredContainer): string => securityContext?.procMount ?? 'Default';
  const names = containersThat(pod, (container) => mountOf(container) !== 'Default');
  if (names.length === 0) return undefined;
  const mounts = sorted(containersOf(pod.spec).map(mountOf)).filter((mount) => mount !== 'Default');
  return {
    reason: 'procMount',
    detail: `${quoted(names)} must not set securityContext.procMount to ${quotedList(mounts)}`,
  };
}

function otherSysctls({ spec }: SecuredPod, allowed: readonly string[]): Finding | undefined {
  const names = (spec.securityContext?.sysctls ?? []).map(({ name }) => name).filter((name) => !allowed.includes(name));
  return names.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: names.join(', ') };
}

function hostProcesses(pod: SecuredPod): Finding | undefined {
  const names = containersThat(pod, ({ securityContext }) => securityContext?.windowsOptions?.hostProcess === true);
  const setters = settersOf(pod.spec.securityContext?.windowsOptions?.hostProcess === true, names);
  if (setters.length === 0) return undefined;
  return {
    reason: 'hostProcess',
    detail: `${setters.join(' and ')} must not set securityContext.windowsOptions.hostProcess=true`,
  };
}
