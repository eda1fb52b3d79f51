// What a start does to default roles and bindings that already exist: it adds what is missing and takes nothing away
// (RBAC-045 to RBAC-048). Pure.

import { isDeepStrictEqual } from 'node:util';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { uncovered } from '../../authorization/rbac/escalation.ts';
import type { Binding, Role, Subject } from '../../authorization/rbac/role-forms.ts';

/** What to do with one object. */
export type Reconciliation<T> =
  | { readonly do: 'nothing' }
  | { readonly do: 'update'; readonly object: T }
  /** The role of a binding cannot change: it is made anew. */
  | { readonly do: 'recreate'; readonly object: T };

const nothing = { do: 'nothing' } as const;

export function reconcileRole(existing: Role, wanted: Role, vendor: Vendor): Reconciliation<Role> {
  if (!isManaged(existing, vendor)) return nothing;
  const object: Role = { ...existing, metadata: mergedMetadata(existing, wanted) };
  if (wanted.aggregationRule === undefined) {
    const missing = uncovered(existing.rules ?? [], wanted.rules ?? []);
    if (missing.length > 0) object.rules = [...(existing.rules ?? []), ...missing];
  } else {
    const present = existing.aggregationRule?.clusterRoleSelectors ?? [];
    const added = (wanted.aggregationRule.clusterRoleSelectors ?? []).filter((one) => !contains(present, one));
    if (added.length > 0) object.aggregationRule = { clusterRoleSelectors: [...present, ...added] };
  }
  return same(object, existing) ? nothing : { do: 'update', object };
}

export function reconcileBinding(existing: Binding, wanted: Binding, vendor: Vendor): Reconciliation<Binding> {
  if (!isManaged(existing, vendor)) return nothing;
  const { kind, name } = existing.roleRef;
  if (kind !== wanted.roleRef.kind || name !== wanted.roleRef.name) return { do: 'recreate', object: wanted };
  const present: readonly Subject[] = existing.subjects ?? [];
  const added = (wanted.subjects ?? []).filter((subject) => !present.some((other) => isSameSubject(subject, other)));
  const object: Binding = {
    ...existing,
    metadata: mergedMetadata(existing, wanted),
    ...(added.length === 0 ? {} : { subjects: [...present, ...added] }),
  };
  return same(object, existing) ? nothing : { do: 'update', object };
}

/** An administrator switches reconciliation off for an object by its annotation. */
function isManaged({ metadata }: ApiObject, vendor: Vendor): boolean {
  return new Map(Object.entries(metadata.annotations ?? {})).get(autoupdateAnnotation(vendor)) !== 'false';
}

function autoupdateAnnotation(vendor: Vendor): string {
  return vendor.fill('rbac.authorization.{label}/autoupdate');
}

function mergedMetadata(existing: ApiObject, wanted: ApiObject): ApiObject['metadata'] {
  return {
    ...existing.metadata,
    labels: { ...wanted.metadata.labels, ...existing.metadata.labels },
    annotations: { ...wanted.metadata.annotations, ...existing.metadata.annotations },
  };
}

function isSameSubject(one: Subject, other: Subject): boolean {
  return (
    one.kind === other.kind &&
    one.name === other.name &&
    (one.namespace ?? '') === (other.namespace ?? '') &&
    (one.apiGroup ?? '') === (other.apiGroup ?? '')
  );
}

function contains(list: readonly unknown[], wanted: unknown): boolean {
  return list.some((other) => same(other, wanted));
}

/** Compares as JSON would, whatever the prototypes that decoding chose. */
function same(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
}
