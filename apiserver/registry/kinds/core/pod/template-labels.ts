// A selector and the pods of its template belong together.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { invalidValue } from '../../../../../shared/object/field-error-message.ts';

/** The fault of a template with labels that its owner's selector does not match. */
export function templateMismatch(labels: Readonly<Record<string, string>> | undefined): FieldError {
  const detail = '`selector` does not match template `labels`';
  return invalidValue('spec.template.metadata.labels', labels ?? null, detail);
}
