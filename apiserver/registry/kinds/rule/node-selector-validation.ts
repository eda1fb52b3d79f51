// Which nodes a pod or a volume takes: terms over the labels of a node, or over its name.

import type { FieldError } from '../../../../shared/object/field-error.ts';
import { forbiddenField, invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain, checkLabelValue, checkQualifiedName } from '../../../../shared/object/names.ts';
import { addAll } from '../../../../shared/object/add-all.ts';

interface Requirement {
  readonly key?: string;
  readonly operator?: string;
  readonly values?: readonly string[];
}

export interface NodeSelectorTerm {
  readonly matchExpressions?: readonly Requirement[];
  readonly matchFields?: readonly Requirement[];
}

export interface NodeSelector {
  readonly nodeSelectorTerms?: readonly NodeSelectorTerm[] | null;
}

/** `strict`: values must be ones that labels can have. */
export function nodeSelectorErrors(selector: NodeSelector, path: string, strict: boolean): readonly FieldError[] {
  const terms = selector.nodeSelectorTerms ?? [];
  const place = `${path}.nodeSelectorTerms`;
  if (terms.length === 0) return [required(place, 'must have at least one node selector term')];
  return terms.flatMap((term, index) => nodeSelectorTermErrors(term, `${place}[${index}]`, strict));
}

export function nodeSelectorTermErrors(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  path: string,
  strict: boolean,
): readonly FieldError[] {
  return [
    ...matchExpressions.flatMap((one, index) => labelErrors(one, `${path}.matchExpressions[${index}]`, strict)),
    ...matchFields.flatMap((one, index) => fieldErrors(one, `${path}.matchFields[${index}]`)),
  ];
}

function labelErrors({ key = '', operator = '', values = [] }: Requirement, path: string, strict: boolean) {
  const errors: FieldError[] = [];
  const place = `${path}.values`;
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length === 0) errors.push(required(place, "must be specified when `operator` is 'In' or 'NotIn'"));
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0)
        errors.push(forbiddenField(place, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
      break;
    case 'Gt':
    case 'Lt':
      if (values.length !== 1)
        errors.push(required(place, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
      break;
    default:
      errors.push(invalidValue(`${path}.operator`, operator, 'not a valid selector operator'));
  }
  addAll(
    errors,
    checkQualifiedName(key).map((fault) => invalidValue(`${path}.key`, key, fault)),
  );
  if (!strict) return errors;
  return [
    ...errors,
    ...values.flatMap((value, index) =>
      checkLabelValue(value).map((fault) => invalidValue(`${place}[${index}]`, value, fault)),
    ),
  ];
}

function fieldErrors({ key = '', operator = '', values = [] }: Requirement, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (operator !== 'In' && operator !== 'NotIn')
    errors.push(invalidValue(`${path}.operator`, operator, 'not a valid selector operator'));
  else if (values.length !== 1) {
    const detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    errors.push(required(`${path}.values`, detail));
  }
  if (key !== 'metadata.name') return [...errors, invalidValue(`${path}.key`, key, 'not a valid field selector key')];
  return [
    ...errors,
    ...values.flatMap((value, index) =>
      checkDns1123Subdomain(value).map((fault) => invalidValue(`${path}.values[${index}]`, value, fault)),
    ),
  ];
}
