// The bindings of one scope, indexed by subject: a request only checks the bindings of its user and groups, however
// many there are. Built lazily and kept until the lister's revision moves.

import type { Lister } from '../../../shared/object/lister.ts';
import type { UserInfo } from '../../authentication/contract/authenticator.ts';
import { type Binding, bindingOf, type RoleRef, type Subject, serviceAccountUsername } from './role-forms.ts';

/** One subject of one binding. */
export interface Grant {
  readonly bindingName: string;
  readonly roleRef: RoleRef;
  readonly subject: Subject;
}

interface BySubject {
  readonly users: ReadonlyMap<string, readonly Grant[]>;
  readonly groups: ReadonlyMap<string, readonly Grant[]>;
}

export class BindingIndex {
  readonly #lister: Lister;
  readonly #scopes = new Map<string, BySubject>();
  #revision = Number.NaN;

  constructor(lister: Lister) {
    this.#lister = lister;
  }

  /** The grants of a user in a namespace; '' for cluster bindings. By user name first, then by group. */
  *grantsOf(user: UserInfo, namespace: string): IterableIterator<Grant> {
    const scope = this.#scope(namespace);
    yield* scope.users.get(user.username) ?? [];
    for (const group of user.groups) yield* scope.groups.get(group) ?? [];
  }

  #scope(namespace: string): BySubject {
    const revision = this.#lister.revision();
    if (revision !== this.#revision) {
      this.#scopes.clear();
      this.#revision = revision;
    }
    let scope = this.#scopes.get(namespace);
    if (scope === undefined) {
      const objects = namespace === '' ? this.#lister.list() : this.#lister.list(namespace);
      scope = indexBindings(objects.map(bindingOf));
      // A namespace that has no bindings is not remembered: the name comes from the request and may be invented.
      if (objects.length > 0) this.#scopes.set(namespace, scope);
    }
    return scope;
  }
}

function indexBindings(bindings: readonly Binding[]): BySubject {
  const users = new Map<string, Grant[]>();
  const groups = new Map<string, Grant[]>();
  for (const binding of bindings) {
    for (const subject of binding.subjects ?? []) {
      const grant: Grant = { bindingName: binding.metadata.name ?? '', roleRef: binding.roleRef, subject };
      const inNamespace = binding.metadata.namespace;
      if (subject.kind === 'Group') add(groups, subject.name, grant);
      else if (subject.kind === 'User') add(users, subject.name, grant);
      else if (subject.kind === 'ServiceAccount') {
        const account = (subject.namespace ?? '') === '' ? inNamespace : subject.namespace;
        if (account !== undefined) add(users, serviceAccountUsername(account, subject.name), grant);
      }
    }
  }
  return { users, groups };
}

function add(index: Map<string, Grant[]>, key: string, grant: Grant): void {
  const grants = index.get(key);
  if (grants === undefined) index.set(key, [grant]);
  else grants.push(grant);
}
