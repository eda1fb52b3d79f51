// What a server keeps for its nodes, object by object: who gets which right, and what is public.

import t from 'tap';
import { parseYaml } from '../../../shared/codec/yaml/yaml.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import {
  clusterInfo,
  clusterInfoBinding,
  clusterInfoRole,
  joiningBindings,
  nodeClientBindings,
  nodeClientRole,
  servingApproval,
} from './joining-objects.ts';

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const apiGroup = vendor.fill('rbac.authorization.{api}');
  const binding = (name: string, subject: object, role: string) => ({
    apiVersion: `${apiGroup}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    subjects: [subject],
    roleRef: { apiGroup, kind: 'ClusterRole', name: vendor.fill(role) },
  });
  const group = (name: string) => ({ kind: 'Group', apiGroup, name });
  const user = (name: string) => ({ kind: 'User', apiGroup, name });
  const requests = 'system:certificates.{api}:certificatesigningrequests';

  t.test(`holders of tokens may ask for a certificate, and nodes for their next, with ${id}`, async (t) => {
    const bootstrappers = group('system:bootstrappers');
    t.strictSame(joiningBindings(vendor), [
      binding('orchkit:node-bootstrapper', bootstrappers, 'system:node-bootstrapper'),
      binding('orchkit:node-approval', bootstrappers, `${requests}:nodeclient`),
      binding('orchkit:node-renewal', group('system:nodes'), `${requests}:selfnodeclient`),
    ]);
    const namespace = vendor.fill('{short}-system');
    t.strictSame(
      servingApproval(vendor),
      binding(
        'orchkit:node-serving-approval',
        { kind: 'ServiceAccount', name: 'certificate-controller', namespace },
        'system:certificates.{api}:kubelet-serving-approver',
      ),
    );
  });

  t.test(`the server's user at agents has their API and checkpoints, with ${id}`, async (t) => {
    t.strictSame(nodeClientBindings(vendor, 'asker'), [
      binding('orchkit:node-client', user('asker'), 'system:kubelet-api-admin'),
      binding('orchkit:node-checkpoint', user('asker'), 'orchkit:node-checkpoint'),
    ]);
    t.strictSame(nodeClientRole(vendor), {
      apiVersion: `${apiGroup}/v1`,
      kind: 'ClusterRole',
      metadata: { name: 'orchkit:node-checkpoint' },
      rules: [{ apiGroups: [''], resources: ['nodes/checkpoint'], verbs: ['*'] }],
    });
  });

  t.test(`everybody may read how to reach the server, and nothing else, with ${id} (BOOT-020)`, async (t) => {
    const namespace = vendor.fill('{short}-public');
    const { data, ...rest } = clusterInfo(vendor, { server: 'https://h:6443', authority: 'PEM' }) as ReturnType<
      typeof clusterInfo
    > & { data: Record<string, string> };
    t.strictSame(rest, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cluster-info', namespace } });
    t.strictSame(Object.keys(data), ['kubeconfig']);
    t.strictSame(parseYaml(data['kubeconfig'] ?? '').value, {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: '', cluster: { server: 'https://h:6443', 'certificate-authority-data': 'UEVN' } }],
      contexts: [],
      users: [],
      preferences: {},
    });
    t.strictSame(clusterInfoRole(vendor), {
      apiVersion: `${apiGroup}/v1`,
      kind: 'Role',
      metadata: { name: 'orchkit:cluster-info', namespace },
      rules: [{ apiGroups: [''], resources: ['configmaps'], resourceNames: ['cluster-info'], verbs: ['get'] }],
    });
    t.strictSame(clusterInfoBinding(vendor), {
      apiVersion: `${apiGroup}/v1`,
      kind: 'RoleBinding',
      metadata: { name: 'orchkit:cluster-info', namespace },
      subjects: [group('system:unauthenticated'), group('system:authenticated')],
      roleRef: { apiGroup, kind: 'Role', name: 'orchkit:cluster-info' },
    });
  });
}
