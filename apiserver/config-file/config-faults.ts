// The faults of a configuration as one message.

import type { FieldError } from '../../shared/object/field-error.ts';
import { fieldErrorMessage } from '../../shared/object/field-error-message.ts';

/** `authorizers[0].name: Required value`; several: `[a, b]`, repeated ones once. */
export function faultsText(errors: readonly FieldError[]): string {
  const distinct = [...new Set(errors.map((error) => `${error.field}: ${fieldErrorMessage(error)}`))];
  return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`;
}
