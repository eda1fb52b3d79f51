// The default roles inside the system namespaces and who is bound to them. Data only.

import type { BindingData, RoleData } from './role-data.ts';

export const namespaceRoles: readonly RoleData[] = [
  { name: 'system:controller:bootstrap-signer', namespace: '{short}-public', rules: [
    { groups: 'core', resources: 'configmaps', verbs: 'get list watch' },
    { groups: 'core', resources: 'configmaps', names: 'cluster-info', verbs: 'update' },
    { groups: 'core events.{api}', resources: 'events', verbs: 'create patch update' },
  ] },
  { name: 'extension-apiserver-authentication-reader', namespace: '{short}-system', rules: [
    { groups: 'core', resources: 'configmaps', names: 'extension-apiserver-authentication', verbs: 'get list watch' },
  ] },
  { name: 'system::leader-locking-{short}-controller-manager', namespace: '{short}-system', rules: [
    { groups: 'core', resources: 'configmaps', verbs: 'watch' },
    { groups: 'core', resources: 'configmaps', names: '{short}-controller-manager', verbs: 'get update' },
    { groups: 'coordination.{api}', resources: 'leases', verbs: 'create get list update watch' },
    { groups: 'coordination.{api}', resources: 'leasecandidates', verbs: 'create get list update watch' },
  ] },
  { name: 'system::leader-locking-{short}-scheduler', namespace: '{short}-system', rules: [
    { groups: 'core', resources: 'configmaps', verbs: 'watch' },
    { groups: 'core', resources: 'configmaps', names: '{short}-scheduler', verbs: 'get update' },
    { groups: 'coordination.{api}', resources: 'leases', verbs: 'create get list update watch' },
    { groups: 'coordination.{api}', resources: 'leasecandidates', verbs: 'create get list update watch' },
  ] },
  { name: 'system:controller:bootstrap-signer', namespace: '{short}-system', rules: [
    { groups: 'core', resources: 'secrets', verbs: 'get list watch' },
  ] },
  { name: 'system:controller:cloud-provider', namespace: '{short}-system', rules: [
    { groups: 'core', resources: 'configmaps', verbs: 'create get list watch' },
  ] },
  { name: 'system:controller:token-cleaner', namespace: '{short}-system', rules: [
    { groups: 'core', resources: 'secrets', verbs: 'delete get list watch' },
    { groups: 'core events.{api}', resources: 'events', verbs: 'create patch update' },
  ] },
];

export const namespaceRoleBindings: readonly BindingData[] = [
  { name: 'system:controller:bootstrap-signer', namespace: '{short}-public', role: 'system:controller:bootstrap-signer', serviceAccounts: 'bootstrap-signer' },
  { name: 'system::extension-apiserver-authentication-reader', namespace: '{short}-system', role: 'extension-apiserver-authentication-reader', users: 'system:{short}-controller-manager system:{short}-scheduler' },
  { name: 'system::leader-locking-{short}-controller-manager', namespace: '{short}-system', role: 'system::leader-locking-{short}-controller-manager', users: 'system:{short}-controller-manager', serviceAccounts: '{short}-controller-manager leader-election-controller' },
  { name: 'system::leader-locking-{short}-scheduler', namespace: '{short}-system', role: 'system::leader-locking-{short}-scheduler', users: 'system:{short}-scheduler', serviceAccounts: '{short}-scheduler' },
  { name: 'system:controller:bootstrap-signer', namespace: '{short}-system', role: 'system:controller:bootstrap-signer', serviceAccounts: 'bootstrap-signer' },
  { name: 'system:controller:cloud-provider', namespace: '{short}-system', role: 'system:controller:cloud-provider', serviceAccounts: 'cloud-provider' },
  { name: 'system:controller:token-cleaner', namespace: '{short}-system', role: 'system:controller:token-cleaner', serviceAccounts: 'token-cleaner' },
];
