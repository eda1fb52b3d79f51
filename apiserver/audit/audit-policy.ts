// What the audit policy says about one request: the first rule that matches decides how much of it is recorded.
// `policy-file.ts` reads and checks the file.

import type { UserInfo } from '../authentication/contract/authenticator.ts';

/** From nothing to everything; each level records what the one before it does. */
export const auditLevels = ['None', 'Metadata', 'Request', 'RequestResponse'] as const;
export type AuditLevel = (typeof auditLevels)[number];

export const auditStages = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const;
export type AuditStage = (typeof auditStages)[number];

/** A policy as its file says it. Empty lists select everything. */
export interface AuditPolicy {
  readonly rules: readonly AuditRule[];
  readonly omitStages: readonly AuditStage[];
  readonly omitManagedFields: boolean;
}

export interface AuditRule {
  readonly level: AuditLevel;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly resources: readonly GroupResources[];
  /** '' is for what has no namespace. */
  readonly namespaces: readonly string[];
  readonly nonResourceURLs: readonly string[];
  readonly omitStages: readonly AuditStage[];
  /** Absent: as the policy says. */
  readonly omitManagedFields?: boolean;
}

export interface GroupResources {
  /** '' for the core group. */
  readonly group: string;
  /** `pods`, `pods/log`, `pods/*` (pods and their sub-resources), `*` + `/scale`, `*` (all, sub-resources included); none: the whole group. */
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}

/** A request as rules see it. */
export type AuditedRequest = AuditedResource | AuditedPath;

export interface AuditedResource {
  readonly kind: 'resource';
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

export interface AuditedPath {
  readonly kind: 'path';
  readonly verb: string;
  readonly path: string;
}

export interface AuditDecision {
  readonly level: AuditLevel;
  readonly omitStages: ReadonlySet<AuditStage>;
  readonly omitManagedFields: boolean;
}

/** How a request is recorded. `user` is the caller, not the impersonated user; undefined: not authenticated. */
export type AuditRules = (request: AuditedRequest, user: UserInfo | undefined) => AuditDecision;

/** What no rule matches is not recorded. */
export function auditRules(policy: AuditPolicy): AuditRules {
  const nothing: AuditDecision = { level: 'None', omitStages: new Set(), omitManagedFields: false };
  const rules = policy.rules.map((rule) => ({
    rule,
    decision: {
      level: rule.level,
      omitStages: new Set([...policy.omitStages, ...rule.omitStages]),
      omitManagedFields: rule.omitManagedFields ?? policy.omitManagedFields,
    },
  }));
  return (request, user) => rules.find(({ rule }) => matches(rule, request, user))?.decision ?? nothing;
}

function matches(rule: AuditRule, request: AuditedRequest, user: UserInfo | undefined): boolean {
  if (rule.users.length > 0 && !(user !== undefined && rule.users.includes(user.username))) {
    return false;
  }
  if (rule.userGroups.length > 0 && !user?.groups.some((group) => rule.userGroups.includes(group))) {
    return false;
  }
  if (rule.verbs.length > 0 && !rule.verbs.includes(request.verb)) {
    return false;
  }
  if (rule.namespaces.length > 0 || rule.resources.length > 0) {
    return request.kind === 'resource' && matchesResource(rule, request);
  }
  return rule.nonResourceURLs.length === 0 || (request.kind === 'path' && matchesPath(rule, request.path));
}

function matchesResource(rule: AuditRule, request: AuditedResource): boolean {
  if (rule.namespaces.length > 0 && !rule.namespaces.includes(request.namespace)) {
    return false;
  }
  return (
    rule.resources.length === 0 ||
    rule.resources.some(
      ({ group, resources, resourceNames }) =>
        group === request.group &&
        (resources.length === 0 || resources.some((pattern) => matchesPattern(pattern, request))) &&
        (resourceNames.length === 0 || resourceNames.includes(request.name)),
    )
  );
}

function matchesPattern(pattern: string, { resource, subresource }: AuditedResource): boolean {
  if (pattern === '*') {
    return true;
  }
  const combined = subresource === '' ? resource : `${resource}/${subresource}`;
  return pattern === combined || pattern === `${resource}/*` || (subresource !== '' && pattern === `*/${subresource}`);
}

function matchesPath(rule: AuditRule, path: string): boolean {
  return rule.nonResourceURLs.some((pattern) =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  );
}
