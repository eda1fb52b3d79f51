// Makes the default roles and bindings of a vendor from their data: the objects that a new server creates and every
// start reconciles (RBAC-043, RBAC-054 to RBAC-066). Lists come out in the order of the data.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { clusterRoleBindings, clusterRoles } from '../data/cluster-roles.ts';
import { controllerRoles } from '../data/controller-roles.ts';
import { namespaceRoleBindings, namespaceRoles } from '../data/namespace-roles.ts';
import type { BindingData, RoleData, RuleData } from '../data/role-data.ts';
import type { Binding, PolicyRule, Role, Subject } from './role-forms.ts';

/** One list per kind. */
export interface DefaultRoles {
  readonly clusterRoles: readonly Role[];
  readonly clusterRoleBindings: readonly Binding[];
  readonly roles: readonly Role[];
  readonly roleBindings: readonly Binding[];
}

const controllerPrefix = 'system:controller:';

export function defaultRoles(vendor: Vendor): DefaultRoles {
  const own = controllerRoles.map((role) => ({ ...role, name: controllerPrefix + role.name }));
  const ownBindings = controllerRoles.map(
    (role): BindingData => ({
      name: controllerPrefix + role.name,
      role: controllerPrefix + role.name,
      serviceAccounts: role.name,
    }),
  );
  return {
    clusterRoles: [...clusterRoles, ...own].map((role) => roleObject(vendor, role)),
    clusterRoleBindings: [...clusterRoleBindings, ...ownBindings].map((binding) => bindingObject(vendor, binding)),
    roles: namespaceRoles.map((role) => roleObject(vendor, role)),
    roleBindings: namespaceRoleBindings.map((binding) => bindingObject(vendor, binding)),
  };
}

/** The rules of one default cluster role. Throws TypeError when there is none of that name. */
export function defaultRules(vendor: Vendor, name: string): readonly PolicyRule[] {
  const role = clusterRoles.find((candidate) => candidate.name === name);
  if (role === undefined) throw new TypeError(`no default cluster role ${name}`);
  return role.rules.map((rule) => ruleObject(vendor, rule));
}

function roleObject(vendor: Vendor, data: RoleData): Role {
  const mark = (role: string): string => vendor.fill(`rbac.authorization.{api}/aggregate-to-${role}`);
  const role: Role = {
    apiVersion: vendor.fill('rbac.authorization.{api}/v1'),
    kind: data.namespace === undefined ? 'ClusterRole' : 'Role',
    metadata: metadata(vendor, data, data.aggregateTo === undefined ? {} : { [mark(data.aggregateTo)]: 'true' }),
  };
  if (data.aggregates === undefined) {
    role.rules = data.rules.map((rule) => ruleObject(vendor, rule));
  } else {
    role.aggregationRule = { clusterRoleSelectors: [{ matchLabels: { [mark(data.aggregates)]: 'true' } }] };
    role.rules = [];
  }
  return role;
}

function bindingObject(vendor: Vendor, data: BindingData): Binding {
  const apiGroup = vendor.fill('rbac.authorization.{api}');
  const namespace = vendor.fill('{short}-system');
  const subjects: Subject[] = [
    ...words(vendor, data.users).map((name) => ({ kind: 'User', apiGroup, name })),
    ...words(vendor, data.groups).map((name) => ({ kind: 'Group', apiGroup, name })),
    ...words(vendor, data.serviceAccounts).map((name) => ({ kind: 'ServiceAccount', name, namespace })),
  ];
  const local = data.namespace !== undefined;
  return {
    apiVersion: `${apiGroup}/v1`,
    kind: local ? 'RoleBinding' : 'ClusterRoleBinding',
    metadata: metadata(vendor, data, {}),
    ...(subjects.length === 0 ? {} : { subjects }),
    roleRef: { apiGroup, kind: local ? 'Role' : 'ClusterRole', name: vendor.fill(data.role) },
  };
}

function metadata(
  vendor: Vendor,
  data: { readonly name: string; readonly namespace?: string },
  labels: Record<string, string>,
): ApiObject['metadata'] {
  return {
    name: vendor.fill(data.name),
    ...(data.namespace === undefined ? {} : { namespace: vendor.fill(data.namespace) }),
    labels: { [vendor.fill('{label}/bootstrapping')]: 'rbac-defaults', ...labels },
    annotations: { [vendor.fill('rbac.authorization.{label}/autoupdate')]: 'true' },
  };
}

function ruleObject(vendor: Vendor, data: RuleData): PolicyRule {
  const groups = words(vendor, data.groups).map((group) => (group === 'core' ? '' : group));
  const list = (text: string | undefined): readonly string[] | undefined =>
    text === undefined ? undefined : words(vendor, text);
  return {
    verbs: words(vendor, data.verbs),
    ...(data.groups === undefined ? {} : { apiGroups: groups }),
    ...(data.resources === undefined ? {} : { resources: list(data.resources) }),
    ...(data.names === undefined ? {} : { resourceNames: list(data.names) }),
    ...(data.paths === undefined ? {} : { nonResourceURLs: list(data.paths) }),
  };
}

function words(vendor: Vendor, text: string | undefined): readonly string[] {
  return text === undefined ? [] : vendor.fill(text).split(' ');
}
