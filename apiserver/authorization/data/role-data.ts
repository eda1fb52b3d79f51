// The compact form in which the default roles are written: lists are words between spaces, names carry vendor
// placeholders, `core` stands for the core group. Labels, annotations and API groups that all default objects share are
// added when they are made (`rbac/default-roles.ts`).

export interface RuleData {
  readonly groups?: string;
  readonly resources?: string;
  readonly names?: string;
  readonly paths?: string;
  readonly verbs: string;
}

export interface RoleData {
  readonly name: string;
  /** Absent: a cluster role. */
  readonly namespace?: string;
  /** The role that collects this one's rules: `admin`, `edit` or `view`. */
  readonly aggregateTo?: string;
  /** The mark this role collects by; its own rules are then filled by the aggregation controller. */
  readonly aggregates?: string;
  readonly rules: readonly RuleData[];
}

export interface BindingData {
  readonly name: string;
  readonly namespace?: string;
  /** A cluster role for cluster bindings, a role of the same namespace otherwise. */
  readonly role: string;
  readonly users?: string;
  readonly groups?: string;
  /** Accounts of the system namespace. */
  readonly serviceAccounts?: string;
}
