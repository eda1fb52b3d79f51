// Which nodes can use a device, or all devices of a slice: one by name, those that a selector takes, or all; in a slice it may
// also be left to each device.

import { addAll } from '../../../../../shared/object/add-all.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { invalidValue, required } from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain } from '../../../../../shared/object/names.ts';
import { type NodeSelector, nodeSelectorErrors } from '../../rule/node-selector-validation.ts';

export interface NodeChoice {
  readonly nodeName?: string;
  readonly nodeSelector?: NodeSelector;
  readonly allNodes?: boolean;
  readonly perDeviceNodeSelection?: boolean;
}

export interface ChoiceRules {
  /** The messages for no choice, several choices and an empty name. */
  readonly none: string;
  readonly several: string;
  readonly emptyName: string;
  /** Of slices, selectors have one term, so that those of several slices can be joined. */
  readonly terms: 'one' | 'any';
}

export function nodeChoiceErrors(choice: NodeChoice, path: string, rules: ChoiceRules): readonly FieldError[] {
  const { nodeName, nodeSelector } = choice;
  const errors: FieldError[] = [];
  const chosen: string[] = [];
  if (nodeName === '') errors.push(invalidValue(`${path}.nodeName`, nodeName, rules.emptyName));
  else if (nodeName !== undefined) {
    chosen.push('`nodeName`');
    for (const fault of checkDns1123Subdomain(nodeName)) errors.push(invalidValue(`${path}.nodeName`, nodeName, fault));
  }
  if (nodeSelector !== undefined) {
    chosen.push('`nodeSelector`');
    addAll(errors, nodeSelectorErrors(nodeSelector, `${path}.nodeSelector`, true));
    const terms = nodeSelector.nodeSelectorTerms ?? [];
    if (rules.terms === 'one' && terms.length !== 1) {
      const place = `${path}.nodeSelector.nodeSelectorTerms`;
      errors.push(invalidValue(place, terms, 'must have exactly one node selector term'));
    }
  }
  for (const field of ['allNodes', 'perDeviceNodeSelection'] as const) {
    if (choice[field] === false)
      errors.push(invalidValue(`${path}.${field}`, false, 'must be either unset or set to true'));
    if (choice[field] === true) chosen.push(`\`${field}\``);
  }
  if (chosen.length === 0) errors.push(required(path, rules.none));
  if (chosen.length > 1) errors.push(invalidValue(path, `{${chosen.join(', ')}}`, rules.several));
  return errors;
}
