// Validates a label selector in an object.

import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../../shared/object/label-selector.ts';
import { forbiddenField, invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { checkLabelValue, checkQualifiedName } from '../../../../shared/object/names.ts';
import { asStored, type Tolerance } from '../../contract/tolerance.ts';
import { addAll } from '../../../../shared/object/add-all.ts';

/** Values that no label has stay allowed in a selector, `spec.selector`, that was stored with a fault. */
export function selectorTolerance(path: string, others = path): Tolerance {
  const [place, known] = [path, others].map((text) =>
    text.replaceAll('.', String.raw`\.`).replaceAll('[]', String.raw`\[\d+\]`),
  );
  return asStored(
    { field: new RegExp(String.raw`^${place}\.matchExpressions\[\d+\]\.values\[`) },
    { field: new RegExp(String.raw`^${known}(?=[.[]|$)`) },
  );
}

export function labelSelectorErrors(
  selector: LabelSelectorObject | null | undefined,
  path: string,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(selector?.matchLabels ?? {})) {
    for (const fault of checkQualifiedName(key)) errors.push(invalidValue(`${path}.matchLabels`, key, fault));
    for (const fault of checkLabelValue(value)) errors.push(invalidValue(`${path}.matchLabels`, value, fault));
  }
  for (const [index, { key, operator, values }] of (selector?.matchExpressions ?? []).entries()) {
    const field = `${path}.matchExpressions[${index}]`;
    const count = values?.length ?? 0;
    if (operator === 'In' || operator === 'NotIn') {
      if (count === 0) errors.push(required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      if (count > 0) {
        errors.push(
          forbiddenField(`${field}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
        );
      }
    } else {
      errors.push(invalidValue(`${field}.operator`, operator, 'not a valid selector operator'));
    }
    addAll(
      errors,
      checkQualifiedName(key).map((fault) => invalidValue(`${field}.key`, key, fault)),
    );
    for (const [at, value] of (values ?? []).entries()) {
      addAll(
        errors,
        checkLabelValue(value).map((fault) => invalidValue(`${field}.values[${at}]`, value, fault)),
      );
    }
  }
  return errors;
}
