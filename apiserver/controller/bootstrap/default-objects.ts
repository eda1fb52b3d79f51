// The objects beside roles that every server starts with. Data and nothing else.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';

/** Where users work unless they say otherwise, and the three that the system works in. */
export function systemNamespaces(vendor: Vendor): readonly ApiObject[] {
  return ['default', '{short}-system', '{short}-public', '{short}-node-lease'].map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: vendor.fill(name) },
  }));
}

export function systemPriorityClasses(vendor: Vendor): readonly ApiObject[] {
  const of = (name: string, value: number, description: string): ApiObject => ({
    apiVersion: vendor.fill('scheduling.{api}/v1'),
    kind: 'PriorityClass',
    metadata: { name },
    value,
    description,
    preemptionPolicy: 'PreemptLowerPriority',
  });
  return [
    of('system-cluster-critical', 2_000_000_000, 'For pods that the cluster needs and that may move to another node.'),
    of('system-node-critical', 2_000_001_000, 'For pods that their node cannot do without.'),
  ];
}

/**
 * The service in the namespace `default` by which workloads find the API. `port`: where the server listens; `address`: the
 * service's own, any when not given.
 */
export function apiService(vendor: Vendor, port: number, address?: string): ApiObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: vendor.fill('{maker}'),
      namespace: 'default',
      labels: { component: 'apiserver', provider: vendor.fill('{maker}') },
    },
    spec: {
      type: 'ClusterIP',
      ...(address === undefined ? {} : { clusterIP: address }),
      sessionAffinity: 'None',
      ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: port }],
    },
  };
}

/** Since when this server notes on secrets when their tokens were used; `now` in milliseconds. */
export function tokenTracking(vendor: Vendor, now: number): ApiObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: vendor.fill('{short}-apiserver-legacy-service-account-token-tracking'),
      namespace: vendor.fill('{short}-system'),
    },
    data: { since: new Date(now).toISOString().slice(0, 10) },
  };
}
