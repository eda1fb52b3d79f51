// All the rules a user has in a namespace through roles and bindings. Authorization tests them one at a time, the rules
// review lists them, and the escalation check compares with them.

import type { Lister } from '../../../shared/object/lister.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { UserInfo } from '../../authentication/contract/authenticator.ts';
import { BindingIndex, type Grant } from './binding-index.ts';
import type { PolicyRule, RoleRef } from './role-forms.ts';
import { type ResolvedRole, RoleResolver, type RoleRules } from './role-rules.ts';

/** Views of the four RBAC resources. */
export interface RbacListers {
  readonly clusterRoles: Lister;
  readonly roles: Lister;
  readonly clusterRoleBindings: Lister;
  readonly roleBindings: Lister;
}

/** One binding with the rules of its role, or the reason why the role cannot be resolved. */
export type HeldRules =
  | { readonly grant: Grant; readonly namespace: string; readonly role: RoleRules }
  | { readonly error: string };

export class RuleResolver {
  readonly #cluster: BindingIndex;
  readonly #local: BindingIndex;
  readonly #roles: RoleResolver;

  constructor(listers: RbacListers, vendor: Vendor) {
    this.#cluster = new BindingIndex(listers.clusterRoleBindings);
    this.#local = new BindingIndex(listers.roleBindings);
    this.#roles = new RoleResolver(listers.clusterRoles, listers.roles, vendor);
  }

  /** The user's grants: cluster-wide ones first, then those of the namespace ('': none). Lazy: stop when satisfied. */
  *held(user: UserInfo, namespace: string): IterableIterator<HeldRules> {
    for (const grant of this.#cluster.grantsOf(user, '')) yield this.#follow(grant, '');
    if (namespace === '') return;
    for (const grant of this.#local.grantsOf(user, namespace)) yield this.#follow(grant, namespace);
  }

  /** Every rule of the user there, and the references that lead nowhere. */
  rulesOf(
    user: UserInfo,
    namespace: string,
  ): { readonly rules: readonly PolicyRule[]; readonly errors: readonly string[] } {
    const rules: PolicyRule[] = [];
    const errors: string[] = [];
    for (const held of this.held(user, namespace)) {
      if ('error' in held) errors.push(held.error);
      else for (const rule of held.role.rules) rules.push(rule);
    }
    return { rules, errors };
  }

  /** What a role reference grants; `namespace` is that of the binding, '' for a cluster binding. */
  role(ref: RoleRef, namespace: string): ResolvedRole {
    return this.#roles.resolve(ref, namespace);
  }

  #follow(grant: Grant, namespace: string): HeldRules {
    const resolved = this.#roles.resolve(grant.roleRef, namespace);
    return 'error' in resolved ? resolved : { grant, namespace, role: resolved.found };
  }
}
