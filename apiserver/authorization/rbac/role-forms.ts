// The RBAC kinds as this folder reads them. Objects come from the store, so the schema has already checked their types;
// every list may be absent.

import type { ApiObject } from '../../../shared/object/api-object.ts';

export interface PolicyRule {
  readonly verbs?: readonly string[] | undefined;
  readonly apiGroups?: readonly string[] | undefined;
  readonly resources?: readonly string[] | undefined;
  readonly resourceNames?: readonly string[] | undefined;
  readonly nonResourceURLs?: readonly string[] | undefined;
}

export interface Subject {
  readonly kind: string;
  readonly apiGroup?: string;
  readonly name: string;
  /** Of service accounts. */
  readonly namespace?: string;
}

export interface RoleRef {
  readonly apiGroup?: string;
  /** `Role` or `ClusterRole`. */
  readonly kind: string;
  readonly name: string;
}

export interface Role extends ApiObject {
  rules?: PolicyRule[] | null;
  aggregationRule?: { readonly clusterRoleSelectors?: readonly unknown[] };
}

export interface Binding extends ApiObject {
  subjects?: Subject[];
  roleRef: RoleRef;
}

/** The user name under which a service account acts (RBAC-032). */
export function serviceAccountUsername(namespace: string, name: string): string {
  return `system:serviceaccount:${namespace}:${name}`;
}

export const roleOf = (object: ApiObject): Role => object;
export const bindingOf = (object: ApiObject): Binding => object as unknown as Binding;
