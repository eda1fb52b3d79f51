// The parts of a service that the server reads, and what follows from its type.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';

export interface ServicePort {
  name?: string;
  protocol?: string;
  port?: number;
  targetPort?: number | string;
  nodePort?: number;
  appProtocol?: string;
}

export interface ServiceSpec {
  type?: string;
  clusterIP?: string;
  clusterIPs?: string[];
  externalName?: string;
  externalIPs?: string[];
  loadBalancerIP?: string;
  healthCheckNodePort?: number;
  loadBalancerClass?: string;
  loadBalancerSourceRanges?: string[];
  trafficDistribution?: string;
  ports?: ServicePort[];
  selector?: Record<string, string>;
  ipFamilies?: string[];
  ipFamilyPolicy?: string;
  internalTrafficPolicy?: string;
  externalTrafficPolicy?: string;
  allocateLoadBalancerNodePorts?: boolean;
  sessionAffinity?: string;
  sessionAffinityConfig?: { clientIP?: { timeoutSeconds?: number } };
  [field: string]: unknown;
}

/** An address under which a load balancer publishes the service. */
export interface LoadBalancerIngress {
  ip?: string;
  ipMode?: string;
  hostname?: string;
}

export interface Service extends ApiObject {
  spec?: ServiceSpec;
  status?: { loadBalancer?: { ingress?: LoadBalancerIngress[] }; [field: string]: unknown };
}

/** Whether services of this type have an address of their own. */
export function hasClusterAddress(spec: ServiceSpec): boolean {
  return spec.type !== 'ExternalName' && spec.clusterIP !== 'None';
}

/** Whether the ports of the service are open on every node. */
export function hasNodePorts(spec: ServiceSpec): boolean {
  return spec.type === 'NodePort' || (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false);
}

/** Whether services of this type can have ports that are open on every node. */
export function mayHaveNodePorts({ type }: ServiceSpec): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

/** Whether load balancers ask each node whether it has pods of the service, on a port of its own. */
export function hasHealthPort(spec: ServiceSpec): boolean {
  return isLoadBalancer(spec) && spec.externalTrafficPolicy === 'Local';
}

/** Whether it can be reached from outside of the cluster. */
export function isExternallyAccessible({ type = 'ClusterIP', externalIPs = [] }: ServiceSpec): boolean {
  return type === 'NodePort' || type === 'LoadBalancer' || (type === 'ClusterIP' && externalIPs.length > 0);
}

/** Whether it is published by a load balancer. */
export function isLoadBalancer({ type }: ServiceSpec): boolean {
  return type === 'LoadBalancer';
}
