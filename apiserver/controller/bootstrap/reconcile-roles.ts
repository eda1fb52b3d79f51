// What a start does to default roles and bindings that already exist: it adds what is missing and takes nothing away
// (RBAC-045 to RBAC-048). Pure.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { uncovered } from '../../authorization/rbac/escalation.ts';
import type { Binding, Role, Subject } from '../../authorization/rbac/role-forms.ts';

/** What to do with one object. */
export type Reconciliation<T> =
  | { readonly do: 'nothing' }
  | { readonly do: 'update'; readonly object: T }
  /** The role of a binding is immutable: the binding is deleted and created again. */
  | { readonly do: 'recreate'; readonly object: T };

const nothing = { do: 'nothing' } as const;

export function reconcileRole(existing: Role, wanted: Role, vendor: Vendor): Reconciliation<Role> {
  if (!isManaged(existing, vendor)) return nothing;
  const metadata = completed(existing, wanted);
  const object: Role = { ...existing, metadata: metadata ?? existing.metadata };
  let changed = metadata !== undefined;
  if (wanted.aggregationRule === undefined) {
    const missing = uncovered(existing.rules ?? [], wanted.rules ?? []);
    if (missing.length > 0) object.rules = [...(existing.rules ?? []), ...missing];
    changed ||= missing.length > 0;
  } else {
    const present = existing.aggregationRule?.clusterRoleSelectors ?? [];
    const known = new Set(present.map((selector) => JSON.stringify(selector)));
    const added = (wanted.aggregationRule.clusterRoleSelectors ?? []).filter((one) => !known.has(JSON.stringify(one)));
    if (added.length > 0) object.aggregationRule = { clusterRoleSelectors: [...present, ...added] };
    changed ||= added.length > 0;
  }
  return changed ? { do: 'update', object } : nothing;
}

export function reconcileBinding(existing: Binding, wanted: Binding, vendor: Vendor): Reconciliation<Binding> {
  if (!isManaged(existing, vendor)) return nothing;
  const { kind, name } = existing.roleRef;
  if (kind !== wanted.roleRef.kind || name !== wanted.roleRef.name) return { do: 'recreate', object: wanted };
  const present: readonly Subject[] = existing.subjects ?? [];
  const added = (wanted.subjects ?? []).filter((subject) => !present.some((other) => isSameSubject(subject, other)));
  const metadata = completed(existing, wanted);
  if (added.length === 0 && metadata === undefined) return nothing;
  const subjects = added.length === 0 ? {} : { subjects: [...present, ...added] };
  return { do: 'update', object: { ...existing, metadata: metadata ?? existing.metadata, ...subjects } };
}

/** An administrator switches reconciliation off for an object by its annotation. */
function isManaged({ metadata }: ApiObject, vendor: Vendor): boolean {
  return new Map(Object.entries(metadata.annotations ?? {})).get(autoupdateAnnotation(vendor)) !== 'false';
}

function autoupdateAnnotation(vendor: Vendor): string {
  return vendor.fill('rbac.authorization.{label}/autoupdate');
}

/** With the labels and annotations that are missing; undefined when none is. What is there keeps its value. */
function completed({ metadata }: ApiObject, { metadata: wanted }: ApiObject): ApiObject['metadata'] | undefined {
  const lacks = (have: object | undefined, want: object | undefined): boolean =>
    Object.keys(want ?? {}).some((key) => !Object.hasOwn(have ?? {}, key));
  if (!lacks(metadata.labels, wanted.labels) && !lacks(metadata.annotations, wanted.annotations)) return undefined;
  return {
    ...metadata,
    labels: { ...wanted.labels, ...metadata.labels },
    annotations: { ...wanted.annotations, ...metadata.annotations },
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
