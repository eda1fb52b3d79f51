// Roles: any path segment is a name, and a rule is for resources or for paths.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../../../shared/object/label-selector.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import type { Strategy } from '../../../contract/resource.ts';
import { invalidValue, required } from '../../../../../shared/object/field-error-message.ts';
import { labelSelectorErrors, selectorTolerance } from '../../rule/label-selector-validation.ts';

interface Rule {
  verbs?: string[];
  apiGroups?: string[];
  resources?: string[];
  nonResourceURLs?: string[];
  resourceNames?: string[];
}

interface Role extends ApiObject {
  rules?: Rule[] | null;
  aggregationRule?: { clusterRoleSelectors?: LabelSelectorObject[] | null } | null;
}

/** Cluster roles, whose rules may also name paths. */
export const clusterRoleStrategy: Strategy = {
  nameRule: 'path-segment',
  createOnUpdate: true,
  validatesTwice: true,
  tolerances: [selectorTolerance('aggregationRule.clusterRoleSelectors[]')],
  validateCreate: (object) => [...ruleErrors(object), ...aggregationErrors(object)],
  validateUpdate: (object) => [...ruleErrors(object), ...aggregationErrors(object)],
};

function aggregationErrors({ aggregationRule }: Role): readonly FieldError[] {
  if ((aggregationRule ?? undefined) === undefined) return [];
  const path = 'aggregationRule.clusterRoleSelectors';
  const selectors = aggregationRule?.clusterRoleSelectors ?? [];
  if (selectors.length === 0)
    return [required(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil')];
  return selectors.flatMap((selector, index) => {
    const place = `${path}[${index}]`;
    const errors = labelSelectorErrors(selector, place);
    return errors.length === 0 ? [] : [...errors, invalidValue(place, null, 'invalid label selector.')];
  });
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

function ruleErrors({ rules }: Role): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, rule] of (rules ?? []).entries()) {
    const path = `rules[${index}]`;
    if ((rule.verbs?.length ?? 0) === 0)
      errors.push(required(`${path}.verbs`, 'verbs must contain at least one value'));
    const paths = rule.nonResourceURLs?.length ?? 0;
    if (paths > 0) {
      if ([rule.resources, rule.apiGroups, rule.resourceNames].some((list) => (list?.length ?? 0) > 0)) {
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
