// What must become true, or must not, before a pod is bound to a device's node: names of conditions, of both sorts or of none.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { duplicateValue, invalidValue } from '../../../../../shared/object/field-error-message.ts';
import { labelKeyErrors } from './device-configuration.ts';
import { listErrors } from './device-names.ts';

export interface BindingConditions {
  readonly bindingConditions?: readonly string[];
  readonly bindingFailureConditions?: readonly string[];
}

const mostConditions = 4;

export function bindingConditionErrors(
  { bindingConditions: good = [], bindingFailureConditions: bad = [] }: BindingConditions,
  path: string,
): readonly FieldError[] {
  const [ofGood, ofBad] = [`${path}.bindingConditions`, `${path}.bindingFailureConditions`];
  const errors = [
    ...listErrors(good, ofGood, mostConditions, labelKeyErrors),
    ...listErrors(bad, ofBad, mostConditions, labelKeyErrors),
    ...repeated(good, ofGood),
    ...repeated(bad, ofBad),
  ];
  for (const [index, name] of bad.entries()) {
    const detail = 'bindingFailureConditions must not overlap with bindingConditions';
    if (good.includes(name)) errors.push(invalidValue(`${ofBad}[${index}]`, name, detail));
  }
  if (good.length === 0 && bad.length > 0)
    errors.push(invalidValue(ofGood, good, 'bindingConditions are required to use bindingFailureConditions'));
  if (bad.length === 0 && good.length > 0)
    errors.push(invalidValue(ofBad, bad, 'bindingFailureConditions are required to use bindingConditions'));
  return errors;
}

function repeated(names: readonly string[], path: string): readonly FieldError[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) < index ? [duplicateValue(`${path}[${index}]`, name)] : [],
  );
}
