// The smallest valid object of each kind the cases use. Pure functions; a case changes the result as it likes.

/** A JSON object. */
export type Manifest = Record<string, unknown>;

/** Metadata beside the name. */
export type Metadata = Readonly<Record<string, unknown>>;

/** A ConfigMap: the plainest namespaced kind. */
export function configMap(
  name: string,
  data: Readonly<Record<string, unknown>> = {},
  metadata: Metadata = {},
): Manifest {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data };
}

/** A Secret with clear-text values. */
export function secret(
  name: string,
  stringData: Readonly<Record<string, string>> = {},
  metadata: Metadata = {},
): Manifest {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, ...metadata }, stringData };
}

/** A Namespace. */
export function namespace(name: string, metadata: Metadata = {}): Manifest {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, ...metadata } };
}

/** A Service with one TCP port. */
export function service(name: string, metadata: Metadata = {}): Manifest {
  const spec = { selector: { app: name }, ports: [{ name: 'web', port: 80, protocol: 'TCP' }] };
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, ...metadata }, spec };
}

/** A ServiceAccount. */
export function serviceAccount(name: string): Manifest {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } };
}

/** A Pod with one container. A scheduling gate keeps real schedulers from placing it unless it names its node. */
export function pod(name: string, spec: Readonly<Record<string, unknown>> = {}, metadata: Metadata = {}): Manifest {
  const gates = spec['nodeName'] === undefined ? { schedulingGates: [{ name: 'conformance.example/hold' }] } : {};
  const containers = [{ name: 'main', image: 'registry.invalid/pause:1' }];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, ...metadata }, spec: { containers, ...gates, ...spec } };
}

/** A Node that no agent stands behind. */
export function node(name: string): Manifest {
  return { apiVersion: 'v1', kind: 'Node', metadata: { name } };
}

/** A Deployment without replicas. */
export function deployment(name: string): Manifest {
  const labels = { app: name };
  const template = {
    metadata: { labels },
    spec: { containers: [{ name: 'main', image: 'registry.invalid/pause:1' }] },
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { replicas: 0, selector: { matchLabels: labels }, template },
  };
}

/** A Role or ClusterRole of the group version. */
export function role(
  groupVersion: string,
  kind: 'Role' | 'ClusterRole',
  name: string,
  rules: readonly unknown[],
  metadata: Metadata = {},
): Manifest {
  return { apiVersion: groupVersion, kind, metadata: { name, ...metadata }, rules };
}

/** A RoleBinding or ClusterRoleBinding from one user to a role. */
export function binding(
  groupVersion: string,
  kind: 'RoleBinding' | 'ClusterRoleBinding',
  name: string,
  user: string,
  roleRef: { kind: string; name: string },
): Manifest {
  const apiGroup = groupVersion.split('/')[0];
  return {
    apiVersion: groupVersion,
    kind,
    metadata: { name },
    subjects: [{ kind: 'User', apiGroup, name: user }],
    roleRef: { apiGroup, ...roleRef },
  };
}

/** An Event of the events group about a ConfigMap of the namespace, with every required field. */
export function eventObject(groupVersion: string, name: string, namespace: string): Manifest {
  return {
    apiVersion: groupVersion,
    kind: 'Event',
    metadata: { name },
    type: 'Normal',
    reason: 'Tested',
    action: 'Testing',
    reportingController: 'conformance.example/suite',
    reportingInstance: 'one',
    eventTime: '2026-01-02T03:04:05.000000Z',
    regarding: { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', namespace },
  };
}
