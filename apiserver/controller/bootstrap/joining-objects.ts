// The objects with which nodes can join with only a token (the rights to request a certificate and to get it approved, the
// public cluster information), and with which the server may call their agents. Created when missing, never
// changed.

import { toYaml } from '../../../shared/codec/yaml/yaml-writer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { bootstrapGroup } from '../../authentication/bootstrap/bootstrap-secret.ts';

/** Holders of a token may request the client certificate of a node, and nodes may renew theirs. */
export function joiningBindings(vendor: Vendor): readonly ApiObject[] {
  const apiGroup = vendor.fill('rbac.authorization.{api}');
  const binding = (name: string, role: string, group: string): ApiObject => ({
    apiVersion: `${apiGroup}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    subjects: [{ kind: 'Group', apiGroup, name: group }],
    roleRef: { apiGroup, kind: 'ClusterRole', name: vendor.fill(role) },
  });
  const approval = 'system:certificates.{api}:certificatesigningrequests';
  return [
    binding('orchkit:node-bootstrapper', 'system:node-bootstrapper', bootstrapGroup),
    binding('orchkit:node-approval', `${approval}:nodeclient`, bootstrapGroup),
    binding('orchkit:node-renewal', `${approval}:selfnodeclient`, 'system:nodes'),
  ];
}

/** The controller that approves may do so for serving certificates too. */
export function servingApproval(vendor: Vendor): ApiObject {
  const apiGroup = vendor.fill('rbac.authorization.{api}');
  return {
    apiVersion: `${apiGroup}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'orchkit:node-serving-approval' },
    subjects: [{ kind: 'ServiceAccount', name: 'certificate-controller', namespace: vendor.fill('{short}-system') }],
    roleRef: {
      apiGroup,
      kind: 'ClusterRole',
      name: vendor.fill('system:certificates.{api}:kubelet-serving-approver'),
    },
  };
}

/** What the server's own user may do at node agents beyond `system:kubelet-api-admin`, which has no checkpoints. */
export function nodeClientRole(vendor: Vendor): ApiObject {
  return {
    apiVersion: `${vendor.fill('rbac.authorization.{api}')}/v1`,
    kind: 'ClusterRole',
    metadata: { name: 'orchkit:node-checkpoint' },
    rules: [{ apiGroups: [''], resources: ['nodes/checkpoint'], verbs: ['*'] }],
  };
}

/** The server's own user at node agents, for logs and proxied requests, has the rights of the agents' API. */
export function nodeClientBindings(vendor: Vendor, user: string): readonly ApiObject[] {
  const apiGroup = vendor.fill('rbac.authorization.{api}');
  const binding = (name: string, role: string): ApiObject => ({
    apiVersion: `${apiGroup}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    subjects: [{ kind: 'User', apiGroup, name: user }],
    roleRef: { apiGroup, kind: 'ClusterRole', name: role },
  });
  return [
    binding('orchkit:node-client', 'system:kubelet-api-admin'),
    binding('orchkit:node-checkpoint', 'orchkit:node-checkpoint'),
  ];
}

export interface ClusterInfo {
  /** `https://host:port` as clients reach the server. */
  readonly server: string;
  /** PEM of the authority that signed its certificate. */
  readonly authority: string;
}

/** The config map that bootstrap tokens sign, with how to reach and whom to trust, and nothing else. */
export function clusterInfo(vendor: Vendor, { server, authority }: ClusterInfo): ApiObject {
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: '',
        cluster: { server, 'certificate-authority-data': Buffer.from(authority).toString('base64') },
      },
    ],
    contexts: [],
    users: [],
    preferences: {},
  };
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'cluster-info', namespace: vendor.fill('{short}-public') },
    data: { kubeconfig: toYaml(kubeconfig) },
  };
}

const publicRole = 'orchkit:cluster-info';

/** Everybody may read that one config map (BOOT-020). */
export function clusterInfoRole(vendor: Vendor): ApiObject {
  return {
    apiVersion: vendor.fill('rbac.authorization.{api}/v1'),
    kind: 'Role',
    metadata: { name: publicRole, namespace: vendor.fill('{short}-public') },
    rules: [{ apiGroups: [''], resources: ['configmaps'], resourceNames: ['cluster-info'], verbs: ['get'] }],
  };
}

export function clusterInfoBinding(vendor: Vendor): ApiObject {
  const apiGroup = vendor.fill('rbac.authorization.{api}');
  return {
    apiVersion: `${apiGroup}/v1`,
    kind: 'RoleBinding',
    metadata: { name: publicRole, namespace: vendor.fill('{short}-public') },
    subjects: ['system:unauthenticated', 'system:authenticated'].map((name) => ({ kind: 'Group', apiGroup, name })),
    roleRef: { apiGroup, kind: 'Role', name: publicRole },
  };
}
