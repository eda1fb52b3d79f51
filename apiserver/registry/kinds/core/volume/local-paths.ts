// Paths below a directory with another owner: relative, and never out of it.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { invalidValue } from '../../../../../shared/object/field-error-message.ts';

/** No step upwards. */
export function noBackstepErrors(text: string, path: string): readonly FieldError[] {
  return text.split('/').includes('..') ? [invalidValue(path, text, "must not contain '..'")] : [];
}

export function descendingPathErrors(text: string, path: string): readonly FieldError[] {
  const errors = text.startsWith('/') ? [invalidValue(path, text, 'must be a relative path')] : [];
  return [...errors, ...noBackstepErrors(text, path)];
}

/** For files that a volume is filled with: two leading dots are kept for its own bookkeeping. */
export function ownFileErrors(text: string, path: string): readonly FieldError[] {
  const errors = descendingPathErrors(text, path);
  if (!text.startsWith('..') || text.startsWith('../') || text === '..') return errors;
  return [...errors, invalidValue(path, text, "must not start with '..'")];
}
