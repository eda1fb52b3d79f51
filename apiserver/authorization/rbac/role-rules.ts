// The rules of the roles that bindings refer to, compiled when first asked for and kept until a role changes.

import type { Lister } from '../../../shared/object/lister.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { type PolicyRule, type RoleRef, roleOf } from './role-forms.ts';
import { compileRule, type RuleMatcher } from './rules.ts';

export interface RoleRules {
  readonly rules: readonly PolicyRule[];
  readonly matchers: readonly RuleMatcher[];
}

/** The rules of a role reference, or the reason why it cannot be resolved. */
export type ResolvedRole = { readonly found: RoleRules } | { readonly error: string };

export class RoleResolver {
  readonly #clusterRoles: CompiledRoles;
  readonly #roles: CompiledRoles;
  readonly #group: string;

  constructor(clusterRoles: Lister, roles: Lister, vendor: Vendor) {
    this.#clusterRoles = new CompiledRoles(clusterRoles);
    this.#roles = new CompiledRoles(roles);
    this.#group = vendor.fill('rbac.authorization.{api}');
  }

  /** `namespace` is that of the binding, '' for a cluster binding: a Role is only ever sought in it (RBAC-012). */
  resolve(ref: RoleRef, namespace: string): ResolvedRole {
    let found: RoleRules | undefined;
    if (ref.kind === 'ClusterRole') found = this.#clusterRoles.get('', ref.name);
    else if (ref.kind === 'Role' && namespace !== '') found = this.#roles.get(namespace, ref.name);
    else return { error: `unsupported role reference kind: ${JSON.stringify(ref.kind)}` };
    if (found !== undefined) return { found };
    return { error: `${ref.kind.toLowerCase()}.${this.#group} ${JSON.stringify(ref.name)} not found` };
  }
}

class CompiledRoles {
  readonly #lister: Lister;
  readonly #compiled = new Map<string, RoleRules>();
  #revision = Number.NaN;

  constructor(lister: Lister) {
    this.#lister = lister;
  }

  get(namespace: string, name: string): RoleRules | undefined {
    const revision = this.#lister.revision();
    if (revision !== this.#revision) {
      this.#compiled.clear();
      this.#revision = revision;
    }
    const key = `${namespace}/${name}`;
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    const object = this.#lister.get(namespace, name);
    if (object === undefined) return undefined;
    const rules = roleOf(object).rules ?? [];
    const compiled = { rules, matchers: rules.map(compileRule) };
    this.#compiled.set(key, compiled);
    return compiled;
  }
}
