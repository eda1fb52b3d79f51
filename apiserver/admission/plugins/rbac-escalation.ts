// Users cannot grant what they do not hold: writes of roles and bindings are compared with the writer's own rules (RBAC-035 to
// RBAC-042), and a binding never changes its role (RBAC-020). Always in the chain, no switch turns it off.

import { isDeepStrictEqual } from 'node:util';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { badRequest, invalid, notFound } from '../../../shared/object/errors.ts';
import { invalidValue } from '../../../shared/object/field-error-message.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Authorizer } from '../../authorization/contract/authorizer.ts';
import { mastersGroup } from '../../authorization/chain.ts';
import { escalationReason, uncovered } from '../../authorization/rbac/escalation.ts';
import type { RuleResolver } from '../../authorization/rbac/resolve.ts';
import { bindingOf, type PolicyRule, roleOf } from '../../authorization/rbac/role-forms.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../contract/admission.ts';
import { refusal } from '../rule/refusal.ts';

export interface RbacEscalationOptions {
  readonly vendor: Vendor;
  readonly authorizer: Authorizer;
  readonly rules: RuleResolver;
}

/** What one must hold to let a role collect others: everything. */
const fullAuthority: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

const roleResources = new Set(['roles', 'clusterroles']);
const bindingResources = new Set(['rolebindings', 'clusterrolebindings']);

export function rbacEscalation({ vendor, authorizer, rules }: RbacEscalationOptions): AdmissionPlugin {
  const group = vendor.fill('rbac.authorization.{api}');

  async function may(
    attributes: AdmissionAttributes,
    verb: string,
    resource: string,
    name: string,
    signal: AbortSignal,
  ) {
    const { user, namespace } = attributes;
    const asked = {
      kind: 'resource' as const,
      user,
      verb,
      group,
      version: '*',
      resource,
      subresource: '',
      namespace,
      name,
    };
    return (await authorizer.authorize(asked, { signal })).outcome === 'allow';
  }

  function confirm(attributes: AdmissionAttributes, wanted: readonly PolicyRule[], prefix = ''): void {
    const held = rules.rulesOf(attributes.user, attributes.namespace);
    const missing = uncovered(held.rules, wanted);
    if (missing.length === 0) return;
    throw refusal(attributes, prefix + escalationReason(attributes.user, missing, held.errors));
  }

  async function checkRole(attributes: AdmissionAttributes, object: ApiObject, signal: AbortSignal): Promise<void> {
    // Rights to names are rights to the names of paths, here as in authorization: none reaches what a POST creates.
    if (await may(attributes, 'escalate', attributes.resource, attributes.requestName, signal)) return;
    const role = roleOf(object);
    const old = attributes.oldObject === undefined ? undefined : roleOf(attributes.oldObject);
    if (attributes.resource === 'clusterroles' && (role.aggregationRule ?? old?.aggregationRule) !== undefined) {
      confirm(attributes, fullAuthority, 'must have cluster-admin privileges to use an aggregationRule: ');
    }
    confirm(attributes, role.rules ?? []);
  }

  async function checkBinding(attributes: AdmissionAttributes, object: ApiObject, signal: AbortSignal): Promise<void> {
    const { roleRef } = bindingOf(object);
    const resource = roleRef.kind === 'ClusterRole' ? 'clusterroles' : 'roles';
    if (await may(attributes, 'bind', resource, roleRef.name, signal)) return;
    const role = rules.role(roleRef, attributes.namespace);
    if ('error' in role) throw notFound({ group, resource: roleRef.kind.toLowerCase() }, roleRef.name);
    confirm(attributes, role.found.rules);
  }

  return {
    name: 'RBACEscalation',
    handles: (operation, asked, resource, subresource) =>
      (operation === 'CREATE' || operation === 'UPDATE') &&
      asked === group &&
      subresource === '' &&
      (roleResources.has(resource) || bindingResources.has(resource)),
    async validate(attributes, { signal }) {
      const { object, oldObject, user } = attributes;
      if (object === undefined) return;
      const isBinding = bindingResources.has(attributes.resource);
      if (isBinding && oldObject !== undefined) checkRoleRef(vendor, attributes, object, oldObject);
      if (user.groups.includes(mastersGroup) || grantsTheSame(object, oldObject)) return;
      await (isBinding ? checkBinding : checkRole)(attributes, object, signal);
    },
  };
}

function checkRoleRef(vendor: Vendor, attributes: AdmissionAttributes, object: ApiObject, old: ApiObject): void {
  const [now, before] = [bindingOf(object).roleRef, bindingOf(old).roleRef];
  if (now?.kind === before.kind && now.name === before.name && (now.apiGroup ?? '') === (before.apiGroup ?? '')) return;
  const { kind, name } = attributes;
  const refused = invalid(kind, name, [invalidValue('roleRef', now, 'cannot change roleRef')]);
  throw vendor.behaviour.roleRefChangeStatus === 422 ? refused : badRequest(refused.message);
}

/** Whether an update leaves everything but the book-keeping of garbage collection as it is. */
function grantsTheSame(object: ApiObject, old: ApiObject | undefined): boolean {
  if (old === undefined) return false;
  const essence = ({ metadata, ...rest }: ApiObject): unknown => {
    const { ownerReferences: _, finalizers: __, managedFields: ___, resourceVersion: ____, ...kept } = metadata;
    return plain({ ...rest, metadata: kept });
  };
  return isDeepStrictEqual(essence(object), essence(old));
}

/** Without the prototypes that decoding may leave off. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}` : part)));
}
