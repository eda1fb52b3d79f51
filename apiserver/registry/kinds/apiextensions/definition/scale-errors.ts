// Validation of the paths to the scale of objects.

import type { ScalePaths } from '../../../../../shared/definition/definition.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { invalidValue, required } from '../../../../../shared/object/field-error-message.ts';
import { simplePathErrors } from './simple-path.ts';

export function scaleErrors(scale: ScalePaths, path: string): readonly FieldError[] {
  const { specReplicasPath = '', statusReplicasPath = '', labelSelectorPath = '' } = scale;
  return [
    ...pathErrors(specReplicasPath, `${path}.specReplicasPath`, ['.spec.'], 'under .spec', true),
    ...pathErrors(statusReplicasPath, `${path}.statusReplicasPath`, ['.status.'], 'under .status', true),
    ...pathErrors(
      labelSelectorPath,
      `${path}.labelSelectorPath`,
      ['.spec.', '.status.'],
      'under either .spec or .status',
      false,
    ),
  ];
}

function pathErrors(
  value: string,
  field: string,
  roots: readonly string[],
  where: string,
  needed: boolean,
): readonly FieldError[] {
  if (value === '') return needed ? [required(field)] : [];
  const errors = simplePathErrors(value, field);
  if (errors.length > 0 || roots.some((root) => value.startsWith(root))) return errors;
  return [invalidValue(field, value, `should be a json path ${where}`)];
}
