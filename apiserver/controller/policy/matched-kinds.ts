// The kinds that the rules of a policy name, as discovery lists them. Rules with wildcards name none.

import type { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isNotFound } from '../../../shared/client/request/failure.ts';
import type { GroupVersionKind } from './kind-types.ts';

/** Kinds of one rule at most: checking every kind of a broad policy would cost more than its warnings are worth. */
const mostKinds = 10;

export interface NamedResources {
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
}

interface ServedResource {
  readonly name: string;
  readonly singularName?: string;
  readonly kind: string;
}

/** What one reconciliation has discovered. */
export class KindDiscovery {
  readonly #client: ApiClient;
  readonly #signal: AbortSignal;
  readonly #groupsOf = new Map<string, Promise<readonly string[]>>();
  readonly #resources = new Map<string, Promise<readonly ServedResource[]>>();

  constructor(client: ApiClient, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
  }

  /** In the order of group, version and kind. Rejects where a served version cannot be asked. */
  async kindsOf(rules: readonly NamedResources[]): Promise<readonly GroupVersionKind[]> {
    const kinds = new Map<string, GroupVersionKind>();
    for (const rule of rules) {
      let count = 0;
      for (const named of combinations(rule)) {
        for (const kind of await this.#kinds(named)) {
          kinds.set(`${kind.group}/${kind.version}/${kind.kind}`, kind);
          count += 1;
          if (count === mostKinds) return inOrder([...kinds.values()]);
        }
      }
    }
    return inOrder([...kinds.values()]);
  }

  /** A rule without a group takes the resource of every group that has the version: that is how clients resolve such names. */
  async #kinds({ group, version, resource }: NamedResource): Promise<readonly GroupVersionKind[]> {
    const groups = group === '' ? await this.#groupsWith(version) : [group];
    const kinds: GroupVersionKind[] = [];
    for (const one of groups) {
      for (const { kind } of await this.#named(one, version, resource.toLowerCase())) {
        kinds.push({ group: one, version, kind });
      }
    }
    return kinds;
  }

  async #named(group: string, version: string, resource: string): Promise<readonly ServedResource[]> {
    const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    let list = this.#resources.get(path);
    if (list === undefined) {
      list = this.#get(path).then((found) => (found as { resources?: ServedResource[] } | undefined)?.resources ?? []);
      this.#resources.set(path, list);
    }
    const served = (await list).filter(({ name }) => !name.includes('/'));
    return served.filter(({ name, singularName = '', kind }) =>
      [name, singularName === '' ? kind.toLowerCase() : singularName].includes(resource),
    );
  }

  #groupsWith(version: string): Promise<readonly string[]> {
    let groups = this.#groupsOf.get(version);
    if (groups === undefined) this.#groupsOf.set(version, (groups = this.#listGroups(version)));
    return groups;
  }

  async #listGroups(version: string): Promise<readonly string[]> {
    const found = (await this.#get('/apis')) as { readonly groups?: readonly Group[] } | undefined;
    const named = (found?.groups ?? [])
      .filter(({ versions = [] }) => versions.some((one) => one.version === version))
      .map(({ name }) => name);
    return ['', ...named];
  }

  /** Undefined: there is no such version. */
  async #get(path: string): Promise<unknown> {
    try {
      return await this.#client.request({ method: 'GET', path }, { signal: this.#signal });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }
}

interface Group {
  readonly name: string;
  readonly versions?: readonly { readonly version: string }[];
}

interface NamedResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** None where groups or versions have a wildcard; wildcards and sub-resources among the resources are left out. */
function combinations({ apiGroups = [], apiVersions = [], resources = [] }: NamedResources): readonly NamedResource[] {
  if ([...apiGroups, ...apiVersions].some((name) => name.includes('*'))) return [];
  const sorted = (names: readonly string[]): readonly string[] => [...names].sort(byText);
  const plain = sorted(resources.filter((name) => !/[*/]/.test(name)));
  return sorted(apiGroups).flatMap((group) =>
    sorted(apiVersions).flatMap((version) => plain.map((resource) => ({ group, version, resource }))),
  );
}

function inOrder(kinds: readonly GroupVersionKind[]): readonly GroupVersionKind[] {
  return [...kinds].sort(
    (left, right) =>
      byText(left.group, right.group) || byText(left.version, right.version) || byText(left.kind, right.kind),
  );
}

function byText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
