// The RBAC module: a request is allowed when one rule of one role bound to the user allows it (RBAC-004 to RBAC-014). It never
// denies. The reason names missing roles of bindings (requirements AUTHZ).

import type { Authorizer, Decision, RuleOf } from '../contract/authorizer.ts';
import { joinErrors } from '../contract/join-errors.ts';
import type { Grant } from './binding-index.ts';
import type { RuleResolver } from './resolve.ts';
import type { PolicyRule, Subject } from './role-forms.ts';

export function rbacAuthorizer(resolver: RuleResolver): Authorizer {
  return {
    name: 'RBAC',
    authorize(attributes): Decision {
      const namespace = attributes.kind === 'resource' ? attributes.namespace : '';
      const errors: string[] = [];
      for (const held of resolver.held(attributes.user, namespace)) {
        if ('error' in held) errors.push(held.error);
        else if (held.role.matchers.some((allows) => allows(attributes))) {
          return { outcome: 'allow', reason: `RBAC: allowed by ${describeGrant(held.grant, held.namespace)}` };
        }
      }
      return { outcome: 'no-opinion', reason: errors.length === 0 ? '' : `RBAC: ${joinErrors(errors)}` };
    },
    async rulesFor(user, namespace) {
      const { rules, errors } = resolver.rulesOf(user, namespace);
      return {
        rules: rules.flatMap(ruleOf),
        incomplete: false,
        ...(errors.length === 0 ? {} : { evaluationError: joinErrors(errors) }),
      };
    },
  };
}

function describeGrant(grant: Grant, namespace: string): string {
  const binding =
    namespace === ''
      ? `ClusterRoleBinding ${JSON.stringify(grant.bindingName)}`
      : `RoleBinding ${JSON.stringify(`${grant.bindingName}/${namespace}`)}`;
  const role = `${grant.roleRef.kind} ${JSON.stringify(grant.roleRef.name)}`;
  return `${binding} of ${role} to ${describeSubject(grant.subject, namespace)}`;
}

function describeSubject(subject: Subject, bindingNamespace: string): string {
  const name =
    subject.kind === 'ServiceAccount' ? `${subject.name}/${subject.namespace ?? bindingNamespace}` : subject.name;
  return `${subject.kind} ${JSON.stringify(name)}`;
}

/** A rule as reviews list it: its resource part and its path part are two entries. */
function ruleOf(rule: PolicyRule): readonly RuleOf[] {
  const verbs = rule.verbs ?? [];
  const parts: RuleOf[] = [];
  if ((rule.resources ?? []).length > 0) {
    parts.push({
      verbs,
      apiGroups: rule.apiGroups ?? [],
      resources: rule.resources ?? [],
      ...((rule.resourceNames ?? []).length === 0 ? {} : { resourceNames: rule.resourceNames ?? [] }),
    });
  }
  if ((rule.nonResourceURLs ?? []).length > 0) parts.push({ verbs, nonResourceURLs: rule.nonResourceURLs ?? [] });
  return parts;
}
