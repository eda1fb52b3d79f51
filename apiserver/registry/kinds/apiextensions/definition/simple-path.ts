// Paths in dot notation: `.spec.replicas`.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { invalidValue } from '../../../../../shared/object/field-error-message.ts';

export function simplePathErrors(path: string, field: string): readonly FieldError[] {
  if (path === '') return [invalidValue(field, path, 'must not be empty')];
  return path.startsWith('.') ? [] : [invalidValue(field, path, 'must be a simple json path starting with .')];
}
