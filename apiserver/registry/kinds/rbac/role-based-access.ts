// Roles and bindings: any path segment is a name, a binding's role never changes (RBAC-020; its status code is the
// vendor's), and subjects know their group by their kind.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../../shared/object/label-selector.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { Strategy } from '../../contract/resource.ts';
import { checkPathSegment } from '../../../../shared/object/names.ts';
import { isDeepStrictEqual } from 'node:util';
import { badRequest } from '../../../../shared/object/errors.ts';
import { invalidValue, notSupported, required } from '../../../../shared/object/field-error-message.ts';
import { labelSelectorErrors } from '../rule/label-selector-validation.ts';

interface Rule {
  verbs?: string[];
  apiGroups?: string[];
  resources?: string[];
  nonResourceURLs?: string[];
}

interface Role extends ApiObject {
  rules?: Rule[] | null;
  aggregationRule?: { clusterRoleSelectors?: LabelSelectorObject[] | null } | null;
}

interface Subject {
  kind?: string;
  apiGroup?: string;
  name?: string;
  namespace?: string;
}

interface Binding extends ApiObject {
  roleRef?: { apiGroup?: string; kind?: string; name?: string };
  subjects?: Subject[];
}

/** Cluster roles, whose rules may also name paths. */
export const clusterRoleStrategy: Strategy = {
  nameRule: 'path-segment',
  createOnUpdate: true,
  validateCreate: (object) => [...ruleErrors(object), ...aggregationErrors(object)],
  validateUpdate: (object) => [...ruleErrors(object), ...aggregationErrors(object)],
};

function aggregationErrors({ aggregationRule }: Role): readonly FieldError[] {
  if ((aggregationRule ?? undefined) === undefined) return [];
  const path = 'aggregationRule.clusterRoleSelectors';
  const selectors = aggregationRule?.clusterRoleSelectors ?? [];
  if (selectors.length === 0)
    return [required(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil')];
  return selectors.flatMap((selector, index) => labelSelectorErrors(selector, `${path}[${index}]`));
}

/** Roles of a namespace: paths belong to none, so a rule for them is refused, or grants nothing (RBAC-075U). */
export function roleStrategy(vendor: Vendor): Strategy {
  const refused = vendor.behaviour.namespacedUrlRule === 'invalid';
  const validate = (object: Role): readonly FieldError[] => [
    ...ruleErrors(object),
    ...(refused ? urlRuleErrors(object) : []),
  ];
  return { ...clusterRoleStrategy, validateCreate: validate, validateUpdate: validate };
}

export function roleBindingStrategy(vendor: Vendor): Strategy {
  const group = vendor.fill('rbac.authorization.{api}');
  const own = vendor.behaviour.accountWithoutNamespace === 'own';
  return {
    nameRule: 'path-segment',
    createOnUpdate: true,
    applyDefaults(object) {
      const binding = object as Binding;
      if (binding.roleRef !== undefined && (binding.roleRef.apiGroup ?? '') === '') binding.roleRef.apiGroup = group;
      for (const subject of binding.subjects ?? []) {
        if ((subject.apiGroup ?? '') === '' && (subject.kind === 'User' || subject.kind === 'Group'))
          subject.apiGroup = group;
      }
    },
    prepareUpdate(object, old) {
      const changed = !isDeepStrictEqual((object as Binding).roleRef, (old as Binding).roleRef);
      if (changed && vendor.behaviour.roleRefChangeStatus === 400) throw badRequest('cannot change roleRef');
    },
    validateCreate: (object) => bindingErrors(object, group, own),
    validateUpdate(object, old) {
      const errors = [...bindingErrors(object, group, own)];
      if (!isDeepStrictEqual((object as Binding).roleRef, (old as Binding).roleRef)) {
        errors.push(invalidValue('roleRef', (object as Binding).roleRef, 'cannot change roleRef'));
      }
      return errors;
    },
  };
}

function ruleErrors({ rules }: Role): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, rule] of (rules ?? []).entries()) {
    const path = `rules[${index}]`;
    if ((rule.verbs?.length ?? 0) === 0)
      errors.push(required(`${path}.verbs`, 'verbs must contain at least one value'));
    const paths = rule.nonResourceURLs?.length ?? 0;
    if (paths > 0) {
      if ((rule.resources?.length ?? 0) > 0 || (rule.apiGroups?.length ?? 0) > 0) {
        errors.push(
          invalidValue(
            `${path}.nonResourceURLs`,
            rule.nonResourceURLs,
            'rules cannot apply to both regular resources and non-resource URLs',
          ),
        );
      }
      continue;
    }
    if ((rule.apiGroups?.length ?? 0) === 0)
      errors.push(required(`${path}.apiGroups`, 'resource rules must supply at least one api group'));
    if ((rule.resources?.length ?? 0) === 0)
      errors.push(required(`${path}.resources`, 'resource rules must supply at least one resource'));
  }
  return errors;
}

function urlRuleErrors({ rules }: Role): readonly FieldError[] {
  return (rules ?? []).flatMap(({ nonResourceURLs: urls }, index) =>
    (urls?.length ?? 0) === 0
      ? []
      : [invalidValue(`rules[${index}].nonResourceURLs`, urls, 'namespaced rules cannot apply to non-resource URLs')],
  );
}

function bindingErrors({ roleRef, subjects, metadata }: Binding, group: string, own: boolean): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (roleRef?.apiGroup !== group) errors.push(notSupported('roleRef.apiGroup', roleRef?.apiGroup ?? '', [group]));
  const kinds = (metadata.namespace ?? '') === '' ? ['ClusterRole'] : ['Role', 'ClusterRole'];
  if (!kinds.includes(roleRef?.kind ?? '')) errors.push(notSupported('roleRef.kind', roleRef?.kind ?? '', kinds));
  const role = roleRef?.name ?? '';
  if (role === '') errors.push(required('roleRef.name'));
  else errors.push(...checkPathSegment(role).map((fault) => invalidValue('roleRef.name', role, fault)));
  for (const [index, subject] of (subjects ?? []).entries()) {
    const path = `subjects[${index}]`;
    if ((subject.name ?? '') === '') errors.push(required(`${path}.name`));
    if (subject.kind === 'ServiceAccount') {
      if ((subject.apiGroup ?? '') !== '') errors.push(notSupported(`${path}.apiGroup`, subject.apiGroup, ['']));
      const found = own && (metadata.namespace ?? '') !== '';
      if (!found && (subject.namespace ?? '') === '') errors.push(required(`${path}.namespace`));
    } else if (subject.kind === 'User' || subject.kind === 'Group') {
      if (subject.apiGroup !== group) errors.push(notSupported(`${path}.apiGroup`, subject.apiGroup ?? '', [group]));
    } else {
      errors.push(notSupported(`${path}.kind`, subject.kind ?? '', ['ServiceAccount', 'User', 'Group']));
    }
  }
  return errors;
}
