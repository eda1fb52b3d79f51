// What services leave out follows from their type, and an update keeps what was allocated as long as the type needs it.

import {
  hasClusterAddress,
  hasHealthPort,
  hasNodePorts,
  isExternallyAccessible,
  isLoadBalancer,
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
  if (spec.type === 'ExternalName') return;
  spec.ipFamilies ??= ['IPv4'];
  spec.ipFamilyPolicy ??= 'SingleStack';
  if ((spec.clusterIP ?? '') !== '' && spec.clusterIPs === undefined) spec.clusterIPs = [spec.clusterIP ?? ''];
  if ((spec.clusterIP ?? '') === '' && spec.clusterIPs?.[0] !== undefined) spec.clusterIP = spec.clusterIPs[0];
}

/** A client that leaves out what was allocated keeps it. */
export function keepAddresses(spec: ServiceSpec, before: ServiceSpec): void {
  if (hasClusterAddress(spec) && hasClusterAddress(before) && (spec.clusterIP ?? '') === '') {
    if (before.clusterIP !== undefined) spec.clusterIP = before.clusterIP;
    if (before.clusterIPs !== undefined) spec.clusterIPs = before.clusterIPs;
  }
  if (spec.type === 'ExternalName') {
    for (const field of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy']) {
      delete spec[field];
    }
  }
  if (hasHealthPort(spec) && hasHealthPort(before) && (spec.healthCheckNodePort ?? 0) === 0) {
    if (before.healthCheckNodePort !== undefined) spec.healthCheckNodePort = before.healthCheckNodePort;
  }
  if (!hasNodePorts(spec)) {
    // Left over from the old type, unless the client asks for it by a new number.
    for (const port of spec.ports ?? []) {
      if (before.ports?.some((entry) => entry.nodePort === port.nodePort) === true) delete port.nodePort;
    }
    return;
  }
  for (const port of spec.ports ?? []) {
    if ((port.nodePort ?? 0) !== 0) continue;
    const same = before.ports?.find((entry) => entry.port === port.port && entry.protocol === port.protocol);
    if ((same?.nodePort ?? 0) !== 0 && same?.nodePort !== undefined) port.nodePort = same.nodePort;
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
