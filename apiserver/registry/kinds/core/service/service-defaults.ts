// What services leave out follows from their type, and an update keeps what was allocated as long as the type needs it.

import { isDeepStrictEqual } from 'node:util';
import {
  hasHealthPort,
  hasNodePorts,
  isExternallyAccessible,
  isLoadBalancer,
  mayHaveNodePorts,
  type ServicePort,
  type ServiceSpec,
} from './service.ts';

const affinitySeconds = 10_800;

export function defaultService(spec: ServiceSpec): void {
  const type = (spec.type ??= 'ClusterIP');
  for (const port of spec.ports ?? []) {
    if (port.targetPort === undefined || port.targetPort === 0 || port.targetPort === '') {
      if (port.port !== undefined) port.targetPort = port.port;
    }
  }
  if (spec.sessionAffinity === 'ClientIP') {
    spec.sessionAffinityConfig ??= {};
    spec.sessionAffinityConfig.clientIP ??= {};
    spec.sessionAffinityConfig.clientIP.timeoutSeconds ??= affinitySeconds;
  } else {
    delete spec.sessionAffinityConfig;
  }
  if (type === 'ExternalName') return;
  spec.internalTrafficPolicy ??= 'Cluster';
  if (isExternallyAccessible(spec)) spec.externalTrafficPolicy ??= 'Cluster';
  if (type === 'LoadBalancer') spec.allocateLoadBalancerNodePorts ??= true;
}

/** What comes with the addresses belongs to the service: no manager owns it that did not ask for it. */
export function completeAddresses(spec: ServiceSpec): void {
  if ((spec.clusterIP ?? '') !== '' && spec.clusterIPs === undefined) spec.clusterIPs = [spec.clusterIP ?? ''];
}

/** The list of addresses follows the one address of clients that know no list. */
export function alignAddresses(spec: ServiceSpec, before: ServiceSpec): void {
  const { clusterIP = '', clusterIPs = [] } = spec;
  const { clusterIP: known = '', clusterIPs: kept = [] } = before;
  if (clusterIP === known) {
    if (clusterIPs.length === 0 && kept.length > 0) spec.clusterIPs = kept;
  } else if (isDeepStrictEqual(clusterIPs, kept)) {
    if (clusterIP === '') delete spec.clusterIPs;
    else spec.clusterIPs = [clusterIP];
  }
}

/** A client that leaves out what was allocated keeps it. */
export function keepAddresses(spec: ServiceSpec, before: ServiceSpec): void {
  if (spec.type !== 'ExternalName' && before.type !== 'ExternalName') {
    if ((spec.clusterIP ?? '') === '' && before.clusterIP !== undefined) spec.clusterIP = before.clusterIP;
    const hasList = (spec.clusterIPs?.length ?? 0) > 0;
    if (!hasList && spec.clusterIP === before.clusterIP && before.clusterIPs !== undefined)
      spec.clusterIPs = before.clusterIPs;
  }
  // A name outside of the cluster has none of these; what the client changed is refused.
  if (spec.type === 'ExternalName' && before.type !== 'ExternalName') {
    if (isDeepStrictEqual(spec.clusterIPs, before.clusterIPs)) {
      delete spec.clusterIP;
      delete spec.clusterIPs;
    }
    for (const field of ['ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy']) {
      if (isDeepStrictEqual(spec[field], before[field])) delete spec[field];
    }
  }
  if (hasHealthPort(spec) && hasHealthPort(before) && (spec.healthCheckNodePort ?? 0) === 0) {
    if (before.healthCheckNodePort !== undefined) spec.healthCheckNodePort = before.healthCheckNodePort;
  }
  keepNodePorts(spec, before);
}

/** Ports of the nodes go with the type, unless the client asks for new ones, and else stay with the name of their port. */
function keepNodePorts({ ports = [], ...spec }: ServiceSpec, { ports: old = [], ...before }: ServiceSpec): void {
  const numbers = (list: readonly ServicePort[]): ReadonlySet<number> =>
    new Set(list.flatMap(({ nodePort = 0 }) => (nodePort === 0 ? [] : [nodePort])));
  const [now, then] = [numbers(ports), numbers(old)];
  if (mayHaveNodePorts(before) && !mayHaveNodePorts(spec)) {
    if ([...now].every((port) => then.has(port))) for (const port of ports) delete port.nodePort;
  }
  if (!hasNodePorts(before) || !hasNodePorts(spec)) return;
  for (const port of ports) {
    if ((port.nodePort ?? 0) !== 0) continue;
    const { nodePort = 0 } = old.findLast(({ name = '' }) => name === (port.name ?? '')) ?? {};
    if (nodePort !== 0 && !now.has(nodePort)) port.nodePort = nodePort;
  }
}

/** What the former type needed and the new one may not have goes with the type, unless the client changed it. */
export function dropForeignFields(spec: ServiceSpec, before: ServiceSpec): void {
  const drop = (field: string, allowed: (spec: ServiceSpec) => boolean): void => {
    if (allowed(before) && !allowed(spec) && spec[field] === before[field]) delete spec[field];
  };
  drop('externalTrafficPolicy', isExternallyAccessible);
  drop('healthCheckNodePort', hasHealthPort);
  drop('allocateLoadBalancerNodePorts', isLoadBalancer);
  drop('loadBalancerClass', isLoadBalancer);
}
