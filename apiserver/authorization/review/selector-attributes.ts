// The selectors of an access review: requirements as objects (REVIEW-024, REVIEW-025), turned into the text that requests
// carry, so that modules read one form.

import type { FieldError } from '../../../shared/object/field-error.ts';
import { forbiddenField, invalidValue, required } from '../../../shared/object/field-error-message.ts';
import { parseFieldSelector } from '../../../shared/object/field-selector.ts';
import { parseLabelSelector } from '../../../shared/object/label-selector.ts';
import { checkLabelValue, checkQualifiedName } from '../../../shared/object/names.ts';

interface Requirement {
  readonly key?: string;
  readonly operator?: string;
  readonly values?: readonly string[];
}

export interface SelectorAttributes {
  /** The text form; excludes `requirements`. */
  readonly rawSelector?: string;
  readonly requirements?: readonly Requirement[];
}

/**
 * The text form; undefined when there is no selector. A requirement that the form of text cannot express is left out:
 * that makes the selector wider, so nothing is allowed by it that would not be without.
 */
export function selectorText(selector: SelectorAttributes | undefined, form: 'field' | 'label'): string | undefined {
  if (selector === undefined) return undefined;
  if (selector.rawSelector !== undefined && selector.rawSelector !== '') return selector.rawSelector;
  const terms = (selector.requirements ?? []).flatMap((requirement) => {
    const term = form === 'field' ? fieldTerm(requirement) : labelTerm(requirement);
    return term === undefined ? [] : [term];
  });
  return terms.length === 0 ? undefined : terms.join(',');
}

function fieldTerm({ key = '', operator = '', values = [] }: Requirement): string | undefined {
  const [value] = values;
  if (value === undefined || values.length > 1) return undefined;
  const escaped = value.replace(/[\\,=]/g, (character) => `\\${character}`);
  if (operator === 'In') return `${key}=${escaped}`;
  return operator === 'NotIn' ? `${key}!=${escaped}` : undefined;
}

function labelTerm({ key = '', operator = '', values = [] }: Requirement): string | undefined {
  switch (operator) {
    case 'In':
      return `${key} in (${values.join(',')})`;
    case 'NotIn':
      return `${key} notin (${values.join(',')})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return undefined;
  }
}

/** A selector has one of its two forms. Operators that are not known are left to those that may know them. */
export function selectorErrors(
  selector: SelectorAttributes,
  path: string,
  field: 'fieldSelector' | 'labelSelector',
): readonly FieldError[] {
  const { rawSelector = '', requirements = [] } = selector;
  const errors: FieldError[] = [];
  if (rawSelector !== '' && requirements.length > 0) {
    const detail = 'may not specified at the same time as requirements';
    errors.push(invalidValue(`${path}.rawSelector`, rawSelector, detail));
  }
  if (rawSelector === '' && requirements.length === 0) {
    errors.push(required(`${path}.requirements`, `when ${path} is specified, requirements or rawSelector is required`));
  }
  for (const [index, { key = '', operator = '', values = [] }] of requirements.entries()) {
    const at = `${path}.requirements[${index}]`;
    if (field === 'fieldSelector' && key === '') errors.push(required(`${at}.key`, 'must be specified'));
    if (['In', 'NotIn'].includes(operator) && values.length === 0) {
      errors.push(required(`${at}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
    }
    if (['Exists', 'DoesNotExist'].includes(operator) && values.length > 0) {
      const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
      errors.push(forbiddenField(`${at}.values`, detail));
    }
    if (field === 'fieldSelector') continue;
    errors.push(...checkQualifiedName(key).map((fault) => invalidValue(`${at}.key`, key, fault)));
    for (const [place, value] of values.entries()) {
      errors.push(...checkLabelValue(value).map((fault) => invalidValue(`${at}.values[${place}]`, value, fault)));
    }
  }
  return errors;
}

/** How much of a selector no module will see; undefined: it is seen whole. */
export function ignoredPart(
  selector: SelectorAttributes | undefined,
  field: 'fieldSelector' | 'labelSelector',
): 'ignored' | 'partially ignored' | undefined {
  if (selector === undefined) return undefined;
  const { rawSelector = '', requirements = [] } = selector;
  if (rawSelector !== '') {
    try {
      if (field === 'fieldSelector') parseFieldSelector(rawSelector);
      else parseLabelSelector(rawSelector);
      return undefined;
    } catch {
      return 'ignored';
    }
  }
  const term = field === 'fieldSelector' ? fieldTerm : labelTerm;
  const seen = requirements.filter((requirement) => term(requirement) !== undefined).length;
  if (seen === requirements.length) return undefined;
  return seen === 0 ? 'ignored' : 'partially ignored';
}
